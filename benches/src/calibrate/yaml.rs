//! The recommended prices as a parameter file.

use super::price::{Parameter, Price};
use super::summary::Summary;
use crate::amount::format_gas;
use std::fmt::Write as _;

/// A file for gas-params, each value under where it comes from; none where a price is uncertain.
pub(crate) fn snippet(summary: &Summary) -> Option<String> {
    let machine = &summary.run.machine;
    let mut text = format!(
        "# Gas parameters of `ed25519_verify`, as `{}` recommends them.\n\
         # {}; dalek {}; {}; commit {}.\n",
        machine.command, machine.cpu, machine.dalek_backend, machine.rustc, machine.commit
    );
    for (at, parameter) in Parameter::ALL.into_iter().enumerate() {
        let gas = summary.recommended[at]?;
        text.push('\n');
        for metric in &summary.metrics {
            if let Price::Certain { dearest, cost, gas } = &metric.prices[at] {
                let _ = writeln!(
                    text,
                    "# By {}: {} {}, the dearest ({dearest}); times {} and rounded up, {}.",
                    metric.metric,
                    round(*cost),
                    metric.metric.unit(),
                    summary.safety_factor,
                    format_gas(*gas),
                );
            }
        }
        let _ = writeln!(text, "{}: {}", parameter.key(), grouped(gas));
    }
    Some(text)
}

/// Four significant digits or more.
fn round(cost: f64) -> String {
    if cost >= 1_000.0 {
        format!("{cost:.0}")
    } else {
        format!("{cost:.3}")
    }
}

/// Digits in threes, as nearcore writes them.
pub(super) fn grouped(gas: u64) -> String {
    let digits = gas.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push('_');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn digits_are_grouped_in_threes() {
        assert_eq!(grouped(7), "7");
        assert_eq!(grouped(9_600_000), "9_600_000");
        assert_eq!(grouped(210_000_000_000), "210_000_000_000");
    }
}
