//! Damaged cache entries: each is compiled and written again.

use crate::cached::{Cached, contract, damaged, files, folder_in_memory, make_pipe, rejected};
use near_runtime_ext::CacheFault;
use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Default stride of damaged bytes in native code, since each case costs milliseconds. Every byte
/// of hash and head is damaged; with `FAULTS_STRIDE=1`, every byte.
const STRIDE: usize = 61;
/// Hash, tag, length, and the beginning of wasmtime's data.
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

/// The only entry of a cache folder.
struct Kept {
    folder: TempDir,
    wasm: Vec<u8>,
    path: PathBuf,
    whole: Vec<u8>,
}

impl Kept {
    /// The cache entry of a contract.
    #[track_caller]
    fn of(wasm: Vec<u8>) -> Self {
        let folder = folder_in_memory();
        let path = Cached(folder.path()).only_entry(&wasm);
        let whole = fs::read(&path).expect("the entry");
        Self {
            folder,
            wasm,
            path,
            whole,
        }
    }

    fn call(&self) -> Option<CacheFault> {
        Cached(self.folder.path()).call(&self.wasm)
    }

    /// Overwrites the entry. The next call must report the damage and write the entry again.
    #[track_caller]
    fn is_repaired(&self, damage: &[u8]) {
        fs::write(&self.path, damage).expect("written");
        assert_eq!(damaged(self.call()), self.path);
        let again = fs::read(&self.path).expect("the entry");
        assert!(again == self.whole, "it is written again");
    }

    #[track_caller]
    fn is_loaded(&self) {
        assert!(self.call().is_none(), "what is repaired is loaded");
    }
}

#[test]
fn whatever_byte_of_native_code_is_damaged_it_is_compiled_again() {
    let kept = Kept::of(contract("one"));
    for offset in offsets(kept.whole.len()) {
        let mut bytes = kept.whole.clone();
        bytes[offset] ^= if offset % 2 == 0 { 0x01 } else { 0xff };
        kept.is_repaired(&bytes);
    }
    kept.is_loaded();
}

#[test]
fn whatever_bit_of_a_compilation_error_is_damaged_it_is_found_again() {
    for kept in rejected().map(Kept::of) {
        for bit in 0..8 * kept.whole.len() {
            let mut bytes = kept.whole.clone();
            bytes[bit / 8] ^= 1 << (bit % 8);
            kept.is_repaired(&bytes);
        }
        kept.is_loaded();
    }
}

/// A module with more globals than nearcore's engine can load.
#[test]
fn a_refusal_to_load_is_kept_too() {
    let globals = "(global i32 (i32.const 0))".repeat(70_000);
    let wat = format!(r#"(module {globals} (func (export "name")))"#);
    let kept = Kept::of(wat::parse_str(wat).expect("valid WAT"));
    kept.is_repaired(b"damaged");
    kept.is_loaded();
}

#[test]
fn an_entry_that_is_cut_off_or_goes_on_is_compiled_again() {
    let kept = Kept::of(contract("one"));
    for length in offsets(kept.whole.len()) {
        kept.is_repaired(&kept.whole[..length]);
    }
    for junk in [&b"\0"[..], b"\xff", &kept.whole] {
        kept.is_repaired(&[&kept.whole, junk].concat());
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

/// A build of another version uses another name for the entry.
#[test]
fn an_entry_of_another_key_is_left_alone() {
    let kept = Kept::of(contract("one"));
    let old = kept.path.with_file_name("1".repeat(32)); // the hash of zeros, in base58
    fs::rename(&kept.path, &old).expect("renamed");
    assert!(kept.call().is_none());
    assert!(kept.path.is_file(), "there is a new one");
    assert!(fs::read(&old).expect("the entry") == kept.whole);
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
        let kept = Kept::of(contract("one"));
        fs::remove_file(&kept.path).expect("removed");
        make(&kept.path);
        let said = kept.call().expect("a fault").to_string();
        assert!(said.contains(reason), "{said:?} does not say {reason:?}");
        // The obstacle remains, and is reported again.
        assert_eq!(kept.call().is_none(), is_replaced, "{said}");
        let left = files(kept.folder.path());
        assert_eq!(left, [kept.path], "nothing is left behind");
    }
}
