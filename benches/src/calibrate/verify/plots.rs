//! Plots of a calibration.

use super::cell::Series;
use super::costs::Costs;
use crate::calibrate::fitted::Fitted;
use crate::calibrate::price::{Parameter, gas_per_unit};
use crate::measure::sample::Metric;
use crate::plot::style::{
    BLACK, BLUISH_GREEN, DASHED, DOTTED, ORANGE, REDDISH_PURPLE, SOLID, VERMILLION,
};
use crate::plot::{Chart, Curve, scatter};
use crate::statistics::{Line, Point};
use crate::verification::{Family, Layer, Place};

/// The plotted series: the signatures that an attacker would send.
const SHOWN: Series = Series::new(Layer::Wasm, Family::RefusedHeaviest, Place::Memory);

/// Nanoseconds per microsecond, the axes' unit.
const THOUSAND: f64 = 1_000.0;

fn us(&Point { x, y }: &Point) -> Point {
    let y = y / THOUSAND;
    Point { x, y }
}

/// The least time of a verification in each process, with the fitted and charged lines, as SVG.
pub(super) fn line(costs: &Costs) -> anyhow::Result<Option<Vec<u8>>> {
    let is_it = |it: &&Fitted<Series>| it.of == SHOWN && it.metric == Metric::Time;
    let Some(fitted) = costs.lines.iter().find(is_it) else {
        return Ok(None);
    };
    let priced = |gas: fn(&Parameter) -> Option<u64>| {
        let ns = |it: &Parameter| Some(gas(it)? as f64 / gas_per_unit(Metric::Time));
        let [base, byte] = &costs.parameters[..] else {
            return None;
        };
        let (intercept, slope) = (ns(base)?, ns(byte)?);
        Some(Line { intercept, slope })
    };
    let dots: Vec<_> = fitted.samples.iter().map(|it| us(&it.point)).collect();
    let longest = dots.iter().map(|it| it.x).fold(0.0, f64::max);
    let ends = |line: Line| [0.0, longest].map(|x| us(&Point { x, y: line.at(x) }));
    let (charged, recommended) = (priced(|it| Some(it.charged)), priced(|it| it.price().gas()));
    let (least_squares, theil_sen) = (fitted.fit.least_squares, fitted.fit.theil_sen);
    let above = "above 99.9 % of all samples";
    let lines = [
        ("least squares", Some(least_squares), ORANGE, SOLID),
        ("Theil-Sen", Some(theil_sen), BLACK, DOTTED),
        ("price on mainnet", charged, VERMILLION, SOLID),
        (above, fitted.envelope, BLUISH_GREEN, DASHED),
        ("recommended price", recommended, REDDISH_PURPLE, DASHED),
    ];
    let curves = lines.into_iter().filter_map(|(label, line, colour, dash)| {
        Some(Curve {
            label: label.to_owned(),
            line: ends(line?).into(),
            colour,
            dash,
        })
    });
    let curves: Vec<_> = curves.collect();
    let chart = Chart {
        title: &format!("One verification by the length of its message ({SHOWN})"),
        x_label: "message, bytes",
        y_label: "us, the least of each process, without reading inputs",
    };
    let svg = scatter(&chart, &dots, &curves)?;
    Ok(Some(svg.into_bytes()))
}

/// Time by the place of the stack, as SVG.
pub(super) fn stack(costs: &Costs) -> anyhow::Result<Vec<u8>> {
    let point = |(&place, &y): (&usize, &f64)| us(&Point { x: place as f64, y });
    let points: Vec<_> = costs.stack.iter().map(point).collect();
    let chart = Chart {
        title: "One verification by dalek, by the place of its stack in a page",
        x_label: "bytes into a page of 4,096",
        y_label: "us, the least of all samples",
    };
    Ok(scatter(&chart, &points, &[])?.into_bytes())
}
