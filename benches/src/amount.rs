//! Amounts and times as people write and read them.

use near_runtime_ext::{Balance, Gas};
use tendermint::Time;
use tendermint::trust_threshold::TrustThresholdFraction;

/// What a transaction may burn in one function call, as wallets attach it.
pub(crate) const TRANSACTION: Gas = Gas::from_teragas(300);

/// Digits of gas behind the point of a Tgas.
const TGAS_DIGITS: usize = 12;

/// Parses Tgas such as `300` or `0.25`, exactly.
pub(crate) fn parse_tgas(text: &str) -> Result<Gas, String> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let is_number = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !is_number(whole) || !is_number(fraction) {
        return Err("expected Tgas such as 300 or 0.25".to_owned());
    }
    if fraction.len() > TGAS_DIGITS {
        return Err("finer than a unit of gas".to_owned());
    }
    let digits = format!("{whole}{fraction:0<TGAS_DIGITS$}");
    digits
        .parse()
        .map(Gas::from_gas)
        .map_err(|_| "more gas than 64 bits hold".to_owned())
}

/// Parses an amount such as `1 NEAR` or `5 yoctoNEAR`.
pub(crate) fn parse_near(text: &str) -> Result<Balance, String> {
    text.parse()
        .map_err(|_| "expected an amount such as \"1 NEAR\" or \"1 yoctoNEAR\"".to_owned())
}

/// Parses a duration such as `14d` or `1500ms`; in nanoseconds.
pub(crate) fn parse_duration(text: &str) -> Result<u64, String> {
    let expected = |reason| format!("expected a duration such as 14d, 36h or 1500ms: {reason}");
    let duration = humantime::parse_duration(text).map_err(|error| expected(error.to_string()))?;
    duration
        .as_nanos()
        .try_into()
        .map_err(|_| "more than 584 years".to_owned())
}

/// Parses a time such as `2021-12-08T01:51:39Z`; in nanoseconds since 1970.
pub(crate) fn parse_time(text: &str) -> Result<u64, String> {
    let time = Time::parse_from_rfc3339(text)
        .map_err(|_| "expected a time by RFC 3339, such as 2021-12-08T01:51:39Z".to_owned())?;
    time_ns(time)
}

/// A time in nanoseconds since 1970, as NEAR's blocks have it.
pub(crate) fn time_ns(time: Time) -> Result<u64, String> {
    time.unix_timestamp_nanos()
        .try_into()
        .map_err(|_| format!("{time} is before 1970 or after 2554"))
}

/// Parses a trust level, the share of the voting power that more than must have signed: from 1/3 to
/// below 1, since more than all never sign.
pub(crate) fn parse_trust_level(text: &str) -> Result<TrustThresholdFraction, String> {
    /// With a greater denominator, the client's voting power could overflow.
    const MAX_DENOMINATOR: u64 = 16;
    let expected = || "expected a fraction from 1/3 to below 1, such as 2/3".to_owned();
    let (numerator, denominator) = text.split_once('/').ok_or_else(expected)?;
    let number = |digits: &str| digits.parse::<u64>().map_err(|_| expected());
    let (numerator, denominator) = (number(numerator)?, number(denominator)?);
    if denominator > MAX_DENOMINATOR {
        return Err(format!("expected a denominator up to {MAX_DENOMINATOR}"));
    }
    let level = TrustThresholdFraction::new(numerator, denominator).ok();
    level
        .filter(|level| level.numerator() < level.denominator())
        .ok_or_else(expected)
}

/// Formats how many times `gas` is `unit`, rounded down to two digits behind the point.
pub(crate) fn format_ratio(gas: u64, unit: u64) -> String {
    match (u128::from(gas) * 100).checked_div(unit.into()) {
        Some(ratio) => format!("{}.{:02}", ratio / 100, ratio % 100),
        None => "-".to_owned(),
    }
}

/// Formats gas as Tgas with four digits behind the point, rounded to nearest.
pub(crate) fn format_tgas(gas: u64) -> String {
    const UNIT: u64 = 100_000_000; // 0.0001 Tgas
    let rounded = gas / UNIT + u64::from(gas % UNIT >= UNIT / 2);
    format!("{}.{:04}", rounded / 10_000, rounded % 10_000)
}

/// Nanoseconds as milliseconds, to the microsecond.
pub(crate) fn format_ms(ns: u128) -> String {
    format!("{}.{:03}", ns / 1_000_000, ns / 1000 % 1000)
}

/// Formats gas exactly, in the largest unit it fills: `210 Ggas`, `7.5 Mgas`.
pub(crate) fn format_gas(gas: u64) -> String {
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
    fn gas_is_formatted_exactly_in_its_unit() {
        assert_eq!(format_gas(210_000_000_000), "210 Ggas");
        assert_eq!(format_gas(7_500_000), "7.5 Mgas");
        assert_eq!(format_gas(1_000_000_000_001), "1.000000000001 Tgas");
        assert_eq!(format_gas(999_999), "999999 gas");
    }

    #[test]
    fn tgas_are_parsed_exactly() {
        for (text, gas) in [
            ("300", 300_000_000_000_000),
            ("0.25", 250_000_000_000),
            ("0.000000000001", 1),
            ("0", 0),
            ("18446744.073709551615", u64::MAX),
        ] {
            assert_eq!(parse_tgas(text).map(Gas::as_gas), Ok(gas), "{text}");
        }
        for text in [
            "",
            ".5",
            "-1",
            "1e3",
            "1.2.3",
            "0.0000000000001",
            "18446744.073709551616",
        ] {
            assert!(parse_tgas(text).is_err(), "{text}");
        }
    }

    #[test]
    fn durations_and_times_are_parsed_to_nanoseconds() {
        for (text, ns) in [
            ("14d", 1_209_600_000_000_000),
            ("36h", 129_600_000_000_000),
            ("5m", 300_000_000_000),
            ("1500ms", 1_500_000_000),
            ("0s", 0),
        ] {
            assert_eq!(parse_duration(text), Ok(ns), "{text}");
        }
        for text in ["", "14", "d", "-1s", "1 fortnight", "600years"] {
            assert!(parse_duration(text).is_err(), "{text}");
        }
        assert_eq!(parse_time("1970-01-01T00:00:01.5Z"), Ok(1_500_000_000));
        assert_eq!(parse_time("1970-01-01T01:00:00+01:00"), Ok(0));
        for text in ["", "now", "2021-12-08", "1969-12-31T23:59:59Z"] {
            assert!(parse_time(text).is_err(), "{text}");
        }
    }

    #[test]
    fn trust_levels_are_fractions_from_a_third_to_below_all() {
        for text in ["1/3", "2/3", "15/16"] {
            assert!(parse_trust_level(text).is_ok(), "{text}");
        }
        for text in [
            "", "1", "1/1", "1/4", "3/2", "1/0", "0/0", "8/17", "a/b", "-1/3", "0.5",
        ] {
            assert!(parse_trust_level(text).is_err(), "{text}");
        }
    }

    #[test]
    fn ratios_are_rounded_down() {
        assert_eq!(format_ratio(1_999, 1_000), "1.99");
        assert_eq!(format_ratio(u64::MAX, 1), "18446744073709551615.00");
        assert_eq!(format_ratio(1, 0), "-");
    }

    #[test]
    fn gas_is_formatted_to_four_digits() {
        assert_eq!(format_tgas(218_649_999_999), "0.2186");
        assert_eq!(format_tgas(218_650_000_000), "0.2187");
        assert_eq!(format_tgas(u64::MAX), "18446744.0737");
    }
}
