//! Data that this project did not write, in `shared/peers` beside the checkout.

use std::{
    env, fs,
    io::{self, Write},
    path::Path,
};

use serde_json::Value;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/peers");

/// The JSON of a file such as `grandpa/westend_512_set0.json`, or `None`, said loudly, where its
/// folder is absent. With `REQUIRE_PEERS=1`, that is a failure.
pub(crate) fn read(name: &str) -> Option<Value> {
    let path = Path::new(FOLDER).join(name);
    if !path.parent().is_some_and(Path::exists) {
        let required = env::var_os("REQUIRE_PEERS").is_some_and(|value| value == "1");
        assert!(!required, "REQUIRE_PEERS is 1, and there is no {name}");
        // Written, not printed: the test harness hides what passing tests print.
        let line = format!("SKIPPED {name}: no peer data beside the checkout (../shared/peers)\n");
        io::stderr().write_all(line.as_bytes()).expect("stderr");
        return None;
    }
    let text = fs::read_to_string(path).expect("a file of the peers");
    Some(serde_json::from_str(&text).expect("json"))
}
