//! JSON from strangers, read in one pass without a tree of its values; errors name the field.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, DeserializeOwned, Deserializer};
use serde_json::error::Category;

/// Shown characters of a reason, which may quote what it found.
const SHOWN: usize = 200;

/// Why text is not the expected JSON: the field, the reason, and the place.
#[derive(Debug)]
pub struct JsonError {
    path: String,
    reason: serde_json::Error,
}

impl std::error::Error for JsonError {}

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (line, column) = (self.reason.line(), self.reason.column());
        let place = format!(" at line {line} column {column}");
        let reason = self.reason.to_string();
        let reason = reason.strip_suffix(&place).unwrap_or(&reason);
        match self.reason.classify() {
            Category::Eof if column == 0 => return f.write_str("there is nothing in it"),
            Category::Eof => return write!(f, "the JSON ends too early,{place}"),
            Category::Syntax | Category::Io => f.write_str("not JSON: ")?,
            Category::Data if self.path == "." => {}
            Category::Data => write!(f, "{}: ", shown(&self.path))?,
        }
        write!(f, "{}{place}", shown(reason))
    }
}

/// The beginning of a text that may be as long as the file.
pub(crate) fn shown(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]).into(),
        None => text.into(),
    }
}

/// Reads one value and nothing after it.
///
/// # Errors
/// It is something else; the error names the field.
pub fn read<T: DeserializeOwned>(text: &[u8]) -> Result<T, JsonError> {
    let mut json = serde_json::Deserializer::from_slice(text);
    let value = serde_path_to_error::deserialize(&mut json).map_err(|error| JsonError {
        path: error.path().to_string(),
        reason: error.into_inner(),
    })?;
    let path = ".".to_owned();
    json.end().map_err(|reason| JsonError { path, reason })?;
    Ok(value)
}

/// A member that is present, perhaps as `null`.
pub(crate) fn present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

/// A node's error in JSON-RPC.
#[derive(serde::Deserialize)]
#[serde(expecting = "a JSON-RPC error")]
pub(crate) struct NodeError {
    code: Option<i64>,
    message: Option<String>,
    data: Option<String>,
}

impl fmt::Display for NodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let code = self.code.map(|code| code.to_string());
        let texts = [self.message.as_deref(), self.data.as_deref()];
        let parts = [code.as_deref()].into_iter().chain(texts).flatten();
        f.write_str(&shown(&parts.collect::<Vec<_>>().join(": ")))
    }
}
