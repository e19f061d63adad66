//! Formatting of amounts of gas and of times.

use near_runtime_ext::Gas;

/// The gas that NEP-364 assumes: a transaction's limit before protocol version 83, and the most
/// that wallets attach. Today's limit is the configuration's `max_total_prepaid_gas`.
pub const TRANSACTION: Gas = Gas::from_teragas(300);

/// Formats the ratio of `gas` to `unit`, rounded down to two decimal places.
pub fn format_ratio(gas: u64, unit: u64) -> String {
    match (u128::from(gas) * 100).checked_div(unit.into()) {
        Some(ratio) => format!("{}.{:02}", ratio / 100, ratio % 100),
        None => "-".to_owned(),
    }
}

/// 0.0001 Tgas.
const LAST_DIGIT: u64 = 100_000_000;

/// Formats gas as Tgas with four decimal places, rounded to nearest.
pub fn format_tgas(gas: u64) -> String {
    let rest = gas % LAST_DIGIT;
    tgas_of_digits(gas / LAST_DIGIT + u64::from(rest >= LAST_DIGIT / 2))
}

/// Like [`format_tgas`], but rounded up, so that the printed gas is enough to attach.
pub fn format_enough_tgas(gas: u64) -> String {
    tgas_of_digits(gas.div_ceil(LAST_DIGIT))
}

/// Burnt gas, rounded up and exact.
pub(crate) fn format_burnt(gas: Gas) -> String {
    let gas = gas.as_gas();
    format!("{} Tgas burnt ({gas} gas)", format_enough_tgas(gas))
}

fn tgas_of_digits(count: u64) -> String {
    format!("{}.{:04}", count / 10_000, count % 10_000)
}

/// Formats nanoseconds as milliseconds, to the microsecond.
pub fn format_ms(ns: u128) -> String {
    format!("{}.{:03}", ns / 1_000_000, ns / 1000 % 1000)
}

/// Formats gas exactly, in the largest unit that gives at least 1: `210 Ggas`, `7.5 Mgas`.
pub fn format_gas(gas: u64) -> String {
    for (unit, name) in [
        (1_000_000_000_000, "Tgas"),
        (1_000_000_000, "Ggas"),
        (1_000_000, "Mgas"),
    ] {
        if gas >= unit {
            let digits = unit.ilog10().try_into().unwrap_or_default();
            let text = format!("{}.{:0digits$}", gas / unit, gas % unit);
            let text = text.trim_end_matches('0').trim_end_matches('.');
            return format!("{text} {name}");
        }
    }
    format!("{gas} gas")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_exact_or_rounded_as_they_say() {
        for (text, expected) in [
            (format_gas(210_000_000_000), "210 Ggas"),
            (format_gas(7_500_000), "7.5 Mgas"),
            (format_gas(1_000_000_000_001), "1.000000000001 Tgas"),
            (format_gas(999_999), "999999 gas"),
            (format_ratio(1_999, 1_000), "1.99"),
            (format_ratio(u64::MAX, 1), "18446744073709551615.00"),
            (format_ratio(1, 0), "-"),
            (format_tgas(218_649_999_999), "0.2186"),
            (format_tgas(218_650_000_000), "0.2187"),
            (format_tgas(u64::MAX), "18446744.0737"),
            (format_enough_tgas(218_600_000_000), "0.2186"),
            (format_enough_tgas(218_600_000_001), "0.2187"),
            (format_enough_tgas(u64::MAX), "18446744.0738"),
            (format_ms(1_002_999), "1.002"),
        ] {
            assert_eq!(text, expected);
        }
    }
}
