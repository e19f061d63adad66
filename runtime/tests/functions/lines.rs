//! Files and lines of a failed call, in a contract that was optimised and stripped.

use crate::recorded;
use near_runtime_ext::{Runtime, StackFrame, build_contract, build_contract_symbols};
use std::collections::BTreeMap;
use std::fs;
use test_support::everywhere::TGAS;

const SOURCE: &str = include_str!("failing.rs");

const MANIFEST: &str = r#"
[package]
name = "failing"
version = "0.1.0"
edition = "2024"

[lib]
crate-type = ["cdylib"]

[profile.release]
codegen-units = 1
lto = true
opt-level = "z"
overflow-checks = true
panic = "abort"
strip = "symbols"

[workspace]
"#;

/// The lines of the source with such a comment, by method.
fn marked(kind: &str) -> BTreeMap<&'static str, u32> {
    let lines = (1..).zip(SOURCE.lines());
    let marks = lines.filter_map(|(number, line)| {
        let (_, methods) = line.split_once(&format!("// {kind}: "))?;
        Some(methods.split(' ').map(move |method| (method, number)))
    });
    marks.flatten().collect()
}

fn is_ours(frame: &&StackFrame) -> bool {
    let file = frame.file.as_deref();
    file.is_some_and(|file| file.ends_with("/src/lib.rs") && file.starts_with("/workspace"))
}

/// The innermost frame of the contract's source is the line that fails, and the outermost one the method, where it
/// fails or calls the next.
#[test]
fn a_failed_call_names_the_line_that_fails() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("src")).unwrap();
    fs::write(folder.path().join("src/lib.rs"), SOURCE).unwrap();
    let manifest = folder.path().join("Cargo.toml");
    for level in ["opt-level = \"z\"", "opt-level = 3"] {
        fs::write(&manifest, MANIFEST.replace("opt-level = \"z\"", level)).unwrap();
        let wasm = build_contract(&manifest).unwrap();
        let symbols = build_contract_symbols(&manifest).unwrap();
        if std::env::var_os("CARGO_TARGET_DIR").is_none() {
            // What people deploy is not the build with names.
            let left = "target/wasm32-unknown-unknown/release/failing.wasm";
            assert!(fs::read(folder.path().join(left)).unwrap() == wasm);
        }
        let account = "contract.near".parse().unwrap();
        let mut contract = Runtime::new().deploy(account, wasm).unwrap();
        contract.name_functions(&symbols).unwrap();
        let (fails, waits) = (marked("fails"), marked("waits"));
        let runs_out = marked("runs out");
        let methods: Vec<_> = fails.keys().chain(runs_out.keys()).collect();
        assert!(methods.len() >= 20, "{methods:?}");
        for method in methods {
            let call = contract
                .call(*method)
                .gas(near_runtime_ext::Gas::from_gas(300 * TGAS));
            let outcome = call.transact().unwrap();
            let why = outcome.failure.as_ref().expect("it fails").to_string();
            let backtrace = recorded(&outcome).backtrace();
            let told = || format!("{level}, {method}: {why}\n{backtrace:#?}");
            let ours: Vec<_> = backtrace.iter().filter(is_ours).collect();
            let lines = |frame: Option<&&StackFrame>| frame.and_then(|it| it.line);
            let innermost = lines(ours.first());
            match fails.get(method) {
                Some(line) => assert_eq!(innermost, Some(*line), "{}", told()),
                // Gas is charged for all of the loop, and stack where a function begins.
                None => {
                    let found = innermost.unwrap_or_default();
                    assert!(runs_out[method].abs_diff(found) <= 1, "{}", told());
                }
            }
            let outermost = waits.get(method).or(fails.get(method));
            // Of a deep recursion the outermost functions are there, too.
            if let Some(line) = outermost {
                let last = ours.iter().rfind(|it| &*it.function == *method);
                assert_eq!(lines(last), Some(*line), "{}", told());
            }
            let failed = outcome.into_result().unwrap_err();
            assert!(format!("{failed:#}").contains("src/lib.rs:"), "{failed:#}");
        }
    }
}
