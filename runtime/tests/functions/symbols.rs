//! Names of a stripped contract, from the build before it was stripped.

use near_runtime_ext::{Runtime, SymbolsError};
use test_support::everywhere::deployed;

const NAMED: &str = r#"(module
    (func $order)
    (func (export "main") (call $order)))"#;

/// The module without its custom sections.
fn stripped(wasm: &[u8]) -> Vec<u8> {
    let mut module = wasm_encoder::Module::new();
    for payload in wasmparser::Parser::new(0).parse_all(wasm) {
        if let Some((id @ 1.., range)) = payload.unwrap().as_section() {
            let data = &wasm[range];
            module.section(&wasm_encoder::RawSection { id, data });
        }
    }
    module.finish()
}

#[test]
fn a_stripped_contract_has_the_names_of_its_unstripped_build() {
    let named = wat::parse_str(NAMED).unwrap();
    let mut contract = deployed(&Runtime::new(), &stripped(&named));
    let mut names = |symbols: Option<&[u8]>| {
        match symbols {
            None => contract.profile_functions(),
            Some(symbols) => contract.name_functions(symbols).unwrap(),
        }
        let outcome = contract.call("main").transact().unwrap();
        let functions = outcome.functions.unwrap();
        let names = functions.nodes().iter().map(|node| node.name.to_string());
        names.collect::<Vec<_>>()
    };
    assert_eq!(names(None), ["loading", "main", "func[0]"]);
    assert_eq!(names(Some(&named)), ["loading", "main", "order"]);
}

#[test]
fn symbols_of_another_contract_are_refused() {
    let mut contract = deployed(&Runtime::new(), &wat::parse_str(NAMED).unwrap());
    for (symbols, section) in [
        (NAMED.replace("(call $order)", ""), "code"),
        (NAMED.replace("\"main\"", "\"other\""), "export"),
        (
            NAMED.replace("(func $order)", "(memory 1) (func $order)"),
            "memory",
        ),
    ] {
        match contract.name_functions(&wat::parse_str(symbols).unwrap()) {
            Err(SymbolsError::AnotherContract { section: found }) => assert_eq!(found, section),
            other => panic!("{section}: {other:?}"),
        }
    }
    for malformed in [&b"\0asm\x01\0\0\0\x0a"[..], b""] {
        let refused = contract.name_functions(malformed);
        assert!(matches!(refused, Err(SymbolsError::Malformed(_))));
    }
}
