//! The documents say what is so.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

#[test]
fn every_table_and_picture_is_current() {
    let mut report = Command::new(env!("CARGO_BIN_EXE_near-ed25519"));
    let report = report.args(["report", "--check"]).current_dir(root());
    let output = report.output().expect("it runs");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{error}");
}

/// The files of the workspace, without what is built.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let ours = paths.filter(|path| !path.ends_with("target") && !path.ends_with(".git"));
    let files = ours.flat_map(|path| match path.is_dir() {
        true => files(&path),
        false => vec![path],
    });
    files.collect()
}

#[test]
fn every_named_test_exists() {
    let mut sources = files(&root());
    sources.retain(|path| path.extension().is_some_and(|extension| extension == "rs"));
    let text = ["nep-0364.md", "SECURITY.md"]
        .map(|name| fs::read_to_string(root().join(name)).expect("a document"))
        .concat();
    let code = text.split('`').skip(1).step_by(2);
    let paths = code.filter(|code| code.contains("::") && !code.starts_with("host::"));
    // Names of tests are sentences: not types, not `u64::MAX`.
    let is_of_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "_:".contains(c);
    let named: BTreeSet<_> = paths.filter(|path| path.chars().all(is_of_name)).collect();
    assert!(named.len() > 15, "the documents were read: {named:?}");
    for name in named {
        let (path, function) = name.rsplit_once("::").expect("a path");
        let module = path.rsplit("::").next().expect("a module");
        let is_there = |file: &PathBuf| {
            let text = || fs::read_to_string(file).expect("a source");
            let in_module = file.with_extension("").iter().any(|part| part == module);
            in_module && text().contains(&format!("fn {function}()"))
        };
        let is_test = sources.iter().any(is_there);
        assert!(is_test, "a document names {name}, which is no test");
    }
}
