//! A cache folder that cannot be written, is full, or is removed while in use.

use crate::cached::{Cached, call_on, contract, entries, files, make_sparse};
use crate::child::{assert_done, child_behind, task};
use near_runtime_ext::CacheFault;
use std::fs;
use std::time::{Duration, SystemTime};

#[track_caller]
fn not_written(fault: Option<CacheFault>) -> String {
    match fault {
        Some(CacheFault::Write { reason, .. }) => reason.to_string(),
        other => panic!("expected an entry that cannot be written, not {other:?}"),
    }
}

#[test]
fn a_folder_that_is_removed_while_it_is_used_is_made_again() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let runtime = Cached(folder.path()).runtime();
    assert!(call_on(&runtime, &contract("one")).is_none());
    fs::remove_dir_all(folder.path()).expect("removed");
    // The first contract comes from memory; the second is compiled and kept there.
    assert!(call_on(&runtime, &contract("one")).is_none());
    assert!(call_on(&runtime, &contract("two")).is_none());
    assert_eq!(files(folder.path()).len(), 1);
}

#[test]
fn a_folder_that_becomes_a_file_costs_time_and_no_outcome() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let runtime = Cached(folder.path()).runtime();
    let path = entries(folder.path());
    fs::remove_dir(&path).expect("removed");
    fs::write(&path, b"in the way").expect("written");
    for name in ["one", "two"] {
        not_written(call_on(&runtime, &contract(name)));
    }
    assert_eq!(fs::read(&path).expect("still there"), b"in the way");
}

/// A limit on file sizes acts like a full disk: the first blocks are written, and no more. Eight
/// blocks have room for the page of the contract's memory that wasmtime stores.
#[test]
fn an_entry_that_fits_the_disk_in_part_is_not_left_there() {
    let (one, two) = (contract("one"), contract("two"));
    if let Some((folder, _)) = task() {
        let cached = Cached(&folder);
        for wasm in [&one, &two] {
            let said = not_written(cached.call(wasm));
            assert!(said.contains("too large"), "{said}");
        }
        assert!(files(&folder).is_empty(), "{:?}", files(&folder));
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let test = "disk::an_entry_that_fits_the_disk_in_part_is_not_left_there";
    let output = child_behind("trap '' XFSZ; ulimit -f 8", test, folder.path(), 0)
        .output()
        .expect("sh runs");
    assert_done(&output);
    for wasm in [&one, &two] {
        assert!(Cached(folder.path()).call(wasm).is_none());
    }
    assert_eq!(files(folder.path()).len(), 2);
}

#[test]
fn a_folder_that_is_too_large_loses_its_least_recently_read_entries_first() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let cached = Cached(folder.path());
    let entry = cached.only_entry(&contract("one"));
    let size = fs::metadata(&entry).expect("the entry").len();
    let make = |name: &str, size: u64, hours: u64| {
        let then = SystemTime::now() - Duration::from_hours(hours);
        make_sparse(folder.path(), name, size, then)
    };
    // Names of entries are hashes in base58.
    let old = make(&"1".repeat(32), (1 << 30) - 2 * size, 2);
    let older = make(&("1".repeat(31) + "2"), 1, 3);
    let killed = make(".near-ed25519-killed", 1, 2);
    let writing = make(".near-ed25519-writing", 1, 0);
    let not_ours = make("somebody's", 1 << 30, 4);
    assert!(cached.call(&contract("two")).is_none());
    for (path, is_there) in [(&old, true), (&older, false), (&killed, false)] {
        assert_eq!(path.exists(), is_there, "{}", path.display());
    }
    assert!(cached.call(&contract("six")).is_none());
    for (path, is_there) in [
        (&old, false),
        (&entry, true),
        (&writing, true),
        (&not_ours, true),
    ] {
        assert_eq!(path.exists(), is_there, "{}", path.display());
    }
}
