//! Many processes share one cache folder: they compile, load and evict while one damages files.

use crate::cached::{Cached, contract, damaged, entries, files, folder_in_memory, make_sparse};
use crate::child::{assert_done, child, random, task};
use proptest::prelude::RngExt as _;
use proptest::test_runner::TestRng;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, SystemTime};

const CHILDREN: u64 = 4;
/// Calls that each child makes, each in a new runtime.
const CALLS: usize = 150;
/// Number of contracts they call.
const CONTRACTS: usize = 40;
/// Room for a few of the entries, bytes.
const ROOM: u64 = 100_000;
const FOUND_DAMAGED: &str = "found damaged: ";

#[test]
fn processes_share_a_folder_that_is_damaged_meanwhile() {
    if let Some((folder, number)) = task() {
        call_many(&folder, number);
        return;
    }
    let folder = folder_in_memory();
    let filling = fill(folder.path());
    let test = "race::processes_share_a_folder_that_is_damaged_meanwhile";
    let mut children: Vec<_> = (0..CHILDREN)
        .map(|number| child(test, folder.path(), number).spawn().expect("started"))
        .collect();
    let mut random = random(CHILDREN);
    while children
        .iter_mut()
        .any(|child| child.try_wait().expect("a child").is_none())
    {
        let mut files = files(folder.path());
        files.retain(|file| *file != filling && !is_temporary(file));
        damage(&files, &mut random);
        thread::sleep(Duration::from_micros(500)); // so that some entries are whole
    }
    let found_damaged: usize = children
        .into_iter()
        .map(|child| {
            let output = child.wait_with_output().expect("a child");
            assert_done(&output);
            found_damaged(&output.stdout)
        })
        .sum();
    assert!(found_damaged > 0);
    fs::remove_file(filling).expect("it was never in the way");
    let sizes = files(folder.path());
    let sizes = sizes
        .iter()
        .map(|file| fs::metadata(file).expect("a file").len());
    let (one, size) = (sizes.clone().max().unwrap_or_default(), sizes.sum::<u64>());
    assert!(size < ROOM + CHILDREN * one, "{size} bytes are left");
}

/// Makes all calls, and asserts their outcomes; prints how often an entry was damaged.
fn call_many(folder: &Path, number: u64) {
    let mut random = random(number);
    let mut found_damaged = 0;
    for _ in 0..CALLS {
        let wasm = contract(&format!("contract {}", random.random_range(0..CONTRACTS)));
        if let fault @ Some(_) = Cached(folder).call(&wasm) {
            damaged(fault);
            found_damaged += 1;
        }
    }
    println!("\n{FOUND_DAMAGED}{found_damaged}");
}

fn found_damaged(output: &[u8]) -> usize {
    let said = String::from_utf8_lossy(output);
    let mut lines = said.lines();
    let count = lines.find_map(|line| line.strip_prefix(FOUND_DAMAGED));
    count.expect("it says so").parse().expect("a number")
}

/// Fills most of the folder's limit with a file that is evicted last.
fn fill(folder: &Path) -> PathBuf {
    fs::create_dir(entries(folder)).expect("made");
    let later = SystemTime::now() + Duration::from_hours(1);
    make_sparse(folder, &"1".repeat(32), (1 << 30) - ROOM, later)
}

/// Whether the file is still being written, under a name that only its writer uses.
fn is_temporary(file: &Path) -> bool {
    let name = file.file_name().expect("a name");
    name.to_string_lossy().starts_with('.')
}

/// Damages a file in place. Errors are lost races with other processes.
fn damage(files: &[PathBuf], random: &mut TestRng) {
    if files.is_empty() {
        return;
    }
    let [file, other] = [(); 2].map(|()| &files[random.random_range(0..files.len())]);
    let mut bytes = fs::read(file).unwrap_or_default();
    let at = random.random_range(0..bytes.len().max(1));
    let _ = match random.random_range(0..8) {
        0 => fs::remove_file(file),
        1..4 => fs::write(file, &bytes[..at]),
        4 => fs::copy(file, other).map(|_| ()),
        _ => {
            bytes.get_mut(at).into_iter().for_each(|it| *it ^= 0x10);
            fs::write(file, bytes)
        }
    };
}
