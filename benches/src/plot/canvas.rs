//! The drawing surface: pixels, and text of an estimated width.

use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, IntoDrawingArea};
use plotters::element::{PathElement, Rectangle};
use plotters::prelude::SVGBackend;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, FontStyle, FontTransform, IntoFont, RGBColor, TextStyle};

use super::PlotError;
use super::palette::GROUND;

/// The width of every chart, in pixels.
pub(super) const WIDTH: i32 = 900;

/// The width of a character of ordinary text, in pixels: that of DejaVu Sans, which is wide.
const CHARACTER: i32 = 7;

/// The SVG backend divides sizes by this, its guess of line height over font size.
const BACKEND_RATIO: f64 = 1.24;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// A pixel, from the upper left corner.
pub(super) type Pixel = (i32, i32);

#[derive(Clone, Copy)]
pub(super) enum Font {
    Title,
    Text,
}

/// Where a text is in respect of its pixel.
#[derive(Clone, Copy)]
pub(super) enum Anchor {
    Left,
    Middle,
    Right,
    /// Centred, and turned to run upwards.
    Upwards,
}

pub(super) struct Canvas<'a>(Area<'a>);

/// The SVG document of what `draw` draws, on a light ground.
pub(super) fn render(
    height: u32,
    draw: impl FnOnce(&Canvas<'_>) -> Result<(), PlotError>,
) -> Result<String, PlotError> {
    let mut svg = String::new();
    let area =
        SVGBackend::with_string(&mut svg, (WIDTH.unsigned_abs(), height)).into_drawing_area();
    area.fill(&GROUND)?;
    let canvas = Canvas(area);
    draw(&canvas)?;
    canvas.0.present()?;
    drop(canvas);
    Ok(svg)
}

impl Canvas<'_> {
    pub(super) fn text(
        &self,
        text: &str,
        at: Pixel,
        anchor: Anchor,
        font: Font,
        colour: RGBColor,
    ) -> Result<(), PlotError> {
        let (size, weight) = match font {
            Font::Title => (16.0, FontStyle::Bold),
            Font::Text => (12.0, FontStyle::Normal),
        };
        let (horizontal, turn) = match anchor {
            Anchor::Left => (HPos::Left, FontTransform::None),
            Anchor::Middle => (HPos::Center, FontTransform::None),
            Anchor::Right => (HPos::Right, FontTransform::None),
            Anchor::Upwards => (HPos::Center, FontTransform::Rotate270),
        };
        let font = ("sans-serif", size * BACKEND_RATIO)
            .into_font()
            .style(weight)
            .transform(turn);
        let style = TextStyle::from(font)
            .color(&colour)
            .pos(Pos::new(horizontal, VPos::Center));
        // XML has no way to write these, escaped or not.
        let illegal = |c: char| c.is_control() || ('\u{fffe}'..='\u{ffff}').contains(&c);
        let legal = |c| if illegal(c) { ' ' } else { c };
        let text: String = text.chars().map(legal).collect();
        Ok(self.0.draw_text(&text, &style, at)?)
    }

    pub(super) fn path(
        &self,
        pixels: Vec<Pixel>,
        width: u32,
        colour: RGBColor,
    ) -> Result<(), PlotError> {
        Ok(self
            .0
            .draw(&PathElement::new(pixels, colour.stroke_width(width)))?)
    }

    pub(super) fn rectangle(
        &self,
        corners: [Pixel; 2],
        colour: RGBColor,
        opacity: f64,
    ) -> Result<(), PlotError> {
        Ok(self
            .0
            .draw(&Rectangle::new(corners, colour.mix(opacity).filled()))?)
    }

    pub(super) fn dot(
        &self,
        at: Pixel,
        radius: u32,
        colour: RGBColor,
        opacity: f64,
    ) -> Result<(), PlotError> {
        let circle = plotters::element::Circle::new(at, radius, colour.mix(opacity).filled());
        Ok(self.0.draw(&circle)?)
    }
}

/// The width of a text in [`Font::Text`], in pixels, at a guess.
pub(super) fn width(text: &str) -> i32 {
    i32::try_from(text.chars().count())
        .unwrap_or(i32::MAX)
        .saturating_mul(CHARACTER)
}

/// The text, cut short with an ellipsis where it would be wider than so many pixels.
pub(super) fn fitted(text: &str, pixels: i32) -> String {
    if width(text) <= pixels {
        return text.to_owned();
    }
    let room = usize::try_from(pixels / CHARACTER - 1).unwrap_or(0);
    text.chars().take(room).chain(['…']).collect()
}
