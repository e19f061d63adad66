//! Data that this project did not write, in `shared/peers` beside the checkout.

use std::{
    env, fs,
    io::{self, Write as _},
    path::{Path, PathBuf},
};

/// Set to 1 where the data must be there, as CI does: its absence is then a failure.
const REQUIRED: &str = "REQUIRE_PEERS";

/// The path of a peer file, such as `tendermint/mbt/MC4_4_faulty_TestSuccess.json`, or of a
/// folder; `None`, said loudly, where it is absent.
///
/// # Panics
/// It is absent, and `REQUIRE_PEERS` is 1.
#[must_use]
pub fn path(name: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../shared/peers")
        .join(name);
    if path.exists() {
        return Some(path);
    }
    assert!(
        env::var_os(REQUIRED).is_none_or(|value| value != "1"),
        "{REQUIRED} is 1, and there is no shared/peers/{name}"
    );
    // Written, not printed: the test harness hides what passing tests print. A standard error that
    // cannot be written to has no reader.
    let _ = writeln!(
        io::stderr(),
        "SKIPPED {name}: no peer data beside the checkout (shared/peers)"
    );
    None
}

/// The text of a peer file, as [`path`] finds it.
///
/// # Panics
/// As [`path`]; or it is there and cannot be read as text.
#[must_use]
pub fn read(name: &str) -> Option<String> {
    let text = fs::read_to_string(path(name)?);
    Some(text.expect("a peer file that is there is text"))
}
