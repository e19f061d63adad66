//! A flat YAML mapping of known keys to amounts of gas; errors have line numbers.

use std::collections::BTreeMap;
use yaml_rust2::parser::{Event, Parser};
use yaml_rust2::scanner::TScalarStyle;

/// A parameter file that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}: {problem}")]
pub struct LoadError {
    /// The file.
    pub file: String,
    /// The problem, and its line.
    pub problem: Problem,
}

/// A problem of a parameter file. Lines count from 1. Errors escape keys and values from the file:
/// YAML lets them span several lines, but an error must be one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "`line` and `key` are the same everywhere")]
#[non_exhaustive]
pub enum Problem {
    /// The file cannot be read.
    #[error("cannot be read: {0}")]
    Unreadable(String),
    /// The text is not YAML.
    #[error("line {line}: not YAML: {reason}")]
    Syntax { line: usize, reason: String },
    /// The file is not one mapping of keys to plain values.
    #[error("line {line}: expected one `key: gas` a line, and nothing else")]
    NotFlat { line: usize },
    /// A key that no parameter has.
    #[error("line {line}: unknown key `{}`", key.escape_debug())]
    UnknownKey { line: usize, key: String },
    /// A key that occurs twice.
    #[error("line {line}: duplicate key `{key}`, first on line {first}")]
    DuplicateKey {
        line: usize,
        key: String,
        first: usize,
    },
    /// A value that is not a whole number.
    #[error("line {line}: `{key}`: `{}` is not a whole number of gas", value.escape_debug())]
    NotANumber {
        line: usize,
        key: String,
        value: String,
    },
    /// A negative value.
    #[error("line {line}: `{key}`: `{}` is negative", value.escape_debug())]
    Negative {
        line: usize,
        key: String,
        value: String,
    },
    /// A value beyond 64 bits.
    #[error("line {line}: `{key}`: `{}` does not fit 64 bits", value.escape_debug())]
    Overflow {
        line: usize,
        key: String,
        value: String,
    },
    /// A parameter that is missing.
    #[error("missing key `{key}`")]
    MissingKey { key: String },
}

/// A file's content: the line and the gas of every key.
pub(crate) struct Entries(BTreeMap<String, (usize, u64)>);

impl Entries {
    pub(crate) fn gas(&self, key: &str) -> Result<u64, Problem> {
        let entry = self.0.get(key).map(|(_, gas)| *gas);
        entry.ok_or_else(|| Problem::MissingKey {
            key: key.to_owned(),
        })
    }
}

/// Reads a file with keys from `known`.
pub(crate) fn parse(text: &str, known: &[&str]) -> Result<Entries, Problem> {
    // The parser stops at a NUL: it would not read the rest.
    if let Some(before) = text.split_once('\0').map(|(before, _)| before) {
        let line = before.lines().count().max(1);
        return Err(Problem::Syntax {
            line,
            reason: "NUL character".to_owned(),
        });
    }
    let mut reader = Reader {
        known,
        state: State::Start,
        entries: BTreeMap::new(),
    };
    // One event at a time, until the first problem: the parser's own loop recurses with the nesting
    // of the text, without a bound.
    let mut parser = Parser::new_from_str(text);
    loop {
        let (event, mark) = parser.next_token().map_err(|error| Problem::Syntax {
            line: error.marker().line().max(1),
            reason: error.info().to_owned(),
        })?;
        if event == Event::StreamEnd {
            return Ok(Entries(reader.entries));
        }
        reader.step(event, mark.line().max(1))?;
    }
}

/// The parser's position in the mapping.
enum State {
    Start,
    Key,
    Value { key: String, line: usize },
    End,
}

struct Reader<'a> {
    known: &'a [&'a str],
    state: State,
    entries: BTreeMap<String, (usize, u64)>,
}

impl Reader<'_> {
    fn step(&mut self, event: Event, line: usize) -> Result<(), Problem> {
        let state = std::mem::replace(&mut self.state, State::End);
        self.state = match (state, event) {
            (state, Event::Nothing | Event::StreamStart) => state,
            (State::Start, Event::DocumentStart) => State::Start,
            (State::End, Event::DocumentEnd) => State::End,
            (State::Start, Event::MappingStart(0, None)) => State::Key,
            (State::Key, Event::MappingEnd) => State::End,
            (State::Key, Event::Scalar(key, TScalarStyle::Plain, 0, None)) => {
                self.check_key(&key, line)?;
                State::Value { key, line }
            }
            // The key's line; if a value is missing, the parser reports a line further down.
            (State::Value { key, line }, Event::Scalar(value, TScalarStyle::Plain, 0, None)) => {
                let gas = parse_gas(&key, &value, line)?;
                self.entries.insert(key, (line, gas));
                State::Key
            }
            _ => return Err(Problem::NotFlat { line }),
        };
        Ok(())
    }

    fn check_key(&self, key: &str, line: usize) -> Result<(), Problem> {
        if !self.known.contains(&key) {
            return Err(Problem::UnknownKey {
                line,
                key: key.to_owned(),
            });
        }
        match self.entries.get(key) {
            Some((first, _)) => Err(Problem::DuplicateKey {
                line,
                key: key.to_owned(),
                first: *first,
            }),
            None => Ok(()),
        }
    }
}

/// An amount such as `210_000_000_000`: decimal digits, optionally grouped by underscores.
fn parse_gas(key: &str, value: &str, line: usize) -> Result<u64, Problem> {
    let unsigned = value.strip_prefix('-');
    let digits = unsigned.unwrap_or(value);
    let is_grouped = digits
        .split('_')
        .all(|group| !group.is_empty() && group.bytes().all(|b| b.is_ascii_digit()));
    let parsed = digits.replace('_', "").parse();
    let (key, value) = (key.to_owned(), value.to_owned());
    match (is_grouped, unsigned, parsed) {
        (false, ..) => Err(Problem::NotANumber { line, key, value }),
        (true, Some(_), _) => Err(Problem::Negative { line, key, value }),
        (true, None, Err(_)) => Err(Problem::Overflow { line, key, value }),
        (true, None, Ok(gas)) => Ok(gas),
    }
}
