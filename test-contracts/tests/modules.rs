//! Checks the Wasm modules that the build script made.

use std::collections::BTreeSet;

use test_contracts::{
    AnyBuild, Build, Builds, CONTRACTS, ClientBuild, Contract, contracts, signature_verifier,
};
use wasmparser::{ExternalKind, Parser, Payload, TypeRef};

/// (imported functions of `env`, exported functions)
fn functions(contract: &Contract) -> (BTreeSet<&'static str>, BTreeSet<&'static str>) {
    let (mut imports, mut exports) = <(BTreeSet<_>, BTreeSet<_>)>::default();
    for payload in Parser::new(0).parse_all(contract.wasm()) {
        match payload.expect("a valid section") {
            Payload::ImportSection(section) => imports.extend(section.into_iter().map(|import| {
                let import = import.expect("a valid import");
                assert_eq!(import.module, "env");
                assert!(matches!(import.ty, TypeRef::Func(_)));
                import.name
            })),
            Payload::ExportSection(section) => {
                let all = section.into_iter().map(|it| it.expect("a valid export"));
                let functions = all.filter(|it| it.kind == ExternalKind::Func);
                exports.extend(functions.map(|it| it.name));
            }
            _ => {}
        }
    }
    (imports, exports)
}

#[test]
fn every_contract_is_a_wasm_module_and_on_disk() {
    for contract in contracts() {
        assert!(
            contract.wasm().starts_with(b"\0asm\x01\0\0\0"),
            "{contract}"
        );
        let file = std::fs::read(contract.path()).expect("the file of the build");
        assert!(file == contract.wasm(), "{contract}");
    }
}

#[test]
fn each_build_imports_the_function_it_verifies_by_and_no_other() {
    for contract in contracts() {
        let (imports, _) = functions(contract);
        let verifying = imports.into_iter().filter(|name| name.contains("verify"));
        let expected = match contract.build() {
            AnyBuild::WeakInWasm | AnyBuild::Client(ClientBuild::Host) => &["ed25519_verify"][..],
            AnyBuild::Client(ClientBuild::HostMany) if of_proofs(contract) => {
                &["ecvrf_verify_many"]
            }
            AnyBuild::Client(ClientBuild::HostMany) => &["ed25519_verify_many"],
            AnyBuild::Client(ClientBuild::Wasm | ClientBuild::WasmBest) => &[],
        };
        assert_eq!(verifying.collect::<Vec<_>>(), expected, "{contract}");
    }
}

/// Whether the contract verifies proofs, not signatures.
fn of_proofs(contract: &Contract) -> bool {
    CONTRACTS.contains(&(contract.name(), Builds::Vrf))
}

#[test]
fn signature_verifier_exports_the_same_methods_in_every_build() {
    let methods = [
        "attempts",
        "contract_source_metadata", // near-sdk's own, NEP-330
        "noop",
        "verify",
        "verify_ed25519",
        "verify_raw",
    ];
    for build in Build::ALL {
        let (_, exports) = functions(signature_verifier(build));
        assert_eq!(exports, methods.into(), "{build}");
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
