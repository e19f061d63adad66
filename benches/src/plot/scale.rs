//! Scales, and the ranges of values they are for.

use super::PlotError;
use std::ops::Range;

/// How values become positions on an axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Scale {
    /// In proportion.
    #[default]
    Linear,
    /// In proportion up to 64 to either side of 0, then a step for every doubling, in proportion
    /// within it: a symmetric logarithm made of straight pieces, which needs no logarithm, and
    /// bends a straight line at doublings only. Below the length of a block of most hashes there is
    /// nothing to tell apart.
    Doubling,
    /// The same, in proportion up to 1 only: for numbers that count something.
    Octaves,
}

/// Beyond 15 digits neighbouring whole numbers of `f64` merge.
const LARGEST: f64 = 1e15;

impl Scale {
    /// Where doubling begins, if it does.
    fn first(self) -> Option<f64> {
        match self {
            Self::Linear => None,
            Self::Doubling => Some(64.0),
            Self::Octaves => Some(1.0),
        }
    }

    /// Where a value lies on the axis; whole numbers are doublings.
    pub(super) fn position(self, value: f64) -> f64 {
        let Some(first) = self.first() else {
            return value;
        };
        if value.abs() <= first {
            return value / first;
        }
        let (mut start, mut steps) = (first, 1.0);
        while value.abs() > 2.0 * start {
            start *= 2.0;
            steps += 1.0;
        }
        (steps + (value.abs() - start) / start) * value.signum()
    }

    /// The value at a position: the inverse of [`Self::position`].
    fn value(self, position: f64) -> f64 {
        let Some(first) = self.first() else {
            return position;
        };
        let (mut rest, mut start) = (position.abs(), first);
        if rest <= 1.0 {
            return position * first;
        }
        while rest > 2.0 {
            rest -= 1.0;
            start *= 2.0;
        }
        start * rest * position.signum()
    }

    /// How the value at a position is written.
    pub(super) fn name(self, position: f64) -> String {
        // Ticks are multiples of 1, 2 or 5 times a power of ten, but for rounding.
        let value = (self.value(position) * 1e6).round() / 1e6;
        format!("{}", value + 0.0) // no sign of zero
    }

    /// The corners of a straight line between two values: its ends and where this scale bends it.
    pub(super) fn corners(self, low: f64, high: f64) -> Vec<f64> {
        let (from, to) = (self.position(low), self.position(high));
        let mut corners = vec![low];
        if self != Self::Linear {
            let mut position = from.floor() + 1.0;
            while position < to {
                corners.push(self.value(position));
                position += 1.0;
            }
        }
        corners.push(high);
        corners
    }

    /// The positions of an axis of these values, with a share of it as margin on either side; from
    /// 0 to 1 for none.
    ///
    /// # Errors
    ///
    /// A value cannot be drawn.
    pub(super) fn axis(
        self,
        values: impl IntoIterator<Item = f64>,
        margin: f64,
    ) -> Result<Range<f64>, PlotError> {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values {
            if !value.is_finite() || value.abs() > LARGEST {
                return Err(PlotError::OutOfRange(value));
            }
            let position = self.position(value);
            (low, high) = (low.min(position), high.max(position));
        }
        if low > high {
            return Ok(0.0..1.0);
        }
        // Wide enough for the names of ticks to differ.
        let least = (low.abs().max(high.abs()) * 1e-6).max(1e-4);
        let margin = match high - low > least {
            true => (high - low) * margin,
            false => low.abs().max(1.0) * 0.05,
        };
        Ok(low - margin..high + margin)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_doubling_takes_the_same_room_wherever_it_is() {
        let position = |value| Scale::Doubling.position(value);
        assert_eq!(position(0.0), 0.0);
        assert_eq!(position(32.0), 0.5);
        assert_eq!([64.0, 128.0, 65_536.0].map(position), [1.0, 2.0, 11.0]);
        assert_eq!([96.0, -96.0].map(position), [1.5, -1.5]);
        let position = |value| Scale::Octaves.position(value);
        assert_eq!([0.5, 2.0, 3.0, 256.0].map(position), [0.5, 2.0, 2.5, 9.0]);
    }

    #[test]
    fn a_position_has_its_value_back() {
        for scale in [Scale::Linear, Scale::Doubling, Scale::Octaves] {
            for value in [0.0, 0.5, 1.0, 63.0, 64.0, 100.0, 65_536.0, -3.0, -4_000.0] {
                assert_eq!(scale.value(scale.position(value)), value, "{scale:?}");
            }
        }
        assert_eq!(Scale::Doubling.name(11.0), "65536");
        assert_eq!(Scale::Linear.name(0.1 + 0.2), "0.3");
        assert_eq!(Scale::Linear.name(-0.0), "0");
    }

    #[test]
    fn an_axis_is_never_empty_and_has_no_value_that_cannot_be_drawn() {
        let axis = |values: &[f64]| Scale::Linear.axis(values.iter().copied(), 0.05);
        for values in [
            &[][..],
            &[0.0],
            &[7.0; 9],
            &[1.0, 1.0 + 1e-12],
            &[-1e15, 1e15],
        ] {
            let axis = axis(values).expect("an axis");
            assert!(axis.end - axis.start >= 0.05, "{axis:?}");
        }
        for bad in [f64::NAN, f64::INFINITY, f64::MAX] {
            assert!(matches!(axis(&[0.0, bad]), Err(PlotError::OutOfRange(_))));
        }
    }
}
