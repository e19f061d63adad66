//! Amounts and times as people write them.

use near_ed25519_benches::amount::time_ns;
use near_runtime_ext::{Balance, Gas};
use tendermint::Time;
use tendermint::trust_threshold::TrustThresholdFraction;

/// Parses gas as near-cli writes it, such as `30 Tgas` or `100 TeraGas`, exactly; a number alone is
/// Tgas.
pub(crate) fn parse_gas(text: &str) -> Result<Gas, String> {
    // Trimmed here: near-gas looks for the unit first, and trims then.
    let text = text.trim();
    let gas = match has_letters(text) {
        true => text.parse(),
        false => format!("{text} Tgas").parse(),
    };
    gas.map_err(|_| {
        "expected gas such as 300, 0.25, 30Tgas or \"500 Ggas\" (no unit: Tgas), \
         in whole units of gas and below 2^64 of them"
            .to_owned()
    })
}

/// Parses an amount as near-cli writes it, such as `1 NEAR`, `0.5near` or `1yocto`, exactly.
pub(crate) fn parse_near(text: &str) -> Result<Balance, String> {
    let text = text.trim();
    let amount = match text.to_ascii_lowercase().ends_with("yocto") {
        true => format!("{text}NEAR").parse(),
        false => text.parse(),
    };
    amount.map_err(|_| {
        "expected an amount with its unit, such as \"1 NEAR\", 0.5near or 1yocto, \
         in whole yoctoNEAR and below 2^128 of them"
            .to_owned()
    })
}

fn has_letters(text: &str) -> bool {
    text.contains(|character: char| character.is_ascii_alphabetic())
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

/// Parses a block's time: nanoseconds since 1970, or as [`parse_time`].
pub(crate) fn parse_timestamp(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(ns) => Ok(ns),
        Err(_) => parse_time(text).map_err(|error| format!("{error}, or nanoseconds since 1970")),
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::Debug;

    /// That each text says what is beside it, and the others nothing.
    fn assert_parses<T: PartialEq + Debug>(
        parse: impl Fn(&str) -> Result<T, String>,
        parsed: impl IntoIterator<Item = (&'static str, T)>,
        refused: &[&str],
    ) {
        for (text, value) in parsed {
            assert_eq!(parse(text), Ok(value), "{text}");
        }
        for text in refused {
            assert!(parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn gas_is_parsed_exactly_with_a_unit_or_as_tgas() {
        let parse = |text: &str| parse_gas(text).map(Gas::as_gas);
        let parsed = [
            ("300", 300_000_000_000_000),
            ("0.25", 250_000_000_000),
            ("0.000000000001", 1),
            ("0", 0),
            ("18446744.073709551615", u64::MAX),
            ("30 Tgas", 30_000_000_000_000),
            ("30Tgas", 30_000_000_000_000),
            (" 30 tgas ", 30_000_000_000_000),
            ("100 TeraGas", 100_000_000_000_000),
            ("0.5 ggas", 500_000_000),
            ("1Pgas", 1_000_000_000_000_000),
        ];
        let digits = ["", " ", ".5", "5.", "-1", "+1", "1e3", "1.2.3", "0x10"];
        let units = ["1 NEAR", "Tgas", "         x", "\u{663} Tgas"];
        let above = ["0.0000000000001", "18446744.073709551616"];
        assert_parses(parse, parsed, &[&digits[..], &units, &above].concat());
    }

    #[test]
    fn amounts_are_parsed_exactly_with_their_unit() {
        const NEAR: u128 = 10_u128.pow(24);
        let parse = |text: &str| parse_near(text).map(|near| near.as_yoctonear());
        let parsed = [
            ("1 NEAR", NEAR),
            ("1NEAR", NEAR),
            ("0.5near", NEAR / 2),
            (" 1 near ", NEAR),
            ("1 yoctoNEAR", 1),
            ("1yocto", 1),
            ("1 Yocto", 1),
            ("340282366920938463463374607431768211455 yocto", u128::MAX),
            ("0.000000000000000000000001 NEAR", 1),
        ];
        let units = ["", "1", "yocto", "-1 NEAR", "1 Tgas", "      n", "1e3 NEAR"];
        let above = ["0.5 yocto", "340282366920938463463374607431768211456 yocto"];
        assert_parses(parse, parsed, &[&units[..], &above].concat());
    }

    #[test]
    fn durations_and_times_are_parsed_to_nanoseconds() {
        let durations = [
            ("14d", 1_209_600_000_000_000),
            ("36h", 129_600_000_000_000),
            ("5m", 300_000_000_000),
            ("1500ms", 1_500_000_000),
            ("0s", 0),
        ];
        let refused = ["", "14", "d", "-1s", "1 fortnight", "600years"];
        assert_parses(parse_duration, durations, &refused);
        let times = [
            ("1970-01-01T00:00:01.5Z", 1_500_000_000),
            ("1970-01-01T01:00:00+01:00", 0),
        ];
        let refused = ["", "now", "2021-12-08", "1969-12-31T23:59:59Z"];
        assert_parses(parse_time, times, &refused);
        let stamps = times.into_iter().chain([("1500000000", 1_500_000_000)]);
        assert_parses(parse_timestamp, stamps, &refused);
    }

    #[test]
    fn trust_levels_are_fractions_from_a_third_to_below_all() {
        let parse = |text: &str| parse_trust_level(text).map(|level| level.to_string());
        let parsed = ["1/3", "2/3", "15/16"].map(|text| (text, text.to_owned()));
        let refused = [
            "", "1", "1/1", "1/4", "3/2", "1/0", "0/0", "8/17", "a/b", "-1/3", "0.5",
        ];
        assert_parses(parse, parsed, &refused);
    }
}
