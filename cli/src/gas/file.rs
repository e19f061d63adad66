//! The file of calls with their recorded figures.

use anyhow::{Context as _, bail, ensure};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::Path;

/// Largest file, bytes.
const LIMIT: u64 = 16 << 20;
/// A whole, in thousandths of a percent.
const PARTS: u64 = 100_000;

/// Calls to make, and what they burnt when they were recorded.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    /// By how much a call may become dearer, such as `0.5%`; not at all by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    threshold: Option<String>,
    pub(super) calls: Vec<Recorded>,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Recorded {
    /// Its name in the report.
    pub(super) name: String,
    /// The arguments of `near-ed25519 call`.
    pub(super) call: Vec<String>,
    /// Gas burnt inside the VM; none before the first `--bless`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) gas: Option<u64>,
    /// Size of the contract; none before the first `--bless`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) bytes: Option<u64>,
}

impl File {
    /// Reads and checks a file.
    pub(super) fn read(path: &Path) -> anyhow::Result<Self> {
        ensure!(
            !crate::input::is_stdin(path),
            "the calls must be in a file: --bless writes it"
        );
        let json = crate::input::read(path, LIMIT, ", the most that calls may have")?;
        let mut json = serde_json::Deserializer::from_slice(&json);
        let file: Self = serde_path_to_error::deserialize(&mut json)
            .with_context(|| path.display().to_string())?;
        ensure!(!file.calls.is_empty(), "{}: no calls", path.display());
        let mut names = BTreeSet::new();
        if let Some(twice) = file.calls.iter().find(|it| !names.insert(&it.name)) {
            bail!("{}: two calls are named {:?}", path.display(), twice.name);
        }
        file.threshold()?;
        Ok(file)
    }

    /// The file's text, to be committed.
    pub(super) fn text(&self) -> anyhow::Result<String> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }

    /// By how many of 100,000 parts a figure may grow.
    pub(super) fn threshold(&self) -> anyhow::Result<u64> {
        let Some(text) = &self.threshold else {
            return Ok(0);
        };
        parts(text).with_context(|| format!("threshold: {text:?} is no percentage such as 0.5%"))
    }
}

/// The parts of 100,000 in a percentage with at most three digits after the point.
fn parts(text: &str) -> Option<u64> {
    let number = text.strip_suffix('%')?.trim();
    let (whole, rest) = number.split_once('.').unwrap_or((number, ""));
    let is_digits = |text: &str| text.bytes().all(|it| it.is_ascii_digit());
    if whole.is_empty() || rest.len() > 3 || !is_digits(whole) || !is_digits(rest) {
        return None;
    }
    let parts = whole.parse::<u64>().ok()?.checked_mul(1000)?;
    let parts = parts.checked_add(format!("{rest:0<3}").parse::<u64>().ok()?)?;
    (parts <= PARTS).then_some(parts)
}

/// Whether `now` is above `before` by more than the threshold.
pub(super) fn is_above(now: u64, before: u64, threshold: u64) -> bool {
    let allowed = u128::from(before) * u128::from(PARTS + threshold);
    u128::from(now) * u128::from(PARTS) > allowed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages_have_at_most_three_digits_after_the_point() {
        for (text, expected) in [
            ("0%", Some(0)),
            ("0.5%", Some(500)),
            ("1 %", Some(1000)),
            ("0.001%", Some(1)),
            ("100%", Some(100_000)),
            ("100.001%", None),
            ("0.0001%", None),
            (".5%", None),
            ("-1%", None),
            ("1", None),
            ("18446744073709551615%", None),
        ] {
            assert_eq!(parts(text), expected, "{text}");
        }
    }

    #[test]
    fn a_figure_at_the_threshold_is_not_above_it() {
        assert!(!is_above(100, 100, 0));
        assert!(is_above(101, 100, 0));
        assert!(!is_above(1005, 1000, 500));
        assert!(is_above(1006, 1000, 500));
        assert!(!is_above(u64::MAX, u64::MAX, 100_000));
        assert!(is_above(1, 0, 100_000));
    }
}
