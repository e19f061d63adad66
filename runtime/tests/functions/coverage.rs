//! How often lines ran.

use crate::recorded;
use crate::rust_contract::{BUILT, RustContract, marks};
use near_runtime_ext::{Contract, Coverage, Runtime, SymbolsError};
use std::path::Path;
use test_support::everywhere::deployed;

/// Calls the method with three bytes of arguments; the outcome is that of a call without coverage.
fn coverage(contract: &mut Contract, method: &str, built: &RustContract) -> Coverage {
    let [outcome, expected] =
        [contract, &mut built.deploy()].map(|it| it.call(method).args(*b"abc").transact().unwrap());
    assert_eq!(outcome.burnt_gas, expected.burnt_gas, "{method}");
    assert_eq!(outcome.failure, expected.failure, "{method}");
    recorded(&outcome).coverage().clone()
}

/// Each marked line of the contract's source ran as often as its comment says: exactly, if the compiler copies no loop.
fn check(coverage: &Coverage, kind: &str, times: u64, level: &str) {
    let mut files = coverage.files();
    let (_, lines) = files
        .find(|(file, _)| *file == "/workspace/src/lib.rs")
        .unwrap();
    let mut marked = 0;
    for (number, count) in marks(kind) {
        marked += 1;
        let expected: u64 = count.parse().unwrap();
        let told = || format!("{level}, {number}, {kind} {count}: {lines:?}");
        let found = *lines.get(&number).unwrap_or_else(|| panic!("{}", told()));
        match level == BUILT[0].level {
            true => assert_eq!(found, expected * times, "{}", told()),
            // The compiler copies turns of loops.
            false => assert_eq!(found > 0, expected > 0, "{}", told()),
        }
    }
    assert!(marked >= 4, "{marked} lines of {kind}");
}

#[test]
fn lines_run_as_often_as_they_say() {
    for built in &*BUILT {
        let (level, mut contract) = (built.level, built.deploy());
        contract.cover_lines(&built.symbols).unwrap();
        let mut ran = coverage(&mut contract, "turns", built);
        check(&ran, "runs", 1, level);
        check(&coverage(&mut contract, "stops", built), "stops", 1, level);
        ran.add(&coverage(&mut contract, "turns", built));
        check(&ran, "runs", 2, level);
        let text = ran.lcov(Path::new("/home/me/order"));
        let (head, rest) = text.split_once("DA:").unwrap();
        assert_eq!(head, "TN:\nSF:/home/me/order/src/lib.rs\n");
        let (found, ran) = (
            rest.matches("DA:").count() + 1,
            rest.matches(",0\n").count(),
        );
        let tail = format!("LF:{found}\nLH:{}\nend_of_record\n", found - ran);
        assert!(rest.ends_with(&tail), "{text}");
    }
}

/// The tests of the command's errors have another contract's symbols, and symbols without lines.
#[test]
fn symbols_that_are_no_wasm_are_refused() {
    let wasm = wat::parse_str(r#"(module (func (export "main")))"#).unwrap();
    let mut contract = deployed(&Runtime::new(), &wasm);
    for malformed in [&b"\0asm\x01\0\0\0\x0a"[..], b""] {
        let refused = contract.name_functions(malformed);
        assert!(matches!(refused, Err(SymbolsError::Malformed(_))));
    }
}
