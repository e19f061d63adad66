//! Exports of any name, and imports that are gated.

use near_runtime_ext::{Backend, BuildError, FunctionCallError, Gates, Runtime};
use test_support::everywhere::{BACKENDS, Everywhere, TGAS, deployed};

#[test]
fn exports_that_preparation_uses_itself_are_ordinary_methods() {
    for name in ["memory", "remaining_gas", "start", "\0main"] {
        let escaped = name.replace('\0', "\\00");
        let wat = format!(r#"(module (func (export "{escaped}")))"#);
        let outcome = Everywhere::deploy_wat(&wat).call(name, b"", 10 * TGAS);
        assert_eq!(outcome.failure, None, "{name:?}");
    }
    let nameless = Everywhere::deploy_wat("(module)").call("", b"", 10 * TGAS);
    let refused = format!("{:?}", nameless.failure);
    assert!(refused.contains("MethodEmptyName"), "{refused}");
}

#[test]
fn a_closed_gate_is_an_unknown_import() {
    let wat = r#"(module
        (import "env" "ed25519_verify"
            (func (param i64 i64 i64 i64 i64 i64) (result i64)))
        (func (export "main")))"#;
    let wasm = wat::parse_str(wat).expect("valid WAT");
    for backend in BACKENDS {
        let gates = Gates::default().close("ed25519_verify");
        let before_nep_364 = Runtime::builder().backend(backend).gates(gates).build();
        if backend == Backend::Nearcore {
            assert!(matches!(before_nep_364, Err(BuildError::GatesUnsupported)));
            continue;
        }
        let mut contract = deployed(&before_nep_364.expect("a runtime"), &wasm);
        let outcome = contract.call("main").transact();
        let msg = "unknown or invalid import".to_owned();
        let unknown = FunctionCallError::LinkError { msg }.into();
        assert_eq!(outcome.expect("an outcome").failure, Some(unknown));
    }
}
