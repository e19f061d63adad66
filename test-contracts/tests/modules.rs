//! Checks the Wasm modules that the build script made.

use std::collections::BTreeSet;

use test_contracts::{Build, Contract, contracts, signature_verifier};
use wasmparser::{Parser, Payload, TypeRef};

/// The imported functions of `env`.
fn imports(contract: &Contract) -> BTreeSet<&'static str> {
    let mut sections = Parser::new(0).parse_all(contract.wasm());
    let imports = sections.find_map(|section| match section.expect("a valid section") {
        Payload::ImportSection(imports) => Some(imports),
        _ => None,
    });
    let imports = imports.into_iter().flatten().map(|import| {
        let import = import.expect("a valid import");
        assert_eq!(import.module, "env");
        assert!(matches!(import.ty, TypeRef::Func(_)));
        import.name
    });
    imports.collect()
}

#[test]
fn each_build_imports_the_function_it_verifies_by_and_no_other() {
    for contract in contracts() {
        let verifying = imports(contract)
            .into_iter()
            .filter(|name| name.contains("verify"));
        let expected = match contract.build() {
            Build::WeakInWasm | Build::Host => &["ed25519_verify"][..],
            Build::HostMany if contract.name() == "randomness-beacon" => &["ecvrf_verify_many"],
            Build::HostMany => &["ed25519_verify_many"],
            Build::Wasm | Build::WasmBest => &[],
        };
        assert_eq!(verifying.collect::<Vec<_>>(), expected, "{contract}");
    }
}

/// The loading fee is per byte, so the bytes must contain no path of this machine.
#[test]
fn no_module_contains_a_path_of_this_machine() {
    let workspace = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    let workspace = workspace.and_then(|path| path.to_str()).expect("UTF-8");
    for contract in contracts() {
        for path in [workspace, "/.cargo/", "/registry/src/", "/.rustup/"] {
            let found = contract
                .wasm()
                .windows(path.len())
                .any(|bytes| bytes == path.as_bytes());
            assert!(!found, "{contract} contains {path}");
        }
    }
}

#[test]
fn no_two_modules_have_the_same_hash() {
    let hashes: BTreeSet<_> = contracts().map(Contract::sha256).collect();
    assert_eq!(hashes.len(), contracts().count());
}

#[test]
#[should_panic(expected = "signature-verifier has no build host-many")]
fn a_build_that_a_contract_lacks_is_named() {
    let _ = signature_verifier(Build::HostMany);
}
