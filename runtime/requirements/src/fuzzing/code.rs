//! The hash of the code that a recorded run tested.

use sha2::{Digest as _, Sha256};
use std::fs;
use std::path::{Path, PathBuf};

/// Source files of lanes and tables that all targets and backends share.
pub const LANES: &[&str] = &[
    "runtime/lanes/src/backend/available.rs",
    "runtime/lanes/src/backend/choice.rs",
    "runtime/lanes/src/backend/limbs.rs",
    "runtime/lanes/src/backend/machine.rs",
    "runtime/lanes/src/backend/mod.rs",
    "runtime/lanes/src/backend/affine_niels.rs",
    "runtime/lanes/src/backend/stack_place.rs",
    "runtime/lanes/src/combine.rs",
    "runtime/lanes/src/curve",
    "runtime/lanes/src/tables",
    "runtime/lanes/src/verifier.rs",
];

/// Source files of IFMA's lanes only.
pub const IFMA: &[&str] = &["runtime/lanes/src/backend/ifma"];

/// Source files of AVX2's lanes, and of its machine for one signature.
pub const AVX2: &[&str] = &[
    "runtime/lanes/src/backend/avx2",
    "runtime/lanes/src/backend/bmi2",
];

/// The source file of portable code.
pub const PORTABLE: &[&str] = &["runtime/lanes/src/backend/portable.rs"];

/// Source files that the backends with vectors share.
pub const VECTORS: &[&str] = &["runtime/lanes/src/backend/routine.rs"];

/// Source files that all targets of points in bulk share.
pub const POINTS: &[&str] = &[
    "runtime/lanes/src/added.rs",
    "runtime/lanes/src/points/mod.rs",
    "runtime/lanes/src/points/prime_order.rs",
    "runtime/lanes/src/points/sums.rs",
    "runtime/lanes/src/single/halved.rs", // what a canonical encoding is
];

/// Beginnings of lines that change no verdict of an optimised build with lanes: comments, and
/// attributes that decide inlining or depend on the build, such as emulated instructions.
const UNSEEN: &[&str] = &[
    "//",
    "#[inline",
    "#[cfg_attr(",
    "#[error(",
    r#"#[cfg(feature = "lanes")]"#,
    "#[cfg(not(unoptimised))]",
];

/// Attributes of lines that only other builds have.
const ELSEWHERE: &[&str] = &[
    r#"#[cfg(not(feature = "lanes"))]"#,
    r#"#[cfg(all(unoptimised, target_arch = "x86_64"))]"#,
];

/// Beginnings of attributes of items that only tests have.
const TEST: &[&str] = &["#[cfg(test)]", "#[cfg(all(test"];

/// The hash, in hex, of sources without comments, tests and lines that change no verdict. The
/// record of a long run contains it: once the hash differs, the run must be repeated. `sources` are
/// files and folders of Rust files, relative to the workspace.
///
/// # Panics
/// A source cannot be read.
#[must_use]
pub fn code_hash(sources: &[&str]) -> String {
    let mut is_elsewhere = false;
    hash_of(sources, |line| {
        let skipped = is_elsewhere || UNSEEN.iter().any(|it| line.starts_with(it));
        is_elsewhere = ELSEWHERE.contains(&line);
        !skipped && !is_elsewhere
    })
}

/// Like [`code_hash`], but of all lines except comments, for records that depend on how the code is
/// compiled.
///
/// # Panics
/// A source cannot be read.
#[must_use]
pub fn source_hash(sources: &[&str]) -> String {
    hash_of(sources, |line| !line.starts_with("//"))
}

/// The hash of the lines that count.
fn hash_of(sources: &[&str], mut counts: impl FnMut(&str) -> bool) -> String {
    let mut files = Vec::new();
    for source in sources {
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let source = workspace.join(source);
        assert!(source.exists(), "no {}", source.display());
        if source.is_file() {
            files.push(source);
        } else {
            files_of(&source, &mut files);
        }
    }
    files.sort();
    let mut hash = Sha256::new();
    for file in files {
        let text = fs::read_to_string(&file);
        let text = text.unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let lines = without_tests(&text).map(str::trim);
        lines
            .filter(|line| counts(line))
            .for_each(|line| hash.update(line));
    }
    hex::encode(hash.finalize())
}

/// The lines without items that only tests have. By rustfmt's layout, an item ends in the column of
/// its attribute.
fn without_tests(text: &str) -> impl Iterator<Item = &str> {
    let column = |line: &str| line.len() - line.trim_start().len();
    let mut test = None;
    text.lines().filter(move |line| match test {
        None if TEST.iter().any(|it| line.trim_start().starts_with(it)) => {
            test = Some(column(line));
            false
        }
        Some(of_test) if column(line) == of_test && line.ends_with([';', '}', ',']) => {
            test = None;
            false
        }
        _ => test.is_none(),
    })
}

/// Adds the Rust file `source`, or those in that folder, except tests.
fn files_of(source: &Path, files: &mut Vec<PathBuf>) {
    if source.file_stem().is_some_and(|name| name == "tests") {
        return;
    }
    if source.is_dir() {
        let entries = fs::read_dir(source).expect("a folder of sources");
        for entry in entries {
            files_of(&entry.expect("an entry").path(), files);
        }
    } else if source
        .extension()
        .is_some_and(|extension| extension == "rs")
    {
        files.push(source.to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::without_tests;

    #[test]
    fn only_items_of_tests_are_left_out() {
        let text = "one\n#[cfg(test)]\nmod tests;\ntwo\n    #[cfg(test)]\n    #[must_use]\n    fn f(\n        \
                    a: A,\n    ) {\n        b;\n    }\n    three\n#[cfg(all(test, x))]\nmod tests {\n    c;\n}\nfour\n";
        let kept: Vec<_> = without_tests(text).map(str::trim).collect();
        assert_eq!(kept, ["one", "two", "three", "four"]);
    }
}
