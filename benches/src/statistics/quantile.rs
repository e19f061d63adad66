//! Quantiles by linear interpolation between order statistics: type 7 of R. J. Hyndman and Y. Fan,
//! "Sample Quantiles in Statistical Packages", The American Statistician 50(4), 1996; the default
//! of R, NumPy and Julia.

/// The value below which a fraction `p` of `values` lies, in their unit. It interpolates between
/// the two nearest values, at rank `(n - 1) * p`, counted from 0. The values need no order.
///
/// `None` where there is no value, where one is not finite, or where `p` is not in `0..=1`.
pub(crate) fn quantile(values: &[f64], p: f64) -> Option<f64> {
    if !(0.0..=1.0).contains(&p) || !values.iter().all(|v| v.is_finite()) {
        return None;
    }
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let rank = sorted.len().checked_sub(1)? as f64 * p;
    let is_below = |(i, _): &(usize, &f64)| (*i as f64) + 1.0 <= rank;
    let mut above = sorted.iter().enumerate().skip_while(is_below);
    let (i, low) = above.next()?;
    let high = above.next().map_or(low, |(_, high)| high);
    let share = rank - i as f64;
    // Not `low + share * (high - low)`: the difference of two finite values may be infinite.
    Some(low * (1.0 - share) + high * share)
}

/// The middle value, or the mean of the two middle ones: [`quantile`] at one half.
pub(crate) fn median(values: &[f64]) -> Option<f64> {
    quantile(values, 0.5)
}

#[cfg(test)]
#[test]
fn a_rank_between_two_values_interpolates_and_nothing_has_none() {
    for (values, p, expected) in [
        (&[3.0, 1.0, 2.0][..], 0.0, Some(1.0)),
        (&[3.0, 1.0, 2.0], 1.0, Some(3.0)),
        (&[4.0, 1.0, 3.0, 2.0], 0.5, Some(2.5)),
        (&[7.0], 0.5, Some(7.0)),
        // Rank (5 - 1) * 0.75 = 3: the fourth value; 0.875 is half way to the fifth.
        (&[10.0, 20.0, 30.0, 40.0, 50.0], 0.75, Some(40.0)),
        (&[10.0, 20.0, 30.0, 40.0, 50.0], 0.875, Some(45.0)),
        (&[f64::MIN, f64::MAX], 0.5, Some(0.0)), // no overflow
        (&[], 0.5, None),
        (&[1.0, f64::NAN], 0.5, None),
        (&[1.0], 1.1, None),
    ] {
        assert_eq!(quantile(values, p), expected, "{values:?}, {p}");
    }
}
