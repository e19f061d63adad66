//! Files of what was measured: JSON with a number of its schema.

use anyhow::{Context as _, bail};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::Path;

/// Reads what [`write()`] has written: `what` that is, such as a comparison, of this schema version.
///
/// # Errors
///
/// It cannot be read, or is something else.
pub(crate) fn read<T: DeserializeOwned>(
    path: &Path,
    what: &str,
    version: u32,
) -> anyhow::Result<T> {
    let name = path.display();
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
    parse(&text, version).with_context(|| format!("{name} is no {what}"))
}

fn parse<T: DeserializeOwned>(text: &str, version: u32) -> anyhow::Result<T> {
    #[derive(Deserialize)]
    struct Version {
        schema_version: u32,
    }
    let Version { schema_version } = serde_json::from_str(text)?;
    if schema_version != version {
        bail!("its schema version is {schema_version}, and {version} is understood");
    }
    Ok(serde_json::from_str(text)?)
}

/// Writes the file: the old one is there until the new one is whole.
///
/// # Errors
///
/// It cannot be written.
pub(crate) fn write(path: &Path, value: &impl Serialize) -> anyhow::Result<()> {
    let json = serde_json::to_string_pretty(value)? + "\n";
    near_runtime_ext::replace_file(path, json.as_bytes())
        .with_context(|| format!("cannot write {}", path.display()))
}
