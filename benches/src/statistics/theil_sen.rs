//! The Theil-Sen line: H. Theil, "A rank-invariant method of linear and polynomial regression
//! analysis", 1950; P. K. Sen, "Estimates of the Regression Coefficient Based on Kendall's Tau",
//! Journal of the American Statistical Association 63, 1968.
//!
//! Up to 29 % of the samples (`1 - 1/sqrt(2)`) may be arbitrarily wrong before the line can be
//! too; of a least-squares line a single one can move any part.

use super::quantile::median;
use super::{Line, Point};

/// The line whose slope is the median of the slopes of all pairs of points with different `x`,
/// and whose intercept is the median of `y - slope * x`.
///
/// Time and memory are quadratic in the number of points: some 2 million slopes for 2,000.
///
/// `None` without two distinct `x` or where anything, a pair's slope included, is not finite.
pub fn line(points: &[Point]) -> Option<Line> {
    let mut slopes = Vec::new();
    for (i, a) in points.iter().enumerate() {
        let later = points.iter().skip(i + 1).filter(|b| b.x != a.x);
        slopes.extend(later.map(|b| (b.y - a.y) / (b.x - a.x)));
    }
    let slope = median(&slopes)?;
    let rests: Vec<f64> = points.iter().map(|p| p.y - slope * p.x).collect();
    let line = Line {
        intercept: median(&rests)?,
        slope,
    };
    line.is_finite().then_some(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wild_point_does_not_move_it() {
        // 10 pairs, 6 without the wild point: the median of their slopes is the true one.
        let mut data: Vec<Point> = (0..5)
            .map(|x| Point {
                x: f64::from(x),
                y: 10.0 + 2.0 * f64::from(x),
            })
            .collect();
        data[4].y = 1e6;
        assert_eq!(
            line(&data),
            Some(Line {
                intercept: 10.0,
                slope: 2.0
            })
        );
    }

    #[test]
    fn pairs_at_one_length_have_no_slope_and_do_not_count() {
        let data = [(0.0, 1.0), (0.0, 3.0), (2.0, 5.0)].map(|(x, y)| Point { x, y });
        // The slopes are 2 and 1; the rests 1, 3 and 5 - 1.5 * 2 = 2.
        assert_eq!(
            line(&data),
            Some(Line {
                intercept: 2.0,
                slope: 1.5
            })
        );
    }

    #[test]
    fn what_has_no_slope_gives_none() {
        assert_eq!(line(&[]), None);
        assert_eq!(line(&[Point { x: 1.0, y: 1.0 }; 4]), None);
        for bad in [f64::NAN, f64::INFINITY] {
            assert_eq!(
                line(&[Point { x: 0.0, y: bad }, Point { x: 1.0, y: 1.0 }]),
                None
            );
            assert_eq!(
                line(&[Point { x: bad, y: 0.0 }, Point { x: 1.0, y: 1.0 }]),
                None
            );
        }
    }
}
