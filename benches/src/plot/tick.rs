//! The values to mark on an axis, and how numbers are written.

use super::scale::{Extent, Scale};

/// At most so many steps between even ticks.
const STEPS: f64 = 8.0;

/// At most so many doublings are named on an axis; a name takes some 50 pixels.
const DOUBLINGS: usize = 13;

/// Multiples of 1, 2 or 5 times a power of ten.
pub(super) fn even(low: f64, high: f64) -> Vec<(f64, String)> {
    let least = (high - low) / STEPS;
    let (mut power, mut decimals) = (1.0, 0);
    while power > least {
        power /= 10.0;
        decimals += 1;
    }
    while power * 10.0 <= least {
        power *= 10.0;
    }
    let step = [1.0, 2.0, 5.0]
        .map(|m| m * power)
        .into_iter()
        .find(|step| *step >= least);
    let (step, decimals) = match step {
        Some(step) => (step, decimals),
        None => (10.0 * power, usize::saturating_sub(decimals, 1)),
    };
    let first = (low / step).ceil();
    // Counted, for a step added to a large value may be lost.
    let values = (0..=10_i32).map(|i| (first + f64::from(i)) * step);
    values
        .take_while(|v| *v <= high)
        .map(|v| (v, grouped(v, decimals)))
        .collect()
}

/// 0 and the ends of the doublings, every so many of them where not all fit. Even ticks where there
/// are fewer than two.
pub(super) fn doubling(extent: Extent, scale: Scale) -> Vec<(f64, String)> {
    let Extent { low, high } = extent;
    let mut values = scale.bends(low, high);
    values.extend(
        [low, high]
            .iter()
            .filter(|end| **end == 0.0 || is_doubling(end.abs(), scale)),
    );
    values.sort_by(f64::total_cmp);
    if values.len() < 2 {
        return even(low, high);
    }
    let zero = values.iter().position(|v| *v >= 0.0).unwrap_or(0);
    let every = values.len() / DOUBLINGS + 1;
    let shown = values
        .iter()
        .enumerate()
        .filter(|(i, _)| i.abs_diff(zero) % every == 0);
    shown.map(|(_, v)| (*v, grouped(*v, 0))).collect()
}

fn is_doubling(value: f64, scale: Scale) -> bool {
    scale.bends(value / 2.0, value * 2.0).contains(&value)
}

/// The number with so many decimals and a comma between thousands.
pub(super) fn grouped(value: f64, decimals: usize) -> String {
    let plain = format!("{:.decimals$}", value.abs());
    let (whole, rest) = plain.split_once('.').unwrap_or((&plain, ""));
    let mut text = String::new();
    // Nothing is left of a sign where every digit shown is 0.
    if value < 0.0 && plain.contains(|c: char| c.is_ascii_digit() && c != '0') {
        text.push('−');
    }
    for (i, digit) in whole.chars().enumerate() {
        if i > 0 && (whole.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    if !rest.is_empty() {
        text.push('.');
        text.push_str(rest);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_separated_and_zero_has_no_sign() {
        assert_eq!(grouped(1_234_567.0, 0), "1,234,567");
        assert_eq!(grouped(-123_456.75, 2), "−123,456.75");
        assert_eq!(grouped(999.0, 0), "999");
        assert_eq!(grouped(-0.004, 2), "0.00");
    }
}
