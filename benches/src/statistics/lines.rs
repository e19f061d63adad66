//! Lines through points.
//!
//! Ordinary least squares leaves the least sum of squared residuals (N. R. Draper and H. Smith,
//! "Applied Regression Analysis", 3rd ed. 1998, chapter 1); a single wrong sample can move any part
//! of it. Theil-Sen's line withstands arbitrary errors in up to 29 % of the samples,
//! `1 - 1/sqrt(2)` (H. Theil, "A rank-invariant method of linear and polynomial regression
//! analysis", 1950; P. K. Sen, "Estimates of the Regression Coefficient Based on Kendall's Tau",
//! Journal of the American Statistical Association 63, 1968).

use super::quantile::median;
use super::{Line, Point, mean, squares};

/// The least-squares line through the points.
///
/// `None` with fewer than 3 points or 2 distinct `x`, or where anything, the result included, is
/// not finite.
pub(super) fn least_squares(points: &[Point]) -> Option<Line> {
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
    // An infinite sum of squares would look like a slope of 0.
    Line { intercept, slope }
        .if_finite()
        .filter(|_| squares.is_finite())
}

/// The coefficient of determination: the share, at most 1, of the variation of `y` that the line
/// explains. It is 1 if `y` does not vary and the line goes through it, and below 0 for a line that
/// is worse than the mean.
///
/// `None` without points, or if a sum is not finite.
pub(super) fn r_squared(points: &[Point], line: Line) -> Option<f64> {
    let mean_y = mean(points.iter().map(|p| p.y));
    let left = squares(points.iter().map(|p| line.below(p)));
    let total = squares(points.iter().map(|p| p.y - mean_y));
    if left == 0.0 && total == 0.0 && !points.is_empty() {
        return Some(1.0);
    }
    Some(1.0 - left / total).filter(|share| share.is_finite())
}

/// The line whose slope is the median of the slopes of all pairs of points with different `x`,
/// and whose intercept is the median of `y - slope * x`.
///
/// `None` without two distinct `x` or where anything, a pair's slope included, is not finite.
///
/// # Cost
///
/// Time and memory are quadratic in the number of points: some 2 million slopes for 2,000.
pub(super) fn theil_sen(points: &[Point]) -> Option<Line> {
    let mut slopes = Vec::new();
    for (next, a) in (1..).zip(points) {
        let later = points.get(next..).unwrap_or_default().iter();
        let others = later.filter(|b| a.x != b.x);
        slopes.extend(others.map(|b| (b.y - a.y) / (b.x - a.x)));
    }
    let slope = median(&slopes)?;
    let rests: Vec<f64> = points.iter().map(|p| p.y - slope * p.x).collect();
    let intercept = median(&rests)?;
    Line { intercept, slope }.if_finite()
}
