//! Files and lines of a failed call, in a contract that was optimised and stripped.

use crate::recorded;
use crate::rust_contract::{BUILT, marks};
use near_runtime_ext::{Gas, StackFrame};
use std::collections::BTreeMap;
use test_support::everywhere::TGAS;

/// The lines with a comment of this kind, by the comment's words.
fn marked(kind: &str) -> BTreeMap<&'static str, u32> {
    let words = |(number, words): (_, &'static str)| words.split(' ').map(move |it| (it, number));
    marks(kind).flat_map(words).collect()
}

fn is_ours(frame: &&StackFrame) -> bool {
    let file = frame.file.as_deref();
    file.is_some_and(|file| file.ends_with("/src/lib.rs") && file.starts_with("/workspace"))
}

/// The innermost frame of the contract's source is the line that fails, and the outermost one the method, where it
/// fails or calls the next.
#[test]
fn a_failed_call_names_the_line_that_fails() {
    for built in &*BUILT {
        let level = built.level;
        let (mut contract, mut covered) = (built.deploy(), built.deploy());
        contract.name_functions(&built.symbols).unwrap();
        covered.cover_lines(&built.symbols).unwrap();
        let (fails, waits) = (marked("fails"), marked("waits"));
        let runs_out = marked("runs out");
        let methods: Vec<_> = fails.keys().chain(runs_out.keys()).collect();
        assert!(methods.len() >= 20, "{methods:?}");
        for method in methods {
            let gas = Gas::from_gas(300 * TGAS);
            let outcome = contract.call(*method).gas(gas).transact().unwrap();
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
            // The outermost functions of a deep recursion are there, too.
            if let Some(line) = outermost {
                let last = ours.iter().rfind(|it| &*it.function == *method);
                assert_eq!(lines(last), Some(*line), "{}", told());
            }
            let by_blocks = covered.call(*method).gas(gas).transact().unwrap();
            assert_eq!(by_blocks.failure, outcome.failure, "{}", told());
            assert_eq!(recorded(&by_blocks).nodes(), recorded(&outcome).nodes());
            assert_eq!(recorded(&by_blocks).backtrace(), backtrace, "{}", told());
            let failed = outcome.into_result().unwrap_err();
            assert!(format!("{failed:#}").contains("src/lib.rs:"), "{failed:#}");
        }
    }
}
