//! What commands measure, print and keep in files: JSON with a number of its schema.

use crate::cli::Recording;
use crate::stdout;
use anyhow::{Context as _, bail};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::Path;

/// Everything that one run of a command has measured.
pub(crate) trait Findings: Serialize + DeserializeOwned {
    /// What its file is: "… is no file of `many`".
    const FILE: &str;
    /// Of the JSON. A reader refuses others.
    const SCHEMA_VERSION: u32;

    /// Whether Ctrl-C came before all was measured.
    fn is_interrupted(&self) -> bool;

    /// For people.
    fn text(&self) -> String;

    /// Reads a file that `--out` has written.
    ///
    /// # Errors
    ///
    /// It cannot be read, or is something else.
    fn read(path: &Path) -> anyhow::Result<Self> {
        let name = path.display();
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
        let parsed = parse(&text, Self::SCHEMA_VERSION);
        parsed.with_context(|| format!("{name} is no {}", Self::FILE))
    }
}

/// Measures, or reads what was measured; prints it, and writes it where that is asked for.
///
/// # Errors
///
/// It cannot be measured, read, printed or written; or Ctrl-C came before all was measured.
pub(crate) fn run<T: Findings>(
    args: &Recording,
    measure: impl FnOnce() -> anyhow::Result<T>,
) -> anyhow::Result<()> {
    let findings = match &args.from {
        Some(path) => T::read(path)?,
        None => measure()?,
    };
    match args.json {
        true => stdout::json(&findings)?,
        false => stdout::line(&findings.text())?,
    }
    if let Some(path) = &args.out {
        write(path, &findings)?;
    }
    if args.from.is_none() && findings.is_interrupted() {
        bail!("interrupted: this is what was measured until then");
    }
    Ok(())
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

/// The old file is there until the new one is whole.
fn write(path: &Path, value: &impl Serialize) -> anyhow::Result<()> {
    let json = serde_json::to_string_pretty(value)? + "\n";
    near_runtime_ext::replace_file(path, json.as_bytes())
        .with_context(|| format!("cannot write {}", path.display()))
}
