//! Copies the sources of ed25519-lanes, without their unit tests and the root's attributes. The files of the vector
//! instructions are replaced by abstract words, all items are visible to the claims, and `unoptimised` is set; nothing
//! else changes.
//!
//! This is a copy and not `#[path]`, because `backend/ifma/mod.rs` names its own `words`, and lines
//! that choose another file would change the sources' hash.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The files of instructions, and their abstract counterparts in `src/words`.
const REPLACED: [(&str, &str); 2] = [
    ("backend/ifma/words.rs", "ifma.rs"),
    ("backend/avx2/words.rs", "avx2.rs"),
];

/// The instructions that the abstract ones are compared with. They are never mutated.
const PROCESSORS: [(&str, &str); 3] = [
    ("backend/avx2/words.rs", "avx2"),
    ("backend/ifma/words.rs", "ifma"),
    ("backend/ifma/words/tests/emulated.rs", "emulated"),
];

/// The file of four-word elements, which is also copied to run over words with carries, and what that copy has
/// instead: such words have no literals.
const WITH_CARRIES: (&str, [(&str, &str); 4]) = (
    "backend/bmi2/field.rs",
    [
        (
            "use super::Bmi2;",
            "use crate::carried::{Bmi2, Limbs, Word as u64};",
        ),
        ("use crate::backend::limbs::Limbs;\n", ""),
        ("words: [0; 4]", "words: [0; 4].map(u64::from)"),
        ("const MASK: u64", "const MASK: i64"),
    ],
);

/// The folder of sources to prove instead of the crate's own: to see whether a proof finds a defect.
const SOURCES: &str = "PROVED_SOURCES";

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-env-changed={SOURCES}");
    println!("cargo::rustc-check-cfg=cfg(unoptimised, frame_pointers)");
    // Abstract operations are calls: inlining would gain nothing.
    println!("cargo::rustc-cfg=unoptimised");
    let own = PathBuf::from("../../src");
    let sources = env::var_os(SOURCES).map_or(own, PathBuf::from);
    println!("cargo::rerun-if-changed={}", sources.display());
    println!("cargo::rerun-if-changed=src/words");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    let processor = out.join("processor");
    fs::create_dir_all(&processor)?;
    let mut modules = String::new();
    for (file, name) in PROCESSORS {
        let copy = processor.join(name).with_extension("rs");
        copy_without_tests(&sources.join(file), &copy)?;
        modules += &format!("mod {name};\n");
    }
    fs::write(processor.join("modules.rs"), modules)?;
    let copy = out.join("lanes");
    if copy.exists() {
        fs::remove_dir_all(&copy)?;
    }
    copy_folder(&sources, &copy)?;
    for (file, abstracted) in REPLACED {
        fs::copy(Path::new("src/words").join(abstracted), copy.join(file))?;
    }
    // The copy's root declares the same modules, without the attributes.
    let root = fs::read_to_string(sources.join("lib.rs"))?;
    let declares = |line: &&str| line.starts_with("mod ") || line.starts_with("pub use ");
    let mut modules: Vec<_> = root.lines().filter(declares).collect();
    let (file, changes) = WITH_CARRIES;
    let mut text = fs::read_to_string(copy.join(file))?;
    for (from, to) in changes {
        assert!(text.contains(from), "{file} has {from}");
        text = text.replace(from, to);
    }
    fs::write(copy.join("bmi2_field.rs"), text)?;
    modules.push("mod bmi2_field;");
    fs::write(copy.join("lib.rs"), modules.join("\n") + "\n")
}

fn copy_folder(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        if entry.file_type()?.is_dir() {
            copy_folder(&from, &to)?;
        } else {
            copy_without_tests(&from, &to)?;
        }
    }
    Ok(())
}

/// Unit tests need concrete words, so no build compiles the copy's.
fn copy_without_tests(from: &Path, to: &Path) -> io::Result<()> {
    let text = fs::read_to_string(from)?;
    let text = text.replace("#[cfg(test)]", "#[cfg(any())]");
    let text = text.replace("#[cfg(all(test,", "#[cfg(all(any(),");
    fs::write(to, visible(&text))
}

/// The same items, visible in the whole crate: some claims are about private ones.
fn visible(text: &str) -> String {
    const ITEMS: [&str; 8] = [
        "mod ", "fn ", "struct ", "enum ", "trait ", "const ", "type ", "static ",
    ];
    let (mut is_inherent, mut has_fields) = (false, false);
    let mut visible = String::new();
    let text = text.replace("pub(super)", "pub(crate)");
    let text = text.replace("Pair(Element);", "Pair(pub(crate) Element);");
    for line in text.replace("<'a>(&'a ", "<'a>(pub(crate) &'a ").lines() {
        let (inner, is_inner) = match line.strip_prefix("    ") {
            Some(inner) => (inner, true),
            None => (line, false),
        };
        if !is_inner && !line.is_empty() {
            is_inherent = line.starts_with("impl") && !line.contains(" for ");
            has_fields = line.contains("struct ") && line.ends_with('{');
        }
        let is_item = ITEMS.iter().any(|item| inner.starts_with(item));
        let is_field = inner.starts_with(|first: char| first.is_ascii_lowercase())
            && !inner.starts_with("pub")
            && inner.contains(": ");
        let is_hidden = match is_inner {
            true => is_inherent && is_item || has_fields && is_field,
            false => is_item,
        };
        visible += if is_inner { "    " } else { "" };
        visible += if is_hidden { "pub(crate) " } else { "" };
        visible += inner;
        visible.push('\n');
    }
    visible
}
