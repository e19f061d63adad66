//! The upper envelope: the least line that no point lies above, for a price that must not be
//! exceeded.
//!
//! "Least" is the least sum of `line - y` over the points. That sum is
//! `n * (line.at(mean of x) - mean of y)`: of all lines above the points the least is the lowest
//! at the mean of `x`. No such line runs below the upper convex hull there, and the line through
//! the hull's edge over the mean touches it and, the hull being concave, lies above all the rest.
//!
//! Neither parameter may be negative, as neither could be a price. An intercept of 0 or more is
//! a line on or above the origin, so the origin joins the hull, though not the mean. The least
//! height at the mean is a convex function of the slope, so where the edge falls the best slope
//! allowed is 0, and the line is level with the highest point.

use super::{Line, Point, least_squares::residuals, mean};

/// The least line with no negative parameter that lies on or above every point, to within a few
/// roundings of the last bit. Every point weighs the same: pass one per length. Intercept in the
/// unit of `y`, slope in that unit per byte.
///
/// `None` without two distinct `x`, or where anything, the result included, is not finite.
pub fn envelope(points: &[Point]) -> Option<Line> {
    let first = points.first()?;
    let finite = points.iter().all(|p| p.x.is_finite() && p.y.is_finite());
    if !finite || points.iter().all(|p| p.x == first.x) {
        return None;
    }
    let mean_x = mean(points.iter().map(|p| p.x));
    let hull = upper_hull(points);
    let mut edges = hull.iter().zip(hull.iter().skip(1));
    let (a, b) = edges
        .clone()
        .find(|(_, b)| mean_x <= b.x)
        .or(edges.next_back())?;
    let slope = ((b.y - a.y) / (b.x - a.x)).max(0.0);
    let touching = Line {
        intercept: 0.0,
        slope,
    };
    let intercept = residuals(points, touching).fold(0.0, f64::max);
    let line = Line { intercept, slope };
    line.is_finite().then_some(line)
}

/// The corners of the upper convex hull of the points and the origin, by rising `x` (the monotone
/// chain of A. M. Andrew, "Another efficient algorithm for convex hulls in two dimensions",
/// Information Processing Letters 9(5), 1979).
fn upper_hull(points: &[Point]) -> Vec<Point> {
    let mut sorted = points.to_vec();
    sorted.push(Point { x: 0.0, y: 0.0 });
    // Of equal `x` the highest comes first, and is the only one kept.
    sorted.sort_by(|a, b| a.x.total_cmp(&b.x).then(b.y.total_cmp(&a.y)));
    sorted.dedup_by(|later, kept| later.x == kept.x);
    let mut hull: Vec<Point> = Vec::new();
    for p in sorted {
        while let [.., a, b] = hull.as_slice() {
            if (b.x - a.x) * (p.y - a.y) < (b.y - a.y) * (p.x - a.x) {
                break;
            }
            hull.pop();
        }
        hull.push(p);
    }
    hull
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;

    fn points(xy: &[(f64, f64)]) -> Vec<Point> {
        xy.iter().map(|&(x, y)| Point { x, y }).collect()
    }

    fn sum(line: Line, points: &[Point]) -> f64 {
        points.iter().map(|p| line.at(p.x) - p.y).sum()
    }

    fn is_above(line: Line, points: &[Point]) -> bool {
        points
            .iter()
            .all(|p| line.at(p.x) >= p.y - 1e-12 * p.y.abs())
    }

    #[test]
    fn points_on_a_line_have_that_line() {
        let data = points(&[(0.0, 3.0), (1.0, 5.0), (4.0, 11.0)]);
        assert_eq!(
            envelope(&data),
            Some(Line {
                intercept: 3.0,
                slope: 2.0
            })
        );
    }

    #[test]
    fn it_is_the_edge_over_the_mean() {
        // The hull is (0, 0), (1, 4), (9, 8); the mean of x is 10/3, over the second edge.
        let data = points(&[(0.0, 0.0), (1.0, 4.0), (9.0, 8.0)]);
        assert_eq!(
            envelope(&data),
            Some(Line {
                intercept: 3.5,
                slope: 0.5
            })
        );
    }

    #[test]
    fn a_falling_edge_gives_the_level_of_the_highest_point() {
        let data = points(&[(0.0, 9.0), (1.0, 4.0), (9.0, 1.0)]);
        assert_eq!(
            envelope(&data),
            Some(Line {
                intercept: 9.0,
                slope: 0.0
            })
        );
    }

    #[test]
    fn an_edge_that_would_start_below_zero_starts_at_the_origin() {
        // Through the two points: -8 + 6x. From the origin over both: 5x.
        let data = points(&[(2.0, 4.0), (4.0, 16.0), (8.0, 40.0)]);
        assert_eq!(
            envelope(&data),
            Some(Line {
                intercept: 0.0,
                slope: 5.0
            })
        );
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

    #[test]
    fn no_line_of_a_fine_grid_is_above_every_point_and_less() {
        for seed in 0..40 {
            let mut rng = Rng::with_seed(seed);
            // Rising, level and falling clouds, so that each constraint binds in some of them.
            let tilt = f64::from(rng.i32(-20..40)) / 10.0;
            let offset = f64::from(rng.i32(-10..10));
            let data: Vec<Point> = (0..rng.usize(2..15))
                .map(|i| (i as f64, rng.f64() * 10.0))
                .map(|(x, noise)| Point {
                    x,
                    y: offset + tilt * x + noise,
                })
                .collect();
            let best = envelope(&data).unwrap();
            assert!(is_above(best, &data) && best.intercept >= 0.0 && best.slope >= 0.0);
            for (i, j) in (0..200).flat_map(|i| (0..200).map(move |j| (i, j))) {
                let (intercept, slope) = (f64::from(i) * 0.4, f64::from(j) * 0.06);
                let line = Line { intercept, slope };
                if is_above(line, &data) {
                    assert!(
                        sum(line, &data) >= sum(best, &data) - 1e-9,
                        "{seed}: {line:?}"
                    );
                }
            }
        }
    }
}
