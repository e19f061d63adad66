//! The end of a failing command: an exit code, and the error as a line on standard error. If JSON
//! was asked for, the error is an object on standard output instead, unless a report there already
//! has the refusal.
//!
//! | exit code | meaning |
//! |---|---|
//! | 0 | verified, or the call succeeded |
//! | 1 | refused by the rules, or the call failed; also: a command could not do its work |
//! | 2 | bad usage, or input that cannot be read |
//! | 3 | a light client has not enough trust in the block: bisect |

use crate::output::{self, printable};
use clap::error::{ContextKind, ContextValue};
use serde_json::json;
use std::ffi::OsStr;
use std::process::ExitCode;

pub(crate) const FAILED: u8 = 1;
const INPUT: u8 = 2;
pub(crate) const NOT_ENOUGH_TRUST: u8 = 3;

/// Replaces an argument that may be a secret.
const NOT_SHOWN: &str = "(not shown)";

/// An exit code and its error.
#[derive(Debug)]
pub struct Failure {
    code: u8,
    error: anyhow::Error,
}

impl Failure {
    /// Bad usage, or input that cannot be read.
    pub(crate) fn input(error: impl Into<anyhow::Error>) -> Self {
        let error = error.into();
        Self { code: INPUT, error }
    }

    /// A refusal that the report on standard output already states.
    pub(crate) fn refused(code: u8, why: String) -> Self {
        let error = output::Reported(why).into();
        Self { code, error }
    }

    /// The same failure, with its place before the message.
    pub(crate) fn at(self, place: String) -> Self {
        Self {
            error: self.error.context(place),
            ..self
        }
    }
}

/// The exit code of a command; its error is printed.
pub fn end(result: Result<(), Failure>) -> ExitCode {
    let Err(Failure { code, error }) = result else {
        return ExitCode::SUCCESS;
    };
    let message = format!("{error:#}");
    let is_told = !error.is::<output::Reported>() && report(&message, code);
    if !is_told {
        output::complain(&format!("error: {message}"));
    }
    ExitCode::from(code)
}

/// A command that could not end after its report: no JSON object follows the report's.
pub(crate) fn after_report(error: impl std::fmt::Display) -> Failure {
    Failure::refused(FAILED, error.to_string())
}

/// Success; or, with a reason, a refusal that the report on standard output already states.
pub(crate) fn unless(refused: Option<String>) -> Result<(), Failure> {
    refused.map_or(Ok(()), |why| Err(Failure::refused(FAILED, why)))
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

/// Ends the process like clap, or with an object if JSON was asked for.
pub fn bad_usage(mut error: clap::Error) -> ExitCode {
    let secrets = quote(&mut error);
    let text = error.render().to_string();
    // The message of an argument's parser may repeat the argument.
    let hide = |text: String, secret: &String| text.replace(secret, NOT_SHOWN);
    let text = secrets.iter().fold(text, hide);
    if !error.use_stderr() {
        // A failure to print help must not change the exit code.
        let _ = output::line(text.trim_end());
    } else if !report(&message(&text), INPUT) {
        output::complain_in_lines(&text);
    }
    u8::try_from(error.exit_code()).map_or(ExitCode::FAILURE, ExitCode::from)
}

/// clap's message in a line, without the usage.
pub(crate) fn message(text: &str) -> String {
    let ends = ["\n\nUsage: ", "\n\nFor more information"];
    let text = ends.iter().fold(text, |text, end| {
        text.split_once(end).map_or(text, |(before, _)| before)
    });
    let words: Vec<_> = text.split_whitespace().collect();
    let line = words.join(" ");
    line.strip_prefix("error: ").unwrap_or(&line).to_owned()
}

/// Escapes the arguments that clap repeats, each to one line. Returns those that must not be
/// repeated because they may be a secret key.
fn quote(error: &mut clap::Error) -> Vec<String> {
    let words: Vec<_> = std::env::args_os().skip(1).take(2).collect();
    let takes_secrets =
        words.first().is_some_and(|it| it == "vrf") && words.get(1).is_none_or(|it| it != "verify");
    let invalid = error.get(ContextKind::InvalidArg);
    let is_key = matches!(invalid, Some(ContextValue::String(option)) if option.contains("-key"));
    // Any key is longer than this; options that clap names contain `<`.
    let is_secret = |text: &str| text.len() >= 32 && !text.contains('<');
    let mut secrets = Vec::new();
    let mut shown = |text: &String| match (takes_secrets || is_key) && is_secret(text) {
        true => {
            secrets.push(text.clone());
            NOT_SHOWN.to_owned()
        }
        false => printable(text),
    };
    let of_strings = error.context().filter_map(|(kind, value)| {
        let value = match value {
            ContextValue::String(text) => ContextValue::String(shown(text)),
            ContextValue::Strings(texts) => {
                ContextValue::Strings(texts.iter().map(&mut shown).collect())
            }
            _ => return None,
        };
        Some((kind, value))
    });
    for (kind, value) in of_strings.collect::<Vec<_>>() {
        error.insert(kind, value);
    }
    secrets
}

/// Prints the JSON object of a failure if the command line has the word `--json`, which unparsed arguments
/// cannot tell. Returns whether it did; if not, the message belongs on standard error.
fn report(error: &str, exit_code: u8) -> bool {
    let words = std::env::args_os().skip(1);
    let mut options = words.take_while(|word| word != OsStr::new("--"));
    let print = || output::json(&json!({ "error": error, "exit_code": exit_code }));
    options.any(|word| word == OsStr::new("--json"))
        && output::ensure_open().and_then(|()| print()).is_ok()
}
