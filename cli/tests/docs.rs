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
    let output = Command::new(env!("CARGO_BIN_EXE_near-ed25519"))
        .args(["report", "--check"])
        .current_dir(root())
        .output()
        .expect("it runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

/// The Rust sources of the workspace.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path
            .file_name()
            .and_then(|name| name.to_str())
            .unwrap_or_default();
        if path.is_dir() && name != "target" && !name.starts_with('.') {
            sources(&path, found);
        } else if name.ends_with(".rs") {
            found.push(path);
        }
    }
}

#[test]
fn every_named_test_exists() {
    let mut files = Vec::new();
    sources(&root(), &mut files);
    let text = ["nep-0364.md", "SECURITY.md"]
        .map(|name| fs::read_to_string(root().join(name)).expect("a document"))
        .concat();
    let named: BTreeSet<_> = text
        .split('`')
        .skip(1)
        .step_by(2)
        .filter(|code| code.contains("::") && !code.starts_with("host::"))
        // Names of tests are sentences: not types, not `u64::MAX`.
        .filter(|code| {
            code.chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "_:".contains(c))
        })
        .collect();
    assert!(named.len() > 15, "the documents were read: {named:?}");
    for name in named {
        let segments: Vec<_> = name.split("::").collect();
        let [module, function] = segments[segments.len() - 2..] else {
            unreachable!()
        };
        let is_there = files.iter().any(|file| {
            let path = file.with_extension("");
            let in_module = path.iter().any(|part| part == module)
                || path.file_stem().is_some_and(|stem| stem == module);
            in_module
                && fs::read_to_string(file)
                    .expect("a source")
                    .contains(&format!("fn {function}()"))
        });
        assert!(is_there, "a document names {name}, which is no test");
    }
}
