//! The end of a failing command: a line on standard error, an exit code, and JSON if asked for.
//!
//! | exit code | meaning |
//! |---|---|
//! | 0 | verified, or the call succeeded |
//! | 1 | refused by the rules, or the call failed; also: a command could not do its work |
//! | 2 | bad usage, or input that cannot be read |
//! | 3 | a light client has not enough trust in the block: bisect |

use near_ed25519_benches::stdout;
use serde_json::json;
use std::ffi::OsStr;
use std::process::ExitCode;

pub(crate) const FAILED: u8 = 1;
const INPUT: u8 = 2;
pub(crate) const NOT_ENOUGH_TRUST: u8 = 3;

/// An exit code and its error.
#[derive(Debug)]
pub(crate) struct Failure {
    code: u8,
    error: anyhow::Error,
}

impl Failure {
    /// Bad usage, or input that cannot be read.
    pub(crate) fn input(error: impl Into<anyhow::Error>) -> Self {
        let error = error.into();
        Self { code: INPUT, error }
    }

    /// A refusal that the report on standard output states.
    pub(crate) fn refused(code: u8, why: String) -> Self {
        let error = stdout::Reported(why).into();
        Self { code, error }
    }

    /// Prints the error, and returns the exit code.
    pub(crate) fn end(self) -> ExitCode {
        let message = format!("{:#}", self.error);
        stdout::complain(&format!("error: {message}"));
        if !self.error.is::<stdout::Reported>() {
            report(&message, self.code);
        }
        ExitCode::from(self.code)
    }
}

impl<E: Into<anyhow::Error>> From<E> for Failure {
    /// A command that cannot do its work.
    fn from(error: E) -> Self {
        Self {
            code: FAILED,
            error: error.into(),
        }
    }
}

/// Ends the process as clap does; if JSON was asked for, with an object beside the message.
pub(crate) fn bad_usage(error: &clap::Error) -> ExitCode {
    // A message that cannot be printed must not change the exit code.
    let _ = error.print();
    if error.exit_code() != 0 {
        let text = error.to_string();
        let first = text.lines().next().unwrap_or_default();
        report(first.trim_start_matches("error: "), INPUT);
    }
    u8::try_from(error.exit_code()).map_or(ExitCode::FAILURE, ExitCode::from)
}

/// Prints the JSON object of a failure, if the command line's words ask for JSON: arguments that do
/// not parse cannot tell.
fn report(error: &str, exit_code: u8) {
    let words = std::env::args_os().skip(1);
    let mut options = words.take_while(|word| word != OsStr::new("--"));
    if options.any(|word| word == OsStr::new("--json")) {
        // If standard output cannot be written to, standard error has the message.
        let _ = stdout::json(&json!({ "error": error, "exit_code": exit_code }));
    }
}
