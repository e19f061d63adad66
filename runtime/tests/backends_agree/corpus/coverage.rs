//! What each contract covers: the host functions and outcomes of its calls, its sections and size,
//! and the items and attributes of near-sdk and near-contract-standards in its source. Every
//! contract of the corpus covers something that no other does.
//!
//! `benches/recorded/corpus.md` has the table, made from the record; `UPDATE_EXPECT=1` writes it.

use super::record::{Called, Record};
use expect_test::expect_file;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use test_contracts::CORPUS_LARGE;

/// Folder of the sources, relative to this package.
const SOURCES: &str = "../test-contracts/corpus/src";

/// Attributes of Rust and of serde.
const OTHERS: [&str; 5] = ["allow", "default", "derive", "expect", "serde"];

type Reached = BTreeSet<String>;

fn reached(source: &str, called: &Called) -> Reached {
    let mut reached: Reached = attributes(source).collect();
    for library in ["near_sdk", "near_contract_standards"] {
        let begin = format!("\nuse {library}::");
        for import in source.split(&begin).skip(1) {
            let (import, _) = import.split_once(';').expect("an import ends");
            items(&format!("{library} "), import, &mut reached);
        }
    }
    let functions = called.functions.iter().map(|name| format!("{name}()"));
    let outcomes = called
        .outcomes
        .keys()
        .map(|end| format!("calls that {end}"));
    let sections = called.sections.iter().map(|id| format!("section {id}"));
    reached.extend(functions.chain(outcomes).chain(sections));
    reached.insert(format!(
        "up to {} KiB",
        called.bytes.next_power_of_two() >> 10
    ));
    reached
}

/// Adds the items of a tree of imports, by their paths.
fn items(path: &str, tree: &str, found: &mut Reached) {
    let Some((before, list)) = tree.split_once('{') else {
        found.insert(format!("{path}{}", tree.trim()));
        return;
    };
    let path = format!("{path}{}", before.trim());
    let list = list.trim_end().strip_suffix('}').expect("a list ends");
    let mut depth = 0;
    let members = list.split(|c| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        c == ',' && depth == 0
    });
    for member in members.filter(|member| !member.trim().is_empty()) {
        items(&path, member, found);
    }
}

/// The attributes of near-sdk.
fn attributes(source: &str) -> impl Iterator<Item = String> {
    let attributes = source.split("#[").skip(1).map(|attribute| {
        let mut depth = 1;
        let mut parts = attribute.split(|c| {
            depth += i32::from(c == '[') - i32::from(c == ']');
            depth == 0
        });
        parts.next().expect("a part")
    });
    let is_other = |attribute: &&str| OTHERS.iter().any(|other| attribute.starts_with(other));
    let attributes = attributes.filter(move |attribute| !is_other(attribute));
    attributes.map(|attribute| format!("#[{attribute}]"))
}

/// The source of a contract; empty for a generated one.
fn source(name: &str) -> String {
    if CORPUS_LARGE.iter().any(|(large, _)| *large == name) {
        return String::new();
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(SOURCES);
    fs::read_to_string(folder.join(name).with_extension("rs")).expect("a source")
}

#[test]
fn every_contract_reaches_what_no_other_does() {
    let record = Record::read();
    let all = record.contracts.iter();
    let all: BTreeMap<_, _> = all
        .map(|(name, called)| (name, reached(&source(name), called)))
        .collect();
    let mut table = "| contract | reaches | what no other does |\n|---|---|---|\n".to_owned();
    for (name, its) in &all {
        let is_alone = |what: &&String| all.values().filter(|it| it.contains(*what)).count() == 1;
        let alone = its.iter().filter(is_alone).map(|what| format!("`{what}`"));
        let alone: Vec<_> = alone.collect();
        assert!(
            !alone.is_empty(),
            "{name} reaches nothing that no other does"
        );
        table += &format!("| `{name}` | {} | {} |\n", its.len(), alone.join(", "));
    }
    expect_file!["../../../../benches/recorded/corpus.md"].assert_eq(&table);
}
