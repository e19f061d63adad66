//! Recorded gas of calls, for CI: the file of `near-ed25519 gas check`, and the same check from a test.

use crate::outcome::Outcome;
use crate::replace_file::replace_file;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::{env, fs, io};

/// With this environment variable set to anything but `0`, [`check_gas`] records instead of comparing.
pub const BLESS_GAS: &str = "BLESS_GAS";

/// A whole, in thousandths of a percent.
const PARTS: u64 = 100_000;

/// Calls, and what they burnt when they were recorded.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct GasFile {
    /// By how much a call may become more expensive, such as `0.5%`; not at all by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threshold: Option<String>,
    /// The calls.
    pub calls: Vec<RecordedCall>,
}

/// A call and its figures.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct RecordedCall {
    /// Its name in reports.
    pub name: String,
    /// The arguments of `near-ed25519 call`; none if a test makes the call.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub call: Vec<String>,
    /// Gas burnt inside the VM; none before it is recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gas: Option<u64>,
    /// Size of the contract, bytes; none before it is recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u64>,
}

/// A call is not as recorded, or the record cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GasFileError {
    /// The file cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
    /// The file has another form.
    #[error("{0}")]
    Malformed(String),
    /// The call failed: the gas of a failure says nothing.
    #[error("{name} failed: {failure}")]
    Failed {
        /// The call.
        name: String,
        /// The reason.
        failure: String,
    },
    /// The file has no figures of this call.
    #[error("{name} is not recorded: {BLESS_GAS}=1 records it")]
    NotRecorded {
        /// The call.
        name: String,
    },
    /// A figure grew by more than the threshold.
    #[error("{name}: {now} {unit} instead of {recorded}; {BLESS_GAS}=1 records an intended change")]
    Grown {
        /// The call.
        name: String,
        /// `gas`, or `bytes` of the contract.
        unit: &'static str,
        /// Today's figure.
        now: u64,
        /// The recorded one.
        recorded: u64,
    },
}

impl GasFile {
    /// Reads a file's JSON.
    ///
    /// # Errors
    ///
    /// The text has another form; the error names the place.
    pub fn parse(json: &[u8]) -> Result<Self, GasFileError> {
        let malformed = |reason: String| GasFileError::Malformed(reason);
        let file: Self = serde_json::from_slice(json).map_err(|it| malformed(it.to_string()))?;
        let mut names = BTreeSet::new();
        if let Some(twice) = file.calls.iter().find(|it| !names.insert(&it.name)) {
            return Err(malformed(format!("two calls are named {:?}", twice.name)));
        }
        file.allowance()?;
        Ok(file)
    }

    /// The file's text, to be committed.
    ///
    /// # Panics
    ///
    /// Never: its keys are text.
    pub fn text(&self) -> String {
        serde_json::to_string_pretty(self).expect("text and numbers") + "\n"
    }

    /// Whether `now` is above `recorded` by more than the threshold.
    pub fn has_grown(&self, now: u64, recorded: u64) -> bool {
        let parts = self.allowance().unwrap_or(0);
        let allowed = u128::from(recorded) * u128::from(PARTS + parts);
        u128::from(now) * u128::from(PARTS) > allowed
    }

    /// The threshold in parts of 100,000.
    fn allowance(&self) -> Result<u64, GasFileError> {
        let Some(text) = &self.threshold else {
            return Ok(0);
        };
        let expected = || format!("threshold: {text:?} is no percentage such as 0.5%");
        parts(text).ok_or_else(|| GasFileError::Malformed(expected()))
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

/// Compares a call's burnt gas, and the size of the contract `wasm`, with those that a file has under `name`.
/// With [`BLESS_GAS`] it records them there instead, and creates the file if there is none.
///
/// ```no_run
/// # fn made(outcome: &near_runtime_ext::Outcome, wasm: &[u8]) {
/// let file = concat!(env!("CARGO_MANIFEST_DIR"), "/gas.json");
/// near_runtime_ext::check_gas(file, "fill", outcome, wasm).expect("no dearer than recorded");
/// # }
/// ```
///
/// # Errors
///
/// The call failed, is not recorded or has become more expensive, or the file cannot be read or written.
pub fn check_gas(
    file: impl AsRef<Path>,
    name: &str,
    outcome: &Outcome,
    wasm: &[u8],
) -> Result<(), GasFileError> {
    // Tests of a process record one after another.
    static RECORDING: Mutex<()> = Mutex::new(());
    let path = file.as_ref();
    let io_error = |error| GasFileError::Io {
        path: path.to_owned(),
        error,
    };
    let name = name.to_owned();
    if let Some(failure) = &outcome.failure {
        let failure = failure.to_string();
        return Err(GasFileError::Failed { name, failure });
    }
    let now = [outcome.burnt_gas.as_gas(), wasm.len() as u64];
    let blesses = env::var_os(BLESS_GAS).is_some_and(|it| it != "0");
    let _recording = RECORDING.lock().unwrap_or_else(PoisonError::into_inner);
    let mut file = match fs::read(path) {
        Err(error) if blesses && error.kind() == io::ErrorKind::NotFound => GasFile::default(),
        read => {
            let json = read.map_err(io_error)?;
            GasFile::parse(&json)
                .map_err(|it| GasFileError::Malformed(format!("{}: {it}", path.display())))?
        }
    };
    if blesses {
        let calls = &mut file.calls;
        let place = calls.iter().position(|it| it.name == name);
        let place = place.unwrap_or_else(|| {
            calls.push(RecordedCall {
                name,
                ..RecordedCall::default()
            });
            calls.len() - 1
        });
        [calls[place].gas, calls[place].bytes] = now.map(Some);
        return replace_file(path, file.text().as_bytes()).map_err(io_error);
    }
    let call = file.calls.iter().find(|it| it.name == name);
    let recorded = call.map_or([None; 2], |it| [it.gas, it.bytes]);
    for ((now, recorded), unit) in now.into_iter().zip(recorded).zip(["gas", "bytes"]) {
        let Some(recorded) = recorded else {
            return Err(GasFileError::NotRecorded { name });
        };
        if file.has_grown(now, recorded) {
            return Err(GasFileError::Grown {
                name,
                unit,
                now,
                recorded,
            });
        }
    }
    Ok(())
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
    fn a_figure_at_the_threshold_has_not_grown() {
        for (threshold, recorded, most) in [("0%", 0, 0), ("0.5%", 1000, 1005), ("100%", 1, 2)] {
            let file = GasFile {
                threshold: Some(threshold.to_owned()),
                calls: vec![],
            };
            assert!(!file.has_grown(most, recorded), "{threshold}");
            assert!(file.has_grown(most + 1, recorded), "{threshold}");
            assert!(!file.has_grown(u64::MAX, u64::MAX), "{threshold}");
        }
    }
}
