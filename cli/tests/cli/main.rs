//! The command line as users see it: output, exit codes, and no data lost by failures.
#![allow(clippy::panic, reason = "a test fails by panicking")]

mod call_seen;
mod demo;
mod errors;
mod grandpa;
mod help;
mod large;
mod session;
mod state_lock;
mod tendermint;
mod verify;
mod vrf;

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::Stdio;
use test_support::command::{Folder, text};

#[test]
fn contracts_lists_every_build() {
    let folder = Folder::new();
    let contracts = folder.report("contracts");
    let contracts = contracts.as_array().expect("a list");
    assert_eq!(contracts.len(), test_contracts::contracts().count());
    let printed = folder.prints("contracts");
    let mut lines = printed.lines().skip(1);
    let below = Path::new(lines.next().expect("the folder"));
    for contract in contracts {
        let field = |name: &str| contract[name].as_str().expect("text");
        let path = Path::new(field("path"));
        let file = format!("{}-{}.wasm", field("name"), field("build"));
        assert_eq!(path, below.join(file));
        assert_eq!(contract["size"], fs::metadata(path).expect("built").len());
        assert!(printed.contains(field("sha256")));
    }
    assert!(lines.all(|line| line.chars().count() <= 100), "{printed}");
    let above = below.parent().expect("a folder").display();
    let mut within = folder.shell(&format!("cd '{above}' && near-ed25519 contracts"));
    let within = text(&within.output().expect("it runs").stdout);
    let named = within.lines().nth(1).map(Path::new);
    assert_eq!(named, below.file_name().map(Path::new));
}

/// The default command first says what it does, and then takes its time.
#[test]
fn the_default_command_says_first_what_it_does() {
    let folder = Folder::new();
    let job = folder.command("").stderr(Stdio::piped()).spawn();
    let mut job = job.expect("started");
    let mut said = String::new();
    let stderr = job.stderr.take().expect("piped");
    BufReader::new(stderr).read_line(&mut said).expect("a line");
    job.kill().expect("it still runs");
    job.wait().expect("gone");
    let said_by = "near-ed25519 demo, the default command: calls the contracts of this project";
    assert!(said.starts_with(said_by), "{said}");
}
