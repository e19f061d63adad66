//! Signatures that FROST's authors published: cargo keeps them with the sources of their crate.

use serde_json::Value;
use std::path::PathBuf;
use std::{env, fs};

/// A file of vectors from frost-ed25519's own tests, such as `vectors.json`.
///
/// # Panics
/// If it is missing; but cargo has fetched that crate to compile this one.
#[must_use]
pub fn published(file: &str) -> Value {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(env::home_dir()?.join(".cargo")));
    let registries = home.expect("a home of cargo").join("registry/src");
    let registries = fs::read_dir(registries).expect("registries");
    let mut paths = registries.map(|registry| {
        let sources = registry
            .expect("an entry")
            .path()
            .join("frost-ed25519-3.0.0");
        sources.join("tests/helpers").join(file)
    });
    let text = paths.find_map(|path| fs::read_to_string(path).ok());
    assert!(text.is_some(), "no {file}");
    serde_json::from_str(&text.unwrap_or_default()).expect("JSON")
}
