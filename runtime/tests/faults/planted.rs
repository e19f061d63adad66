//! Folders that a stranger has filled; `damage` has the cache's. No process waits for anything that has the name of
//! one of our files, and none overwrites a file elsewhere through it.

use crate::cached::make_pipe;
use near_runtime_ext::{Account, StateFile, replace_file};
use std::fs;
use std::io;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;
use tempfile::TempDir;

const PRECIOUS: &str = "precious";
/// Longest time that any step may take; it is far more than steps need.
const AT_ONCE: Duration = Duration::from_secs(20);

/// A folder that was filled by a stranger.
struct Planted {
    folder: TempDir,
}

impl Planted {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let planted = Self { folder };
        fs::write(planted.victim(), PRECIOUS).expect("written");
        planted
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn victim(&self) -> PathBuf {
        self.path("victim")
    }

    fn state(&self) -> PathBuf {
        self.path("state.json")
    }

    /// Name of the state file's lock.
    fn lock(&self) -> PathBuf {
        self.path(".near-ed25519-state.json.lock")
    }

    /// All names except that of somebody's file, which must be unchanged.
    #[track_caller]
    fn names(&self) -> Vec<String> {
        let content = fs::read_to_string(self.victim()).expect("read");
        assert_eq!(content, PRECIOUS, "somebody's file is as it was");
        let name = |file: io::Result<fs::DirEntry>| {
            let name = file.expect("listed").file_name();
            name.into_string().expect("text")
        };
        let names = fs::read_dir(self.folder.path()).expect("listed").map(name);
        let mut names: Vec<_> = names.filter(|name| name != "victim").collect();
        names.sort();
        names
    }
}

fn make_socket(path: &Path) -> io::Result<()> {
    UnixListener::bind(path).map(drop)
}

/// The result of a function that must return in time: waiting for a pipe would never end.
#[track_caller]
fn at_once<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let (done, result) = mpsc::channel();
    thread::spawn(move || done.send(work()));
    result
        .recv_timeout(AT_ONCE)
        .expect("it waits for nothing and does not panic")
}

fn account(name: &str) -> Account {
    Account::new(name.parse().expect("a name"))
}

/// Puts something in the lock's place; the first path is somebody's file.
type Make<'a> = &'a dyn Fn(&Path, &Path) -> io::Result<()>;

#[test]
fn only_a_lock_is_opened_as_one_and_written_to() {
    let makes: [Make<'_>; 12] = [
        &|victim, lock| symlink(victim, lock),
        &|_, lock| symlink("no/such/file", lock),
        &|_, lock| symlink("created", lock),
        &|_, lock| symlink("/dev/null", lock),
        &|victim, lock| fs::hard_link(victim, lock),
        &|victim, lock| {
            let number = victim.with_file_name("number");
            fs::write(&number, "42")?;
            fs::hard_link(number, lock)
        },
        &|_, lock| fs::write(lock, "somebody's notes"),
        &|_, lock| fs::write(lock, "1".repeat(21)),
        &|_, lock| fs::write(lock, "4\n"),
        &|_, lock| fs::create_dir(lock),
        &|_, lock| make_pipe(lock),
        &|_, lock| make_socket(lock),
    ];
    for (index, make) in makes.iter().enumerate() {
        let planted = Planted::new();
        let [state, lock] = [planted.state(), planted.lock()];
        make(&planted.victim(), &lock).expect("made");
        let what = || {
            let kind = fs::symlink_metadata(&lock).expect("there").file_type();
            let content = kind.is_file().then(|| fs::read(&lock).expect("read"));
            (planted.names(), kind, content)
        };
        let before = what();
        let path = state.clone();
        let refused = at_once(move || StateFile::lock(&path, Duration::ZERO));
        let [of, by] = [&state, &lock].map(|it| it.display());
        let expected = format!("cannot lock state file {of}: {by} is something else than a lock");
        let refused = refused.expect_err("no lock").to_string();
        assert_eq!(refused, expected, "case {index}");
        assert_eq!(what(), before, "case {index}");
    }
}

/// A killed process leaves such files.
#[test]
fn a_lock_that_was_left_is_used_again() {
    for content in ["", "1", "4294967295", "18446744073709551615"] {
        let planted = Planted::new();
        fs::write(planted.lock(), content).expect("written");
        let locked = StateFile::lock(&planted.state(), Duration::ZERO).expect("free");
        let number = fs::read_to_string(planted.lock()).expect("read");
        assert_eq!(number, std::process::id().to_string());
        drop(locked);
        assert!(planted.names().is_empty());
    }
}

/// Removing it would let a third process lock the file while the second holds it.
#[test]
fn what_has_taken_the_place_of_the_lock_is_not_removed() {
    let planted = Planted::new();
    let first = StateFile::lock(&planted.state(), Duration::ZERO).expect("free");
    fs::remove_file(planted.lock()).expect("removed by somebody");
    let _second = StateFile::lock(&planted.state(), Duration::ZERO).expect("free again");
    drop(first);
    StateFile::lock(&planted.state(), Duration::ZERO).expect_err("still held");

    let planted = Planted::new();
    let held = StateFile::lock(&planted.state(), Duration::ZERO).expect("free");
    fs::remove_file(planted.lock()).expect("removed by somebody");
    fs::hard_link(planted.victim(), planted.lock()).expect("linked");
    drop(held);
    assert!(planted.lock().exists());
}

#[test]
fn a_state_that_is_no_file_is_refused_at_once_and_nothing_is_made() {
    let makes: [&dyn Fn(&Path) -> io::Result<()>; 6] = [
        &make_pipe,
        &make_socket,
        &|path| fs::create_dir(path),
        &|path| symlink("/dev/zero", path),
        &|path| {
            make_pipe(&path.with_extension("pipe"))?;
            symlink("state.pipe", path)
        },
        &|path| symlink(".", path),
    ];
    for (index, make) in makes.iter().enumerate() {
        let planted = Planted::new();
        let state = planted.state();
        make(&state).expect("made");
        let before = planted.names();
        let of = state.display();
        let expected = format!("cannot read state file {of}: it is not a file");
        let path = state.clone();
        let refused = at_once(move || {
            [
                StateFile::lock(&path, Duration::ZERO).map(drop),
                StateFile::peek(&path).map(drop),
                Account::load(&path).map(drop),
            ]
            .map(|result| result.expect_err("no file").to_string())
        });
        for refused in refused {
            assert_eq!(refused, expected, "case {index}");
        }
        account("a.near").save(&state).expect_err("in the way");
        assert_eq!(planted.names(), before, "case {index}");
    }
}

/// The lock protects the file that the link led to: changing the link later selects no other file.
#[test]
fn a_link_that_changes_is_not_followed_to_a_file_that_is_not_locked() {
    for target in ["old.json", "none.json"] {
        let planted = Planted::new();
        let [old, other, state] =
            ["old.json", "other.json", "state.json"].map(|name| planted.path(name));
        account("old.near").save(&old).expect("saved");
        account("other.near").save(&other).expect("saved");
        symlink(target, &state).expect("linked");
        let locked = StateFile::lock(&state, Duration::ZERO).expect("free");
        fs::remove_file(&state).expect("removed");
        symlink("other.json", &state).expect("linked");
        locked.save(&account("new.near")).expect("saved");
        let name = |path| Account::load(path).expect("loaded").account_id;
        assert_eq!(name(&other), "other.near", "it was never locked");
        let saved = if target == "old.json" { &old } else { &state };
        assert_eq!(name(saved), "new.near");
        if target == "old.json" {
            let loaded = locked.load().expect("no error").expect("it is there");
            assert_eq!(loaded.account_id, "new.near");
        }
    }
}

#[test]
fn a_link_to_no_file_is_replaced_and_nothing_is_made_where_it_leads() {
    let planted = Planted::new();
    let state = planted.state();
    symlink("created", &state).expect("linked");
    let locked = StateFile::lock(&state, Duration::ZERO).expect("free");
    assert_eq!(locked.load().expect("no error"), None);
    locked.save(&account("a.near")).expect("saved");
    drop(locked);
    let out = planted.path("out");
    symlink("created too", &out).expect("linked");
    replace_file(&out, b"content").expect("written");
    assert_eq!(planted.names(), ["out", "state.json"]);
    assert!(!state.is_symlink() && !out.is_symlink());
}
