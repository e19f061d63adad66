//! Ordinary least squares: the line that leaves the least sum of squared residuals (N. R. Draper
//! and H. Smith, "Applied Regression Analysis", 3rd ed. 1998, chapter 1).

use super::{Line, Point, mean, squares};

/// The least-squares line through the points.
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
    let products = points.iter().map(|p| (p.x - mean_x) * (p.y - mean_y));
    let squares = squares(points.iter().map(|p| p.x - mean_x));
    let slope = products.sum::<f64>() / squares;
    let intercept = mean_y - slope * mean_x;
    // An infinite sum of squares would pass for a slope of 0.
    Line { intercept, slope }
        .if_finite()
        .filter(|_| squares.is_finite())
}

/// The coefficient of determination: the share, 1 at most, of the variation of `y` that the line
/// accounts for. 1 where `y` does not vary and the line goes through it; below 0 for a line that
/// does worse than the mean.
///
/// `None` without points or where a sum is not finite.
pub fn r_squared(points: &[Point], line: Line) -> Option<f64> {
    let mean_y = mean(points.iter().map(|p| p.y));
    let left = squares(points.iter().map(|p| line.below(p)));
    let total = squares(points.iter().map(|p| p.y - mean_y));
    if left == 0.0 && total == 0.0 && !points.is_empty() {
        return Some(1.0);
    }
    Some(1.0 - left / total).filter(|share| share.is_finite())
}

#[cfg(test)]
mod tests {
    use super::super::tests::points;
    use super::*;

    #[test]
    fn the_normal_equations_hold() {
        // Means 2 and 3; sum of products 1 * 2 + 1 * 1 = 3, of squares 2: slope 3/2, intercept 0.
        let data = points(&[(1.0, 1.0), (2.0, 4.0), (3.0, 4.0)]);
        let fitted = line(&data).unwrap();
        assert_eq!((fitted.intercept, fitted.slope), (0.0, 1.5));
        let residuals: Vec<f64> = data.iter().map(|p| fitted.below(p)).collect();
        assert_eq!(residuals, [-0.5, 1.0, -0.5]);
        // Left 0.25 + 1 + 0.25, in total 4 + 1 + 1.
        assert_eq!(r_squared(&data, fitted), Some(1.0 - 1.5 / 6.0));
        let constant = points(&[(0.0, 2.0), (1.0, 2.0), (2.0, 2.0)]);
        let level = line(&constant).unwrap();
        assert_eq!((level.intercept, level.slope), (2.0, 0.0));
        assert_eq!(r_squared(&constant, level), Some(1.0));
    }

    #[test]
    fn a_large_offset_costs_no_digits() {
        let data = (0..100).map(|i| (1e9 + f64::from(i), 1e12 + f64::from(i)));
        let data = points(&data.collect::<Vec<_>>());
        assert!((line(&data).unwrap().slope - 1.0).abs() < 1e-9);
    }

    #[test]
    fn what_has_no_line_gives_none() {
        for none in [
            &[][..],
            &[(0.0, 1.0), (1.0, 2.0)],
            &[(0.1, 1.0), (0.1, 2.0), (0.1, 4.0)],
            &[(0.0, f64::NAN), (1.0, 2.0), (2.0, 3.0)],
            &[(f64::INFINITY, 0.0), (1.0, 2.0), (2.0, 3.0)],
            &[(f64::MAX, 0.0), (-f64::MAX, 1.0), (2.0, 1.0)],
        ] {
            assert_eq!(line(&points(none)), None, "{none:?}");
        }
    }
}
