//! The fields of a report, for both text and JSON.

use super::{named, report};
use serde_json::{Map, Value};

/// Fields in the order of both text and JSON.
#[derive(Default)]
pub struct Fields {
    json: Map<String, Value>,
    lines: Vec<(&'static str, String)>,
}

impl Fields {
    /// A field of JSON only.
    pub fn json(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.json.insert(key.to_owned(), value.into());
        self
    }

    /// A line of text only, or several lines of one name, or none.
    pub fn line(mut self, name: &'static str, values: impl IntoIterator<Item = String>) -> Self {
        let values = values.into_iter();
        self.lines.extend(values.map(|value| (name, value)));
        self
    }

    /// A field of both. `None` is null in JSON, and no line of text.
    pub fn both<T: ToString + Into<Value>>(
        self,
        key: &str,
        name: &'static str,
        value: Option<T>,
    ) -> Self {
        let text = value.as_ref().map(T::to_string);
        self.json(key, value.map_or(Value::Null, Into::into))
            .line(name, text)
    }

    /// All fields of another list, after these.
    pub fn and(mut self, other: Self) -> Self {
        self.json.extend(other.json);
        self.lines.extend(other.lines);
        self
    }

    /// Prints JSON, or the lines and the text `below` them.
    pub fn print(self, is_json: bool, below: &str) -> anyhow::Result<()> {
        let text = named(self.lines) + below;
        report(is_json, &self.json, text.trim_end())
    }
}
