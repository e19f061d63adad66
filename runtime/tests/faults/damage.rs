//! Damaged cache entries: each is compiled and written again.

use crate::cached::{Cached, contract, damaged, files, folder_in_memory, make_pipe, rejected};
use near_runtime_ext::CacheFault;
use std::fs::{self, File};
use std::io;
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

/// The entry with a byte changed, cut short, or with bytes appended.
fn damages(whole: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    let changed = offsets(whole.len()).map(|at| {
        let mut bytes = whole.to_vec();
        bytes[at] ^= if at % 2 == 0 { 0x01 } else { 0xff };
        bytes
    });
    let cut = offsets(whole.len()).map(|length| whole[..length].to_vec());
    let junk = [&b"\0"[..], b"\xff", whole].map(|junk| [whole, junk].concat());
    changed.chain(cut).chain(junk)
}

#[test]
fn whatever_is_damaged_of_native_code_or_of_a_compilation_error_is_compiled_again() {
    for wasm in [contract("one")].into_iter().chain(rejected()) {
        let kept = Kept::of(wasm);
        for damage in damages(&kept.whole) {
            kept.is_repaired(&damage);
        }
        kept.is_loaded();
    }
    // The entry of a compilation error is small enough to change each bit.
    for kept in rejected().map(Kept::of) {
        for bit in 0..kept.whole.len() * 8 {
            let mut damage = kept.whole.clone();
            damage[bit / 8] ^= 1 << (bit % 8);
            kept.is_repaired(&damage);
        }
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

/// A stranger can compute the name of an entry from the contract and the build.
#[test]
fn something_else_in_place_of_an_entry_is_gone_around_and_no_file_elsewhere_is_written_to() {
    let victims = folder_in_memory();
    let victim = victims.path().join("victim");
    fs::write(&victim, "precious").expect("written");
    let no_file = "something else than a file";
    type Make<'a> = &'a dyn Fn(&Path) -> io::Result<()>;
    let cases: [(Make<'_>, &str, bool); 7] = [
        (&|path| fs::create_dir(path), no_file, false),
        (&make_pipe, no_file, false),
        (&|path| symlink(path, path), "not a file", true),
        (
            &|path| File::create(path)?.set_len(1 << 40),
            "file too large",
            true,
        ),
        (&|path| symlink("no/such/file", path), "not a file", true),
        (&|path| symlink(&victim, path), "not a file", true),
        (&|path| fs::hard_link(&victim, path), "is damaged", true),
    ];
    for (make, reason, is_replaced) in cases {
        let kept = Kept::of(contract("one"));
        fs::remove_file(&kept.path).expect("removed");
        make(&kept.path).expect("made");
        let said = kept.call().expect("a fault").to_string();
        assert!(said.contains(reason), "{said:?} does not say {reason:?}");
        // An obstacle that remains is reported again.
        assert_eq!(kept.call().is_none(), is_replaced, "{said}");
        assert!(!kept.path.is_symlink() || !is_replaced);
        let left = files(kept.folder.path());
        assert_eq!(left, [kept.path], "nothing is left behind");
        assert_eq!(fs::read(&victim).expect("read"), b"precious", "{said}");
    }
    let only = fs::read_dir(victims.path()).expect("listed").count();
    assert_eq!(only, 1, "nothing is made where a link leads");
}
