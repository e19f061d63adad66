//! Concurrent calls of one contract: a call is saved exactly if it succeeds and is reported. The session `faults` has
//! reports that cannot be printed, and writers that wait; the runtime's `faults::state_kill` a writer that is killed.

use crate::session::wasm;
use test_support::command::Folder;

/// The counter, its state file, and the cache that all calls share.
const SHARED: &str = "counter.wasm --state state.json --cache cache";

const WRITERS: u64 = 200;

#[test]
fn of_two_hundred_writers_at_once_none_is_lost() {
    let folder = Folder::with([("counter.wasm", wasm(include_str!("counter.wat")))]);
    let increment = format!("call {SHARED} increment --json >/dev/null 2>&1");
    let writer = || folder.command(&increment).spawn().expect("started");
    let writers: Vec<_> = (0..WRITERS).map(|_| writer()).collect();
    for mut writer in writers {
        assert!(writer.wait().expect("gone").success());
    }
    let report = folder.report(&format!("call {SHARED} count --view"));
    assert_eq!(report["return_hex"], hex::encode(WRITERS.to_le_bytes()));
    let files = ["cache", "counter.wasm", "state.json"];
    assert_eq!(folder.names("."), files);
}
