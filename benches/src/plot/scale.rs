//! Scales, and the ranges of values they are for.

use super::PlotError;

/// How values become positions on the horizontal axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Scale {
    /// In proportion.
    #[default]
    Linear,
    /// In proportion up to 64 to either side of 0, then a step for every doubling, in proportion
    /// within it: a symmetric logarithm made of straight pieces, which needs no logarithm. A
    /// straight line is bent at doublings only.
    Doubling,
    /// The same, in proportion up to 1 only.
    Octaves,
}

/// Where [`Scale::Doubling`] begins to double: below the length of a block of most hashes there
/// is nothing to tell apart.
const FIRST_DOUBLING: f64 = 64.0;

/// Where [`Scale::Octaves`] does: numbers that count something begin there.
const FIRST_OCTAVE: f64 = 1.0;

/// Beyond 15 digits neighbouring whole numbers of `f64` merge.
pub(super) const LARGEST: f64 = 1e15;

/// The least extent of an axis: in proportion to its values, so that the names of ticks differ
/// within the digits shown, and in absolute terms.
const LEAST_SHARE: f64 = 1e-6;
const LEAST_EXTENT: f64 = 1e-4;

impl Scale {
    /// Where doubling begins, if it does.
    fn first(self) -> Option<f64> {
        match self {
            Self::Linear => None,
            Self::Doubling => Some(FIRST_DOUBLING),
            Self::Octaves => Some(FIRST_OCTAVE),
        }
    }

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

    /// Where a straight line between two values is bent on this scale, by rising value.
    pub(super) fn bends(self, low: f64, high: f64) -> Vec<f64> {
        let doubled = |value: &f64| (*value < LARGEST).then_some(value * 2.0);
        let above: Vec<f64> = std::iter::successors(self.first(), doubled).collect();
        if above.is_empty() {
            return above;
        }
        let below = above.iter().rev().map(|value| -value);
        let all = below.chain([0.0]).chain(above.iter().copied());
        all.filter(|value| low < *value && *value < high).collect()
    }
}

/// The least and the greatest of some values, all of them fit to be drawn.
#[derive(Debug, Clone, Copy)]
pub(super) struct Extent {
    pub(super) low: f64,
    pub(super) high: f64,
}

impl Extent {
    /// `None` of no values.
    pub(super) fn of(values: impl IntoIterator<Item = f64>) -> Result<Option<Self>, PlotError> {
        let mut extent: Option<Self> = None;
        for value in values {
            if !value.is_finite() || value.abs() > LARGEST {
                return Err(PlotError::OutOfRange(value));
            }
            let so_far = extent.unwrap_or(Self {
                low: value,
                high: value,
            });
            extent = Some(Self {
                low: so_far.low.min(value),
                high: so_far.high.max(value),
            });
        }
        Ok(extent)
    }

    /// Wide enough to be an axis.
    pub(super) fn widened(self) -> Self {
        let largest = self.low.abs().max(self.high.abs());
        if self.high - self.low > (largest * LEAST_SHARE).max(LEAST_EXTENT) {
            return self;
        }
        let margin = if largest > LEAST_EXTENT {
            largest * 0.05
        } else {
            1.0
        };
        Self {
            low: self.low - margin,
            high: self.high + margin,
        }
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
        assert_eq!(position(96.0), 1.5);
        assert_eq!(position(-96.0), -1.5);
        assert_eq!(position(LARGEST).floor(), 44.0); // 64 * 2^43 <= 10^15 < 64 * 2^44
        let position = |value| Scale::Octaves.position(value);
        assert_eq!(
            [0.5, 1.0, 2.0, 3.0, 256.0].map(position),
            [0.5, 1.0, 2.0, 2.5, 9.0]
        );
    }

    #[test]
    fn what_cannot_be_drawn_is_an_error() {
        for bad in [f64::NAN, f64::INFINITY, f64::MAX] {
            assert!(matches!(
                Extent::of([0.0, bad]),
                Err(PlotError::OutOfRange(_))
            ));
        }
        assert!(matches!(Extent::of([]), Ok(None)));
    }
}
