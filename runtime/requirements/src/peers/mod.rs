//! Data that this project did not write: published vectors, and blocks of real chains.
//!
//! Tests look for it in the folder `peers` of the checkout, which `bash .ci/peers` fills, and in
//! `shared/peers` beside the checkout. If it is absent, they skip themselves and report it.

pub mod ed25519;
pub mod vrf;

use crate::skip;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The environment variable that CI sets to 1: then the absence of data is a failure.
const REQUIRED: &str = "REQUIRE_PEERS";

/// Possible folders of the data, relative to this package.
const FOLDERS: [&str; 2] = ["../../peers", "../../../shared/peers"];

/// The path of a file, such as `tendermint/mbt/MC4_4_faulty_TestSuccess.json`, or of a folder;
/// `None`, reported on standard error, if it is absent.
///
/// # Panics
/// It is absent, and `REQUIRE_PEERS` is 1.
#[must_use]
pub fn path(name: &str) -> Option<PathBuf> {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = |folder| package.join(folder).join(name);
    if let Some(path) = FOLDERS.map(path).into_iter().find(|path| path.exists()) {
        return Some(path);
    }
    assert!(
        env::var_os(REQUIRED).is_none_or(|value| value != "1"),
        "{REQUIRED} is 1, and {name} is neither in peers nor in ../shared/peers"
    );
    let absent = "is neither in peers nor in ../shared/peers; `bash .ci/peers` fetches it";
    skip("data", &format!("{name} {absent}"));
    None
}

/// The text of a file found by [`path`].
///
/// # Panics
/// As [`path`]; or the file cannot be read as text.
#[must_use]
pub fn read(name: &str) -> Option<String> {
    let text = fs::read_to_string(path(name)?);
    Some(text.expect("a peer file that is there is text"))
}

/// The JSON of a file found by [`path`].
///
/// # Panics
/// As [`path`]; or the file is not JSON.
#[must_use]
pub fn json(name: &str) -> Option<Value> {
    Some(serde_json::from_str(&read(name)?).expect("a peer file is JSON"))
}

/// The elements of a list.
fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

/// The bytes that a text has in hex.
fn bytes(value: &Value) -> Vec<u8> {
    hex::decode(value.as_str().expect("text")).expect("hex")
}
