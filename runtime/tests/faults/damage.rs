//! Damaged cache entries: each one is compiled again, and written again.

use crate::cached::{
    Cached, contract, damaged, entries, files, folder_in_memory, make_pipe, rejected,
};
use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::path::Path;

/// Default stride of the damaged bytes of native code: one costs milliseconds. Every byte of hash
/// and head is damaged, and with `FAULTS_STRIDE=1` every byte.
const STRIDE: usize = 61;
/// Hash, tag, length, and the beginning of wasmtime's.
const HEAD: usize = 32 + 1 + 4 + 32;

fn stride() -> usize {
    std::env::var("FAULTS_STRIDE").map_or(STRIDE, |text| text.parse().expect("a number"))
}

/// Offsets to damage in an entry of this size.
fn offsets(size: usize) -> impl Iterator<Item = usize> {
    let head = HEAD.min(size);
    (0..head)
        .chain((head..size).step_by(stride()))
        .chain(size.checked_sub(1))
}

/// Replaces the entry's content: it is found damaged and written again.
#[track_caller]
fn is_repaired(cached: &Cached<'_>, wasm: &[u8], entry: &Path, whole: &[u8], damage: &[u8]) {
    fs::write(entry, damage).expect("written");
    assert_eq!(damaged(cached.call(wasm)), entry);
    assert!(
        fs::read(entry).expect("the entry") == whole,
        "it is written again"
    );
}

#[test]
fn whatever_byte_of_native_code_is_damaged_it_is_compiled_again() {
    let folder = folder_in_memory();
    let cached = Cached(folder.path());
    let wasm = contract("one");
    let entry = cached.only_entry(&wasm);
    let whole = fs::read(&entry).expect("the entry");
    for offset in offsets(whole.len()) {
        let mut bytes = whole.clone();
        bytes[offset] ^= if offset % 2 == 0 { 0x01 } else { 0xff };
        is_repaired(&cached, &wasm, &entry, &whole, &bytes);
    }
    assert!(cached.call(&wasm).is_none(), "what is repaired is loaded");
}

#[test]
fn whatever_bit_of_a_compilation_error_is_damaged_it_is_found_again() {
    for wasm in rejected() {
        let folder = folder_in_memory();
        let cached = Cached(folder.path());
        let entry = cached.only_entry(&wasm);
        let whole = fs::read(&entry).expect("the entry");
        for bit in 0..8 * whole.len() {
            let mut bytes = whole.clone();
            bytes[bit / 8] ^= 1 << (bit % 8);
            is_repaired(&cached, &wasm, &entry, &whole, &bytes);
        }
        assert!(cached.call(&wasm).is_none(), "what is repaired is loaded");
    }
}

#[test]
fn an_entry_that_is_cut_off_or_goes_on_is_compiled_again() {
    let folder = folder_in_memory();
    let cached = Cached(folder.path());
    let wasm = contract("one");
    let entry = cached.only_entry(&wasm);
    let whole = fs::read(&entry).expect("the entry");
    for length in offsets(whole.len()) {
        is_repaired(&cached, &wasm, &entry, &whole, &whole[..length]);
    }
    for junk in [&b"\0"[..], b"\xff", &whole] {
        let longer = [&whole[..], junk].concat();
        is_repaired(&cached, &wasm, &entry, &whole, &longer);
    }
}

#[test]
fn an_entry_under_anothers_name_is_not_taken_for_it() {
    let folder = folder_in_memory();
    let cached = Cached(folder.path());
    let [wasm, other] = ["one", "two"].map(contract);
    let [not_wasm, _] = rejected();
    for wasm in [&wasm, &other, &not_wasm] {
        assert!(cached.call(wasm).is_none());
    }
    // All entries exchange their contents.
    let files = files(folder.path());
    let contents = files
        .iter()
        .map(|file| fs::read(file).expect("an entry"))
        .collect::<Vec<_>>();
    for (file, content) in files.iter().cycle().skip(1).zip(&contents) {
        fs::write(file, content).expect("written");
    }
    for wasm in [&wasm, &other, &not_wasm] {
        damaged(cached.call(wasm));
        assert!(cached.call(wasm).is_none());
    }
}

/// An entry of a build of another version has another name.
#[test]
fn an_entry_of_another_key_is_left_alone() {
    let folder = folder_in_memory();
    let cached = Cached(folder.path());
    let wasm = contract("one");
    let entry = cached.only_entry(&wasm);
    let old = entries(folder.path()).join("1".repeat(32)); // the hash of zeros, in base58
    fs::rename(&entry, &old).expect("renamed");
    let before = fs::read(&old).expect("the entry");
    assert!(cached.call(&wasm).is_none());
    assert!(entry.is_file(), "there is a new one");
    assert!(fs::read(&old).expect("the entry") == before);
}

#[test]
fn something_else_in_place_of_an_entry_is_gone_around() {
    let make_huge = |path: &Path| {
        let file = File::create(path).expect("created");
        file.set_len(1 << 40).expect("a sparse file");
    };
    type Make<'a> = &'a dyn Fn(&Path);
    let cases: [(Make<'_>, &str, bool); 5] = [
        (
            &|path| fs::create_dir(path).expect("made"),
            "something else than a file",
            false,
        ),
        (&make_pipe, "something else than a file", false),
        (
            &|path| symlink(path, path).expect("linked"),
            "not a file",
            true,
        ),
        (&make_huge, "file too large", true),
        (
            &|path| symlink("no/such/file", path).expect("linked"),
            "not a file",
            true,
        ),
    ];
    for (make, reason, is_replaced) in cases {
        let folder = folder_in_memory();
        let cached = Cached(folder.path());
        let wasm = contract("one");
        let entry = cached.only_entry(&wasm);
        fs::remove_file(&entry).expect("removed");
        make(&entry);
        let fault = cached.call(&wasm);
        let said = fault.expect("a fault").to_string();
        assert!(said.contains(reason), "{said:?} does not say {reason:?}");
        // The obstacle stays there, and is reported again.
        assert_eq!(cached.call(&wasm).is_none(), is_replaced, "{said}");
        assert_eq!(files(folder.path()), [entry], "nothing is left behind");
    }
}
