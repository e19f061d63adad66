//! Amounts as people write and read them.

use near_runtime_ext::{Balance, Gas};

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

/// Formats gas as Tgas with four digits behind the point, rounded to nearest.
pub(crate) fn format_tgas(gas: u64) -> String {
    const UNIT: u64 = 100_000_000; // 0.0001 Tgas
    let rounded = gas / UNIT + u64::from(gas % UNIT >= UNIT / 2);
    format!("{}.{:04}", rounded / 10_000, rounded % 10_000)
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn gas_is_formatted_to_four_digits() {
        assert_eq!(format_tgas(218_649_999_999), "0.2186");
        assert_eq!(format_tgas(218_650_000_000), "0.2187");
        assert_eq!(format_tgas(u64::MAX), "18446744.0737");
    }
}
