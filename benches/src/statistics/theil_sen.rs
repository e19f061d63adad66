//! The Theil-Sen line: H. Theil, "A rank-invariant method of linear and polynomial regression
//! analysis", 1950; P. K. Sen, "Estimates of the Regression Coefficient Based on Kendall's Tau",
//! Journal of the American Statistical Association 63, 1968.
//!
//! Up to 29 % of the samples (`1 - 1/sqrt(2)`) may be arbitrarily wrong before the line can be
//! too; of a least-squares line a single one can move any part.

use super::quantile::median;
use super::{Line, Point};

/// The slopes of all pairs of points with different `x`.
pub(super) fn slopes(points: &[Point]) -> impl Iterator<Item = f64> {
    let pairs = (1..).zip(points).flat_map(|(next, a)| {
        let later = points.get(next..).unwrap_or_default();
        later.iter().map(move |b| (a, b))
    });
    let pairs = pairs.filter(|(a, b)| a.x != b.x);
    pairs.map(|(a, b)| (b.y - a.y) / (b.x - a.x))
}

/// The line whose slope is the median of the slopes of all pairs of points with different `x`,
/// and whose intercept is the median of `y - slope * x`.
///
/// `None` without two distinct `x` or where anything, a pair's slope included, is not finite.
///
/// # Cost
///
/// Time and memory are quadratic in the number of points: some 2 million slopes for 2,000.
pub fn line(points: &[Point]) -> Option<Line> {
    let slope = median(&slopes(points).collect::<Vec<_>>())?;
    let rests: Vec<f64> = points.iter().map(|p| p.y - slope * p.x).collect();
    let intercept = median(&rests)?;
    Line { intercept, slope }.if_finite()
}

#[cfg(test)]
mod tests {
    use super::super::tests::points;
    use super::*;

    #[test]
    fn it_is_the_line_of_the_medians() {
        for (data, intercept, slope) in [
            // 10 pairs, 6 without the wild point: the median of their slopes is the true one.
            (
                &[
                    (0.0, 10.0),
                    (1.0, 12.0),
                    (2.0, 14.0),
                    (3.0, 16.0),
                    (4.0, 1e6),
                ][..],
                10.0,
                2.0,
            ),
            // Two at one length have no slope. The slopes are 2 and 1; the rests 1, 3 and 2.
            (&[(0.0, 1.0), (0.0, 3.0), (2.0, 5.0)], 2.0, 1.5),
        ] {
            assert_eq!(line(&points(data)), Some(Line { intercept, slope }));
        }
    }

    #[test]
    fn what_has_no_slope_gives_none() {
        for none in [
            &[][..],
            &[(1.0, 1.0); 4],
            &[(0.0, f64::NAN), (1.0, 1.0)],
            &[(0.0, f64::INFINITY), (1.0, 1.0)],
            &[(f64::NAN, 0.0), (1.0, 1.0)],
        ] {
            assert_eq!(line(&points(none)), None, "{none:?}");
        }
    }
}
