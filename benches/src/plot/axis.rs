//! From values to pixels: axes, which are never empty.

use plotters::coord::ranged1d::Ranged;
use plotters::coord::types::RangedCoordf64;

use super::scale::{Extent, Scale};
use super::tick;

pub(super) struct Axis {
    scale: Scale,
    /// Positions, not values.
    range: RangedCoordf64,
    /// Values and their names.
    pub(super) ticks: Vec<(f64, String)>,
}

impl Axis {
    /// An axis for the extent and, on either side, a share of it as margin; from 0 to 1 for none.
    pub(super) fn new(extent: Option<Extent>, scale: Scale, margins: (f64, f64)) -> Self {
        let extent = extent
            .unwrap_or(Extent {
                low: 0.0,
                high: 1.0,
            })
            .widened();
        let (low, high) = (scale.position(extent.low), scale.position(extent.high));
        let (low, high) = (
            low - margins.0 * (high - low),
            high + margins.1 * (high - low),
        );
        let ticks = match scale {
            Scale::Linear => tick::even(low, high),
            Scale::Doubling | Scale::Octaves => tick::doubling(extent, scale),
        };
        Self {
            scale,
            range: (low..high).into(),
            ticks,
        }
    }

    /// The pixel of a value, where the axis runs from one pixel to another.
    pub(super) fn pixel(&self, value: f64, ends: (i32, i32)) -> i32 {
        self.range.map(&self.scale.position(value), ends)
    }
}

#[cfg(test)]
mod tests {
    use super::super::scale::LARGEST;
    use super::*;

    fn names(axis: &Axis) -> Vec<&str> {
        axis.ticks.iter().map(|(_, name)| name.as_str()).collect()
    }

    fn axis(low: f64, high: f64, scale: Scale) -> Axis {
        Axis::new(Some(Extent { low, high }), scale, (0.0, 0.0))
    }

    #[test]
    fn ticks_are_round_and_within_the_axis() {
        assert_eq!(
            names(&axis(0.0, 70_000.0, Scale::Linear))[..3],
            ["0", "10,000", "20,000"]
        );
        assert_eq!(
            names(&axis(-0.35, 0.35, Scale::Linear))[..2],
            ["−0.3", "−0.2"]
        );
        assert_eq!(
            names(&axis(64.0, 512.0, Scale::Doubling)),
            ["64", "128", "256", "512"]
        );
        assert_eq!(
            names(&axis(-128.0, 64.0, Scale::Doubling)),
            ["−128", "−64", "0", "64"]
        );
        assert_eq!(names(&axis(2.5, 16.0, Scale::Octaves)), ["4", "8", "16"]);
    }

    #[test]
    fn any_extent_has_at_least_two_distinct_ticks() {
        for low in [0.0, -1.0, 1e-9, 0.1, 40_000.0, -40_000.0, LARGEST] {
            for width in [0.0, 1e-12, 1e-5, 0.5, 1e6, 2e15] {
                for scale in [Scale::Linear, Scale::Doubling, Scale::Octaves] {
                    let ticks = axis(low, low + width, scale).ticks;
                    assert!((2..=13).contains(&ticks.len()), "{low} {width}: {ticks:?}");
                    assert!(
                        ticks.windows(2).all(|t| t[0].1 != t[1].1),
                        "{low} {width}: {ticks:?}"
                    );
                }
            }
        }
    }
}
