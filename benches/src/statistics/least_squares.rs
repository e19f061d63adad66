//! Ordinary least squares: the line that leaves the least sum of squared residuals (N. R. Draper
//! and H. Smith, "Applied Regression Analysis", 3rd ed. 1998, chapter 1).

use super::{Line, Point, mean};

/// The least-squares line through the points; intercept in the unit of `y`, slope in that unit
/// per byte.
///
/// `None` with fewer than 3 points or 2 distinct `x`, or where anything, the result included, is
/// not finite.
pub fn line(points: &[Point]) -> Option<Line> {
    let first = points.first()?;
    if points.len() < 3 || points.iter().all(|p| p.x == first.x) {
        return None;
    }
    // Sums of deviations from the means: raw sums of squares would cancel the leading digits.
    let mean_x = mean(points.iter().map(|p| p.x));
    let mean_y = mean(points.iter().map(|p| p.y));
    let (mut products, mut squares) = (0.0, 0.0);
    for p in points {
        products += (p.x - mean_x) * (p.y - mean_y);
        squares += (p.x - mean_x) * (p.x - mean_x);
    }
    let slope = products / squares;
    let line = Line {
        intercept: mean_y - slope * mean_x,
        slope,
    };
    // An infinite sum of squares would pass for a slope of 0.
    (squares.is_finite() && line.is_finite()).then_some(line)
}

/// How far each point lies above the line (below: negative), in the unit of `y` and the order of
/// the points.
pub fn residuals(points: &[Point], line: Line) -> impl Iterator<Item = f64> + Clone {
    points.iter().map(move |p| p.y - line.at(p.x))
}

/// The greatest distance of a point above the line, in the unit of `y`; 0 where none lies above.
///
/// `None` without points or where a residual is not finite.
pub fn largest_residual(points: &[Point], line: Line) -> Option<f64> {
    let finite = !points.is_empty() && residuals(points, line).all(f64::is_finite);
    finite.then(|| residuals(points, line).fold(0.0, f64::max))
}

/// The coefficient of determination: the share, 1 at most, of the variation of `y` that the line
/// accounts for. 1 where `y` does not vary and the line goes through it; below 0 for a line that
/// does worse than the mean.
///
/// `None` without points or where a sum is not finite.
pub fn r_squared(points: &[Point], line: Line) -> Option<f64> {
    let mean_y = mean(points.iter().map(|p| p.y));
    let left: f64 = residuals(points, line).map(|r| r * r).sum();
    let total: f64 = points.iter().map(|p| (p.y - mean_y) * (p.y - mean_y)).sum();
    if left == 0.0 && total == 0.0 && !points.is_empty() {
        return Some(1.0);
    }
    let share = 1.0 - left / total;
    share.is_finite().then_some(share)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(xy: &[(f64, f64)]) -> Vec<Point> {
        xy.iter().map(|&(x, y)| Point { x, y }).collect()
    }

    #[test]
    fn the_normal_equations_hold() {
        // Means 2 and 3; sum of products 1 * 2 + 1 * 1 = 3, of squares 2: slope 3/2, intercept 0.
        let data = points(&[(1.0, 1.0), (2.0, 4.0), (3.0, 4.0)]);
        let fitted = line(&data).unwrap();
        assert_eq!(
            fitted,
            Line {
                intercept: 0.0,
                slope: 1.5
            }
        );
        let residuals: Vec<f64> = residuals(&data, fitted).collect();
        assert_eq!(residuals, [-0.5, 1.0, -0.5]);
        assert_eq!(largest_residual(&data, fitted), Some(1.0));
        // Left 0.25 + 1 + 0.25, in total 4 + 1 + 1.
        assert_eq!(r_squared(&data, fitted), Some(1.0 - 1.5 / 6.0));
    }

    #[test]
    fn a_large_offset_costs_no_digits() {
        let data: Vec<Point> = (0..100)
            .map(|i| Point {
                x: 1e9 + f64::from(i),
                y: 1e12 + f64::from(i),
            })
            .collect();
        assert!((line(&data).unwrap().slope - 1.0).abs() < 1e-9);
    }

    #[test]
    fn what_has_no_line_gives_none() {
        assert_eq!(line(&[]), None);
        assert_eq!(line(&points(&[(0.0, 1.0), (1.0, 2.0)])), None);
        assert_eq!(line(&points(&[(0.1, 1.0), (0.1, 2.0), (0.1, 4.0)])), None);
        for bad in [f64::NAN, f64::INFINITY] {
            assert_eq!(line(&points(&[(0.0, bad), (1.0, 2.0), (2.0, 3.0)])), None);
            assert_eq!(line(&points(&[(bad, 0.0), (1.0, 2.0), (2.0, 3.0)])), None);
        }
        assert_eq!(
            line(&points(&[(f64::MAX, 0.0), (-f64::MAX, 1.0), (2.0, 1.0)])),
            None
        );
        let flat = Line {
            intercept: 1.0,
            slope: 0.0,
        };
        assert_eq!(largest_residual(&[], flat), None);
        assert_eq!(largest_residual(&points(&[(0.0, f64::NAN)]), flat), None);
        assert_eq!(r_squared(&[], flat), None);
    }

    #[test]
    fn a_constant_is_explained_in_full() {
        let data = points(&[(0.0, 2.0), (1.0, 2.0), (2.0, 2.0)]);
        let fitted = line(&data).unwrap();
        assert_eq!(
            fitted,
            Line {
                intercept: 2.0,
                slope: 0.0
            }
        );
        assert_eq!(r_squared(&data, fitted), Some(1.0));
    }
}
