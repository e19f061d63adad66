//! Folders that a stranger has filled (`damage` has those of the cache): no process waits for what the stranger put in
//! place of one of our files, and none overwrites another file through it. The first comment of `strangers.txt`
//! explains its steps.

use crate::cached::make_pipe;
use expect_test::expect_file;
use near_runtime_ext::{Account, StateFile, replace_file};
use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::io;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::path::PathBuf;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;
use tempfile::TempDir;
use test_support::scenarios::replayed;

const LOCK: &str = ".near-ed25519-state.json.lock";
const PRECIOUS: &str = "precious";
/// Longest time that any step may take; it is far more than steps need.
const AT_ONCE: Duration = Duration::from_secs(20);

/// A folder with somebody's file, and the locks that are held.
struct Filled {
    folder: TempDir,
    held: BTreeMap<String, StateFile>,
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

/// The name of a loaded account.
fn name(account: Option<Account>) -> String {
    account.map_or("nothing".to_owned(), |it| it.account_id.to_string())
}

impl Filled {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        fs::write(folder.path().join("victim"), PRECIOUS).expect("written");
        let held = BTreeMap::new();
        Self { folder, held }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name.replace("LOCK", LOCK))
    }

    /// All files except somebody's, which must be unchanged; small ones with their content.
    fn files(&self) -> String {
        let victim = fs::read_to_string(self.path("victim")).expect("read");
        assert_eq!(victim, PRECIOUS, "somebody's file is as it was");
        let own = std::process::id().to_string();
        let file = |file: io::Result<fs::DirEntry>| {
            let file = file.expect("listed");
            let name = file.file_name().to_string_lossy().into_owned();
            let (path, kind) = (file.path(), file.file_type().expect("there"));
            if kind.is_symlink() {
                let target = fs::read_link(&path).expect("a link");
                return format!("{name} -> {}", target.display());
            }
            match kind.is_file().then(|| fs::read(&path).expect("read")) {
                Some(content) if content == own.as_bytes() => format!("{name}: PROCESS"),
                Some(content) if content.len() < 30 => {
                    format!("{name}: {}", content.escape_ascii())
                }
                _ => name,
            }
        };
        let mut files: Vec<_> = fs::read_dir(self.folder.path())
            .expect("listed")
            .map(file)
            .collect();
        files.retain(|file| !file.starts_with("victim"));
        files.sort();
        files.join(", ")
    }

    fn step(&mut self, words: &[&str]) -> Result<String, Box<dyn Error>> {
        match words {
            // What the stranger makes.
            ["link", target, name] => symlink(target, self.path(name))?,
            ["hard-link", target, name] => fs::hard_link(self.path(target), self.path(name))?,
            ["write", name, content] => fs::write(self.path(name), content.replace("\\n", "\n"))?,
            ["folder", name] => fs::create_dir(self.path(name))?,
            ["pipe", name] => make_pipe(&self.path(name))?,
            ["socket", name] => drop(UnixListener::bind(self.path(name))?),
            ["endless", name] => fs::File::create(self.path(name))?.set_len(1 << 42)?,
            ["remove", name] => fs::remove_file(self.path(name))?,
            // What a process does.
            ["lock", lock, file] => {
                let path = self.path(file);
                let locked = at_once(move || StateFile::lock(&path, Duration::ZERO))?;
                self.held.insert((*lock).to_owned(), locked);
            }
            ["unlock", lock] => drop(self.held.remove(*lock)),
            ["load-locked", lock] => return Ok(name(self.held[*lock].load()?)),
            ["save-locked", lock, it] => self.held[*lock].save(&account(it))?,
            ["load", file] => {
                let path = self.path(file);
                return Ok(name(Some(at_once(move || Account::load(&path))?)));
            }
            ["peek", file] => {
                let path = self.path(file);
                return Ok(name(at_once(move || StateFile::peek(&path))?));
            }
            ["save", file, it] => {
                let (path, account) = (self.path(file), account(it));
                at_once(move || account.save(&path))?;
            }
            ["replace", file, content] => replace_file(&self.path(file), content.as_bytes())?,
            ["files"] => return Ok(self.files()),
            _ => panic!("{words:?}"),
        }
        Ok(String::new())
    }
}

#[test]
fn a_stranger_s_files_are_neither_waited_for_nor_written_to_nor_removed() {
    let mut filled = Filled::new();
    let found = replayed(include_str!("strangers.txt"), |words| {
        if words == ["start"] {
            filled = Filled::new();
            return String::new();
        }
        let said = filled.step(words);
        let said = said.unwrap_or_else(|error| error.to_string());
        let folder = filled.folder.path().to_str().expect("a path");
        let said = said.replace(folder, "FOLDER").replace(LOCK, "LOCK");
        let own = format!("process {}", std::process::id());
        said.replace(&own, "process PROCESS")
    });
    expect_file!["strangers.txt"].assert_eq(&found);
}
