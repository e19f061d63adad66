//! Methods and imports that are missing, mistyped, or gated.

use near_runtime_ext::{Backend, BuildError, FunctionCallError, Gates, Runtime};
use test_support::everywhere::{BACKENDS, Everywhere, TGAS};
use test_support::imports::rows;

/// What calls of `main` report, each with a module's fields. nearcore reports an unknown import
/// before a mistyped one.
const OF_MAIN: &str = r#"
MethodResolveError(MethodNotFound): (func (export "other"))
MethodResolveError(MethodNotFound):
MethodResolveError(MethodNotFound): (global (export "main") i32 (i32.const 1))
MethodResolveError(MethodInvalidSignature): (func (export "main") (param i32))
MethodResolveError(MethodInvalidSignature): (func (export "main") (result i32) (i32.const 1))
unknown or invalid import: (import "env" "no_such_function" (func)) (func (export "main"))
CompilationError(PrepareError(Instantiate)):
    (import "internal" "finite_wasm_gas" (func (param i64))) (func (export "main"))
expected type `(func (param i64 i32 f64) (result i64))`, found type `(func (param i64 i64 i64))`:
    (import "env" "sha256" (func (param i64 i32 f64) (result i64))) (func (export "main"))
unknown or invalid import:
    (import "env" "block_index" (func)) (import "env" "nothing" (func)) (func (export "main"))
"#;

#[test]
fn a_call_that_cannot_begin_says_what_is_missing() {
    let check = |fields: &str, called: &str, failure: &str| {
        let mut contract = Everywhere::deploy_wat(&format!("(module {fields})"));
        let outcome = contract.call(called, b"", 10 * TGAS);
        let found = format!("{:?}", outcome.failure.expect("it cannot begin"));
        assert!(found.contains(failure), "{fields}: {found}");
    };
    for (failure, fields) in rows(OF_MAIN) {
        check(&fields, "main", &failure);
    }
    check("", "", "MethodResolveError(MethodEmptyName)");
}

#[test]
fn exports_that_preparation_uses_itself_are_ordinary_methods() {
    for name in ["memory", "remaining_gas", "start", "\0main"] {
        let escaped = name.replace('\0', "\\00");
        let wat = format!(r#"(module (func (export "{escaped}")))"#);
        let outcome = Everywhere::deploy_wat(&wat).call(name, b"", 10 * TGAS);
        assert_eq!(outcome.failure, None, "{name:?}");
    }
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
        let outcome = before_nep_364
            .expect("a runtime")
            .deploy("contract.near".parse().expect("a name"), wasm.clone())
            .expect("deployed")
            .call("main")
            .transact();
        let msg = "unknown or invalid import".to_owned();
        let unknown = FunctionCallError::LinkError { msg }.into();
        assert_eq!(outcome.expect("an outcome").failure, Some(unknown));
    }
}
