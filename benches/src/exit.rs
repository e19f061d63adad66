//! How a command that fails ends: a line on standard error, an exit code, and JSON where it was asked
//! for.
//!
//! | exit code | meaning |
//! |---|---|
//! | 0 | verified, or the call succeeded |
//! | 1 | refused by the rules, or the call failed; also: a command could not do its work |
//! | 2 | bad usage, or input that cannot be read |
//! | 3 | a light client has not enough trust in the block: bisect |

use crate::stdout;
use serde::Serialize;
use std::ffi::OsStr;
use std::process::ExitCode;

/// What the exit code says, beside 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Code {
    Failed = 1,
    Input = 2,
    NotEnoughTrust = 3,
}

/// Why a command fails.
#[derive(Debug)]
pub(crate) struct Failure {
    code: Code,
    /// Whether a report of the failure is on standard output already.
    is_reported: bool,
    error: anyhow::Error,
}

impl Failure {
    /// Bad usage, or input that cannot be read: exit code 2.
    pub(crate) fn input(error: impl Into<anyhow::Error>) -> Self {
        Self {
            code: Code::Input,
            is_reported: false,
            error: error.into(),
        }
    }

    /// A refusal that a report on standard output tells of: exit code 1.
    pub(crate) fn refused(error: impl Into<anyhow::Error>) -> Self {
        Self {
            code: Code::Failed,
            is_reported: true,
            error: error.into(),
        }
    }

    /// A refusal that a report on standard output tells of, and that a block in between may cure:
    /// exit code 3.
    pub(crate) fn not_enough_trust(error: impl Into<anyhow::Error>) -> Self {
        Self {
            code: Code::NotEnoughTrust,
            is_reported: true,
            error: error.into(),
        }
    }

    /// Says why, and returns the exit code.
    pub(crate) fn end(self) -> ExitCode {
        self.complain(&format!("{:#}", self.error));
        ExitCode::from(self.code as u8)
    }

    fn complain(&self, message: &str) {
        stdout::complain(&format!("error: {message}"));
        if !self.is_reported && is_json_asked_for() {
            // Where standard output cannot be written to, standard error has told.
            let _ = stdout::json(&Report {
                error: message,
                exit_code: self.code as u8,
            });
        }
    }
}

impl<E: Into<anyhow::Error>> From<E> for Failure {
    /// A command that cannot do its work: exit code 1.
    fn from(error: E) -> Self {
        let error = error.into();
        Self {
            code: Code::Failed,
            is_reported: error.is::<stdout::Reported>(),
            error,
        }
    }
}

/// Marks what went wrong with input.
pub(crate) trait OrInput<T> {
    /// # Errors
    ///
    /// The error, with exit code 2.
    fn or_input(self) -> Result<T, Failure>;
}

impl<T, E: Into<anyhow::Error>> OrInput<T> for Result<T, E> {
    fn or_input(self) -> Result<T, Failure> {
        self.map_err(Failure::input)
    }
}

/// What `--json` prints of a failure that no other report tells of.
#[derive(Serialize)]
struct Report<'a> {
    error: &'a str,
    exit_code: u8,
}

/// Ends the process as clap does; where JSON was asked for, with an object beside the message.
pub(crate) fn bad_usage(error: &clap::Error) -> ExitCode {
    // What cannot be printed has an exit code all the same.
    let _ = error.print();
    if error.exit_code() != 0 && is_json_asked_for() {
        let text = error.to_string();
        let first = text.lines().next().unwrap_or_default();
        let _ = stdout::json(&Report {
            error: first.trim_start_matches("error: "),
            exit_code: Code::Input as u8,
        });
    }
    u8::try_from(error.exit_code()).map_or(ExitCode::FAILURE, ExitCode::from)
}

/// Looked up in the words themselves, since arguments that do not parse say nothing.
fn is_json_asked_for() -> bool {
    std::env::args_os()
        .skip(1)
        .take_while(|word| word != OsStr::new("--"))
        .any(|word| word == OsStr::new("--json"))
}
