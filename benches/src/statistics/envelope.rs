//! The upper envelope: the lowest line on or above all points, for a price that costs must not
//! exceed.
//!
//! "Least" is the least sum of `line - y` over the points. That sum is
//! `n * (line.at(mean of x) - mean of y)`: of all lines above the points the least is the lowest
//! at the mean of `x`. Neither parameter may be negative, as neither could be a price; an intercept
//! of 0 or more is a line on or above the origin.
//!
//! For each slope the lowest line is known. Its height at the mean is a convex function of the
//! slope made of straight pieces, which meet at the slopes of pairs of the points and the origin:
//! the best slope is one of these, or 0 if all better ones are negative.

use super::lines::slopes;
use super::{Line, Point, mean};

/// The least line with no negative parameter that lies on or above every point, up to a few
/// roundings of the last bit. Every point weighs the same: pass one per length, none negative.
///
/// `None` without two distinct `x`, or if anything, including the result, is not finite.
///
/// # Cost
///
/// Cubic in the number of points.
pub(crate) fn envelope(points: &[Point]) -> Option<Line> {
    let first = points.first()?;
    let is_finite = points.iter().all(|p| p.x.is_finite() && p.y.is_finite());
    if !is_finite || points.iter().all(|p| p.x == first.x) {
        return None;
    }
    let origin = Point { x: 0.0, y: 0.0 };
    let corners = [points, &[origin]].concat();
    let rising = slopes(&corners).filter(|slope| *slope > 0.0).chain([0.0]);
    let lines = rising.map(|slope| {
        let rests = points.iter().map(|p| p.y - slope * p.x);
        let intercept = rests.fold(0.0, f64::max);
        Line { intercept, slope }
    });
    let mean = mean(points.iter().map(|p| p.x));
    lines
        .min_by(|a, b| a.at(mean).total_cmp(&b.at(mean)))?
        .if_finite()
}

#[cfg(test)]
mod tests {
    use super::super::tests::points;
    use super::*;

    #[test]
    fn it_is_the_least_line_above_with_no_negative_parameter() {
        for (data, intercept, slope) in [
            // Points on a line.
            ([(0.0, 3.0), (1.0, 5.0), (4.0, 11.0)], 3.0, 2.0),
            // The mean of x is 10/3, below the edge of the last two points.
            ([(0.0, 0.0), (1.0, 4.0), (9.0, 8.0)], 3.5, 0.5),
            // Falling costs: the line has the height of the highest point.
            ([(0.0, 9.0), (1.0, 4.0), (9.0, 1.0)], 9.0, 0.0),
            // The line of the last two points is -8 + 6x; from the origin, 5x is above all points.
            ([(2.0, 4.0), (4.0, 16.0), (8.0, 40.0)], 0.0, 5.0),
        ] {
            assert_eq!(envelope(&points(&data)), Some(Line { intercept, slope }));
        }
    }

    #[test]
    fn what_has_no_envelope_gives_none() {
        assert_eq!(envelope(&[]), None);
        assert_eq!(envelope(&points(&[(1.0, 1.0), (1.0, 2.0)])), None);
        for bad in [f64::NAN, f64::INFINITY] {
            assert_eq!(envelope(&points(&[(0.0, bad), (1.0, 1.0)])), None);
            assert_eq!(envelope(&points(&[(bad, 0.0), (1.0, 1.0)])), None);
        }
    }
}
