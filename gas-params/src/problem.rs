//! What is wrong with a file of prices.

/// A file of prices that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}: {problem}")]
pub struct LoadError {
    /// The file.
    pub file: String,
    /// The problem, and its line.
    pub problem: Problem,
}

/// A problem of a file of prices. Lines count from 1. Errors escape what they quote of the file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "`line` and `key` are the same everywhere")]
#[non_exhaustive]
pub enum Problem {
    /// The file cannot be read.
    #[error("cannot be read: {0}")]
    Unreadable(String),
    /// A line is neither a comment nor a key and its value.
    #[error("line {line}: expected one `key: gas` a line, and nothing else")]
    NotFlat { line: usize },
    /// A key that is no price of the function.
    #[error("line {line}: unknown key `{}`", key.escape_debug())]
    UnknownKey { line: usize, key: String },
    /// A key that occurs twice.
    #[error("line {line}: duplicate key `{key}`, first on line {first}")]
    DuplicateKey {
        line: usize,
        key: String,
        first: usize,
    },
    /// A value that is not a `u64`.
    #[error("line {line}: `{key}`: `{}` is not a whole number of gas below 2^64", value.escape_debug())]
    NotGas {
        line: usize,
        key: String,
        value: String,
    },
    /// A missing price.
    #[error("missing key `{key}`")]
    MissingKey { key: String },
}
