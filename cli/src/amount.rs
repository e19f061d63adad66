//! Parsers of amounts and times.

use near_runtime_ext::{Balance, Gas};
use tendermint::Time;

/// Parses gas exactly: as near-cli writes it, such as `30 Tgas` or `100 TeraGas`, or as JSON has
/// it, such as `30000000000000 gas`. A number without a unit means Tgas, or gas if that would be
/// more Tgas than a call may have on any network.
pub(crate) fn parse_gas(text: &str) -> Result<Gas, &'static str> {
    const MOST_TGAS: u64 = 1_000_000;
    // near-gas looks for the unit before it trims, so the text is trimmed first.
    let text = text.trim();
    let unit = text.find(|character: char| character.is_ascii_alphabetic());
    let (number, unit) = text.split_at(unit.unwrap_or(text.len()));
    let number = number.trim_end();
    let whole = number.parse().ok().filter(|_| !number.starts_with('+'));
    let gas = match (whole, unit.to_ascii_lowercase().as_str()) {
        (Some(gas), "gas") => Some(Gas::from_gas(gas)),
        (Some(gas), "") if gas > MOST_TGAS => Some(Gas::from_gas(gas)),
        (_, "") => format!("{number} Tgas").parse().ok(),
        _ => text.parse().ok(),
    };
    gas.ok_or(
        "expected gas such as 300, 0.25, 30Tgas, \"500 Ggas\" or 30000000000000gas (no unit: Tgas, \
         or gas above 1000000), in whole units of gas and below 2^64 of them",
    )
}

/// Parses an amount exactly, as near-cli writes it, such as `1 NEAR`, `0.5near` or `1yocto`.
pub(crate) fn parse_near(text: &str) -> Result<Balance, &'static str> {
    let text = text.trim();
    let amount = match text.to_ascii_lowercase().ends_with("yocto") {
        true => format!("{text}NEAR").parse(),
        false => text.parse(),
    };
    amount.map_err(|_| {
        "expected an amount with its unit, such as \"1 NEAR\", 0.5near or 1yocto, \
         in whole yoctoNEAR and below 2^128 of them"
    })
}

/// Parses a duration such as `14d` or `1500ms`; in nanoseconds.
pub(crate) fn parse_duration(text: &str) -> Result<u64, String> {
    let expected = |reason| format!("expected a duration such as 14d, 36h or 1500ms: {reason}");
    let duration = humantime::parse_duration(text).map_err(|error| expected(error.to_string()))?;
    u64::try_from(duration.as_nanos()).map_err(|_| "expected at most 584 years".to_owned())
}

/// Parses a time such as `2021-12-08T01:51:39Z`; in nanoseconds since 1970.
pub(crate) fn parse_time(text: &str) -> Result<u64, String> {
    let time = Time::parse_from_rfc3339(text);
    time_ns(time.map_err(|_| "expected a time by RFC 3339, such as 2021-12-08T01:51:39Z")?)
}

/// A time in nanoseconds since 1970, as in NEAR's blocks.
pub(crate) fn time_ns(time: Time) -> Result<u64, String> {
    time.unix_timestamp_nanos()
        .try_into()
        .map_err(|_| format!("{time} is before 1970 or after 2554"))
}

/// Parses a block's time: nanoseconds since 1970, or a form of [`parse_time`].
pub(crate) fn parse_timestamp(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(ns) => Ok(ns),
        Err(_) => parse_time(text).map_err(|error| format!("{error} (or nanoseconds since 1970)")),
    }
}

/// Parses a trust level: more than this share of the voting power must have signed. It is from 1/3
/// to 1, as in CometBFT's `ValidateTrustLevel` (light/verifier.go).
pub(crate) fn parse_trust_level(text: &str) -> Result<(u64, u64), String> {
    let parse = |digits: &str| digits.parse::<u64>().ok();
    match text.split_once('/').map(|(n, d)| (parse(n), parse(d))) {
        // tendermint-rs multiplies the numerator by 3 in 64 bits.
        Some((Some(n), Some(d))) if n != 0 && n <= d && n.checked_mul(3) >= Some(d) => Ok((n, d)),
        _ => Err("expected a fraction from 1/3 to 1, such as 2/3".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_run_of_the_command_takes_is_parsed_exactly() {
        const TGAS: u64 = 1_000_000_000_000;
        let gas = |text| parse_gas(text).map(Gas::as_gas);
        let ends = ["0", "0.000000000001", "18446744.073709551615"].map(gas);
        assert_eq!(ends, [Ok(0), Ok(1), Ok(u64::MAX)]);
        let alone = ["1000000", "1000001", "18446744073709551615"].map(gas);
        assert_eq!(alone, [Ok(1_000_000 * TGAS), Ok(1_000_001), Ok(u64::MAX)]);
        let seconds = |text| parse_duration(text).map(|ns| ns / 1_000_000_000);
        assert_eq!(["5m", "36h"].map(seconds), [Ok(300), Ok(129_600)]);
        assert_eq!(parse_duration("0s"), Ok(0));
        assert_eq!(parse_trust_level("2/3"), Ok((2, 3)));
        assert_eq!(parse_trust_level("1/1"), Ok((1, 1)));
        assert_eq!(
            parse_trust_level("333334/1000000"),
            Ok((333_334, 1_000_000))
        );
        let third = u64::MAX / 3;
        let largest = parse_trust_level(&format!("{third}/{}", u64::MAX));
        assert_eq!(largest, Ok((third, u64::MAX)));
        for text in ["333333/1000000", "0/0", &format!("{0}/{0}", third + 1)] {
            assert!(parse_trust_level(text).is_err(), "{text}");
        }
    }
}
