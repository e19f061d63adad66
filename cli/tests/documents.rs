//! The documents: links lead somewhere, tests compile the code, and named tests exist.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The tracked files with this ending: their paths and texts.
fn files(ending: &str) -> Vec<(PathBuf, String)> {
    let mut git = Command::new("git");
    let output = git
        .args(["ls-files", &format!("*{ending}")])
        .current_dir(root())
        .output();
    let names = String::from_utf8(output.expect("git runs").stdout).expect("UTF-8");
    let read = |name: &str| {
        let text = fs::read_to_string(root().join(name)).expect("a text");
        (PathBuf::from(name), text)
    };
    names.lines().map(read).collect()
}

/// A heading's anchor in links.
fn anchor(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = text
        .chars()
        .filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

#[test]
fn every_link_leads_somewhere() {
    let mut checked = 0;
    for (file, text) in files(".md") {
        let here = file.display();
        let prose: String = text.split('`').step_by(2).collect();
        for link in prose.split("](").skip(1) {
            let link = link.split(')').next().expect("a part");
            if link.starts_with("http") {
                continue;
            }
            let (path, wanted) = link.split_once('#').unwrap_or((link, ""));
            let target = match path {
                "" => file.clone(),
                _ => file.parent().expect("a folder").join(path),
            };
            let target = root().join(target);
            assert!(target.exists(), "{here}: no {link}");
            if !wanted.is_empty() {
                let text = fs::read_to_string(target).expect("a text");
                let mut headings: Vec<String> = Vec::new();
                for line in text.lines().filter(|line| line.starts_with('#')) {
                    let anchor = anchor(line);
                    let repeated = headings.iter().filter(|it| it.starts_with(&anchor)).count();
                    headings.push(match repeated {
                        0 => anchor,
                        _ => format!("{anchor}-{repeated}"),
                    });
                }
                let is_there = headings.iter().any(|it| it == wanted);
                assert!(is_there, "{here}: no {link}");
            }
            checked += 1;
        }
    }
    assert!(checked > 50, "the documents were read: {checked}");
}

/// SECURITY.md names tests by their files where their names are long.
#[test]
fn every_named_file_exists() {
    let text = fs::read_to_string(root().join("SECURITY.md")).expect("a text");
    let code = text.split('`').skip(1).step_by(2);
    let is_path = |it: &&str| it.contains('/') && !it.contains(' ') && !it.contains("::");
    let paths: Vec<_> = code.filter(is_path).collect();
    assert!(paths.len() > 20, "the document was read: {paths:?}");
    for path in paths {
        assert!(root().join(path).exists(), "no {path}");
    }
}

#[test]
fn every_block_of_rust_is_a_test() {
    let sources = files(".rs");
    let by_ci = fs::read_to_string(root().join(".ci/readme")).expect("a text");
    let mut documents = files(".md");
    documents.retain(|(_, text)| text.contains("```rust"));
    for (file, _) in documents {
        let here = file.display().to_string();
        let included = |(source, text): &(PathBuf, String)| {
            let folder = source.parent().expect("a folder");
            let names = text.split("include_str!(\"").skip(1);
            let mut names = names.filter_map(|rest| rest.split('"').next());
            names.any(|name| {
                let included = fs::canonicalize(root().join(folder).join(name));
                included.ok() == fs::canonicalize(root().join(&file)).ok()
            })
        };
        let is_compiled = sources.iter().any(included) || by_ci.contains(&here);
        assert!(is_compiled, "nobody compiles {here}");
    }
}

#[test]
fn every_named_test_exists() {
    let sources = files(".rs");
    // Names of tests, but not of types or `u64::MAX`.
    let is_of_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "_:".contains(c);
    let mut named = BTreeSet::new();
    for (file, text) in files(".md") {
        // In these documents every path names a test, for a clause or a promise. In others a path
        // may name a module, unless its last name has four words or more.
        let names_tests_only = ["nep-0364.md", "ecvrf.md", "SECURITY.md"]
            .iter()
            .any(|it| file == Path::new(it));
        let is_test = |path: &&str| {
            let function = path.rsplit("::").next().expect("a part");
            path.contains("::")
                && !path.starts_with("host::")
                && path.chars().all(is_of_name)
                && (names_tests_only || function.matches('_').count() > 2)
        };
        let code = text.split('`').skip(1).step_by(2);
        named.extend(code.filter(is_test).map(str::to_owned));
    }
    assert!(named.len() > 100, "the documents were read: {named:?}");
    let mut wrong = Vec::new();
    for name in named {
        let (path, function) = name.rsplit_once("::").expect("a path");
        let mut modules = path.rsplit("::").filter(|module| *module != "tests");
        let Some(module) = modules.next() else {
            continue; // named within its own file
        };
        let is_there = |(file, text): &&(PathBuf, String)| {
            let parts = file.with_extension("");
            let mut parts = parts.iter().rev();
            // `mod.rs`, `main.rs` and `tests.rs` belong to their folder's module.
            let its = parts.find(|part| !["mod", "main", "tests"].iter().any(|it| it == part));
            let is_inside = text.contains(&format!("mod {module} {{"));
            let mut declared = ["(", "<"].iter().map(|end| format!("fn {function}{end}"));
            (is_inside || its.is_some_and(|its| its == module))
                && declared.any(|it| text.contains(&it))
        };
        let there = sources.iter().filter(is_there);
        let there: Vec<_> = there.map(|(file, _)| file).collect();
        if there.len() != 1 {
            wrong.push((name, there));
        }
    }
    assert!(wrong.is_empty(), "not one test each: {wrong:#?}");
}
