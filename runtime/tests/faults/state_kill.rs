//! State files whose writer is killed at any moment, holding any lock.

use crate::cached::folder_in_memory;
use crate::child::{child, random, task};
use near_runtime_ext::{Account, Balance, StateFile};
use proptest::prelude::RngExt as _;
use std::fs;
use std::io::{self, BufRead as _, BufReader};
use std::path::Path;
use std::sync::LazyLock;
use std::thread;
use std::time::Duration;

/// Kills on disk, and as many in memory, where a save takes only its system calls.
const KILLS: u64 = 100;
const FILE: &str = "state.json";
/// Printed by a child after its first save.
const SAVING: &str = "saving";
/// Longest life of a child after its first save.
const LIFE: Duration = Duration::from_millis(8);

fn states() -> [Account; 2] {
    [90_000, 130_000].map(|size| {
        let mut account = Account::new("contract.near".parse().expect("a name"));
        let value = (0..=u8::MAX).cycle().take(size);
        account.storage.insert(b"STATE".to_vec(), value.collect());
        account.storage.insert(vec![], vec![]);
        account.locked = Balance::from_near(3);
        account
    })
}

fn save_in_turn(path: &Path) {
    let states = states();
    for (number, state) in states.iter().cycle().enumerate() {
        let file = StateFile::lock(path, Duration::ZERO).expect("nobody else has it");
        file.save(state).expect("saved");
        if number == 0 {
            println!("\n{SAVING}"); // on a line without output of the harness
        }
    }
}

#[test]
fn a_state_file_is_the_old_one_or_the_new_one_whenever_its_writer_is_killed() {
    if let Some((folder, _)) = task() {
        save_in_turn(&folder.join(FILE));
        return;
    }
    for folder in [
        tempfile::tempdir().expect("a temporary folder"),
        folder_in_memory(),
    ] {
        let mut random = random(KILLS);
        let mut found = [0; 2];
        for killed in 1..=KILLS {
            let life = LIFE.mul_f64(random.random_range(0.0..1.0));
            kill_one_that_saves(folder.path(), life);
            found[load(folder.path())] += 1;
            let left = temporary_files(folder.path());
            assert!(left <= killed, "{left} files, by {killed} processes");
        }
        assert!(found.iter().all(|count| *count > 0), "{found:?}");
    }
}

/// Starts a process that saves, and kills it `life` after its first save.
fn kill_one_that_saves(folder: &Path, life: Duration) {
    let test =
        "state_kill::a_state_file_is_the_old_one_or_the_new_one_whenever_its_writer_is_killed";
    let mut child = child(test, folder, 0).spawn().expect("started");
    let output = child.stdout.take().expect("its output");
    let is_saving = |line: io::Result<String>| line.expect("a line") == SAVING;
    assert!(BufReader::new(output).lines().any(is_saving), "it saves");
    thread::sleep(life);
    child.kill().expect("killed");
    child.wait().expect("gone");
}

/// The index of the state in the file.
fn load(folder: &Path) -> usize {
    static STATES: LazyLock<[Account; 2]> = LazyLock::new(states);
    let file = StateFile::lock(&folder.join(FILE), Duration::ZERO);
    let file = file.expect("the system has freed what the killed one had locked");
    let loaded = file.load().expect("a whole state").expect("it is there");
    let is_it = |state: &Account| *state == loaded;
    STATES.iter().position(is_it).expect("one of the two")
}

/// The number of temporary files; all other files must be the state file.
fn temporary_files(folder: &Path) -> u64 {
    let names = fs::read_dir(folder).expect("listed").map(|file| {
        let name = file.expect("listed").file_name();
        name.into_string().expect("text")
    });
    let (temporary, others): (Vec<_>, Vec<_>) =
        names.partition(|name| name.starts_with(".near-ed25519-"));
    assert_eq!(others, [FILE]);
    temporary.len() as u64
}
