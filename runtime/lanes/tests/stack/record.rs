//! The record of `.ci/stack`: the smallest sufficient stack, by entry point, backend and opt-level.

use super::{BOUND, accepted, call_in, verifiers};
use crate::entry_points;
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Stdio};
use std::{env, fs};

/// The crate's code, and its build script, which decides what the compiler inlines.
const SOURCES: &[&str] = &["runtime/lanes/build.rs", "runtime/lanes/src"];

/// Stacks are measured to a multiple of this, bytes.
const STEP: usize = 1 << 10;

/// Smallest stack that a system gives a thread, bytes.
const LEAST: usize = 16 << 10;

/// Largest stack that is tried, bytes.
const MOST: usize = 4 << 20;

/// `MEASURED`: an entry point, a backend and a stack, for [`child`].
const MEASURED: &str = "STACK_MEASURED";

/// The record: the hash of [`SOURCES`], and bytes by entry point, backend and opt-level, each the larger
/// number with or without frame pointers.
fn load(path: &Path) -> Value {
    let text = fs::read_to_string(path).expect("a record");
    serde_json::from_str(&text).expect("a record in JSON")
}

#[test]
fn it_is_current_and_within_the_bound() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benches/recorded/stack.json");
    let record = load(&path);
    let code = requirements::fuzzing::source_hash(SOURCES);
    assert_eq!(record["code"], code, "`bash .ci/stack` records it anew");
    for (name, _) in entry_points::ALL {
        for backend in ed25519_lanes::Backend::ALL {
            for level in ["0", "1", "2", "3"] {
                let bytes = record["bytes"][name][backend.name()][level].as_u64();
                let is_within = bytes.is_some_and(|bytes| bytes <= BOUND as u64);
                assert!(is_within, "{name}, {backend}, {level}: {bytes:?}");
            }
        }
    }
}

#[test]
#[ignore = "`.ci/stack` runs it, at each opt-level"]
fn measure() {
    let path = env::var("STACK_RECORD").expect("the record's file");
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(path);
    let level = env::var("STACK_OPT_LEVEL").expect("the opt-level of this binary");
    let mut record = match path.exists() {
        true => load(&path),
        false => Value::Null,
    };
    record["code"] = requirements::fuzzing::source_hash(SOURCES).into();
    for verifier in verifiers() {
        for (name, _) in entry_points::ALL {
            let backend = verifier.backend().name();
            let most = &mut record["bytes"][name][backend][&level];
            let bytes = smallest(name, backend) as u64;
            *most = most.as_u64().map_or(bytes, |most| most.max(bytes)).into();
        }
    }
    let text = serde_json::to_string_pretty(&record).expect("JSON") + "\n";
    fs::write(&path, text).expect("the record is written");
}

/// The smallest stack on which a process survives the call, bytes.
fn smallest(name: &str, backend: &str) -> usize {
    let survives = |stack: usize| {
        let mut process = Command::new(env::current_exe().expect("this binary has a path"));
        process.args(["--ignored", "--exact", "record::child"]);
        process.env(MEASURED, format!("{name} {backend} {stack}"));
        let process = process.stdout(Stdio::null()).stderr(Stdio::null());
        process.status().expect("it starts").success()
    };
    let (mut too_small, mut enough) = (LEAST / STEP - 1, MOST / STEP);
    assert!(survives(MOST), "{name} by {backend}");
    while enough - too_small > 1 {
        let middle = (enough + too_small) / 2;
        match survives(middle * STEP) {
            true => enough = middle,
            false => too_small = middle,
        }
    }
    enough * STEP
}

#[test]
#[ignore = "a process of `measure`"]
fn child() {
    let measured = env::var(MEASURED).expect("an entry point, a backend and a stack");
    let [name, backend, stack]: [&str; 3] = measured
        .split(' ')
        .collect::<Vec<_>>()
        .try_into()
        .expect("three");
    let mut all = entry_points::ALL.into_iter();
    let (_, call) = all.find(|it| it.0 == name).expect("an entry point");
    let verifier = verifiers().find(|it| it.backend().name() == backend);
    let verifier = verifier.expect("a backend");
    let accepted = accepted();
    let stack = stack.parse().expect("a number of bytes");
    call_in(1, stack, || call(verifier, &accepted));
}
