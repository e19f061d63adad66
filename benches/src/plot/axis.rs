//! Axes: where values lie, and what is written there.

use super::PlotError;
use plotters::coord::ranged1d::{BoldPoints, KeyPointHint, NoDefaultFormatting};
use plotters::coord::ranged1d::{Ranged, ValueFormatter};
use plotters::coord::types::RangedCoordf64;
use std::ops::Range;

/// Ticks that an axis in proportion has at most, and pixels of a character there, about.
const TICKS: usize = 14;
const CHARACTER: usize = 8;

/// Beyond 15 digits neighbouring whole numbers of `f64` merge.
const LARGEST: f64 = 1e15;

/// The value from which on every doubling takes the same room; up to it all is in proportion. Counts
/// begin at 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Scale(f64);

impl Scale {
    pub(super) const LINEAR: Self = Self(f64::INFINITY);
    pub(super) const COUNTS: Self = Self(1.0);

    fn position(self, value: f64) -> f64 {
        let Self(first) = self;
        if value <= first {
            return value;
        }
        first * (1.0 + (value / first).log2())
    }

    /// The inverse of [`Self::position`].
    fn value(self, position: f64) -> f64 {
        let Self(first) = self;
        if position <= first {
            return position;
        }
        first * (position / first - 1.0).exp2()
    }

    /// The positions of ticks in a range of them.
    fn ticks(self, range: &Range<f64>) -> Vec<f64> {
        let Self(first) = self;
        if self == Self::LINEAR {
            return RangedCoordf64::from(range.clone()).key_points(BoldPoints(TICKS));
        }
        let lowest = (range.start / first).ceil();
        let all = (0..).map(|step| (lowest + f64::from(step)) * first);
        all.take_while(|tick| *tick <= range.end).collect()
    }
}

/// A range of positions, and the values that are named.
#[derive(Debug, Clone)]
pub(super) struct Axis {
    scale: Scale,
    pub(super) range: Range<f64>,
    ticks: Vec<(f64, String)>,
}

impl Axis {
    /// An axis of these values, with a share of it as margin on either side.
    ///
    /// # Errors
    ///
    /// A value cannot be drawn.
    pub(super) fn new(
        scale: Scale,
        values: impl IntoIterator<Item = f64>,
        margin: f64,
    ) -> Result<Self, PlotError> {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values {
            if !value.is_finite() || value.abs() > LARGEST {
                return Err(PlotError::OutOfRange(value));
            }
            let position = scale.position(value);
            (low, high) = (low.min(position), high.max(position));
        }
        if low > high {
            (low, high) = (0.0, 1.0); // no values
        }
        // Wide enough for the names of ticks to differ.
        let least = (low.abs().max(high.abs()) * 1e-6).max(1e-4);
        let margin = match high - low > least {
            true => (high - low) * margin,
            false => low.abs().max(1.0) * 0.05,
        };
        let range = low - margin..high + margin;
        let named = |position: f64| {
            // Ticks are multiples of 1, 2 or 5 times a power of ten, but for rounding.
            let value = (scale.value(position) * 1e6).round() / 1e6 + 0.0; // no sign of zero
            (value, value.to_string())
        };
        let ticks = scale.ticks(&range).into_iter().map(named).collect();
        Ok(Self {
            scale,
            range,
            ticks,
        })
    }

    /// Rows of these names, each 1 high, the first one on top.
    pub(super) fn rows(names: &[&str]) -> Self {
        let bottom = names.len() as f64;
        let row = |(index, name): (usize, &&str)| (bottom - index as f64 - 0.5, (*name).to_owned());
        Self {
            scale: Scale::LINEAR,
            range: 0.0..bottom.max(1.0),
            ticks: names.iter().enumerate().map(row).collect(),
        }
    }

    /// The values that are named.
    pub(super) fn ticks(&self) -> impl Iterator<Item = f64> {
        self.ticks.iter().map(|(value, _)| *value)
    }

    /// The pixels that the longest name takes, about.
    pub(super) fn names_width(&self) -> u32 {
        let names = self.ticks.iter().map(|(_, name)| name.len());
        let characters = names.max().unwrap_or_default().min(40);
        u32::try_from(characters * CHARACTER).unwrap_or_default()
    }
}

impl Ranged for Axis {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, pixels: (i32, i32)) -> i32 {
        let linear = RangedCoordf64::from(self.range.clone());
        linear.map(&self.scale.position(*value), pixels)
    }

    fn key_points<Hint: KeyPointHint>(&self, _: Hint) -> Vec<f64> {
        self.ticks().collect()
    }

    fn range(&self) -> Range<f64> {
        self.scale.value(self.range.start)..self.scale.value(self.range.end)
    }
}

impl ValueFormatter<f64> for Axis {
    fn format_ext(&self, value: &f64) -> String {
        let tick = self.ticks.iter().find(|(at, _)| at == value);
        tick.map_or_else(String::new, |(_, name)| name.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_doubling_takes_the_same_room_wherever_it_is_and_has_its_value_back() {
        for (scale, value, position) in [
            (Scale::LINEAR, -7.0, -7.0),
            (Scale::COUNTS, 0.5, 0.5),
            (Scale::COUNTS, 256.0, 9.0),
        ] {
            assert_eq!(scale.position(value), position);
            assert_eq!(scale.value(position), value);
        }
    }

    #[test]
    fn ticks_are_named_by_their_values() {
        for (scale, values, names) in [
            (Scale::LINEAR, [-1.0, 9.0], ["-1", "0", "1", "2"]),
            (Scale::COUNTS, [1.0, 8.0], ["1", "2", "4", "8"]),
        ] {
            let axis = Axis::new(scale, values, 0.0).expect("an axis");
            let found: Vec<_> = axis.ticks.iter().map(|(_, name)| name).collect();
            assert_eq!(found[..4], names);
        }
    }

    #[test]
    fn an_axis_is_never_empty_and_has_no_value_that_cannot_be_drawn() {
        let axis = |values: &[f64]| Axis::new(Scale::LINEAR, values.iter().copied(), 0.05);
        for values in [&[][..], &[0.0], &[7.0; 9], &[1.0, 1.0 + 1e-12]] {
            let range = axis(values).expect("an axis").range;
            assert!(range.end - range.start >= 0.05, "{values:?}");
        }
        for bad in [f64::NAN, f64::INFINITY, f64::MAX] {
            assert!(matches!(axis(&[0.0, bad]), Err(PlotError::OutOfRange(_))));
        }
    }
}
