//! Methods and imports that are missing, mistyped, or gated.

use near_runtime_ext::{Backend, BuildError, FunctionCallError, Gates, Runtime};
use test_support::everywhere::{BACKENDS, Everywhere, TGAS};

const UNKNOWN: &str = r#"LinkError { msg: "unknown or invalid import" }"#;

#[test]
fn a_call_that_cannot_begin_says_what_is_missing() {
    let method = r#"(func (export "main"))"#;
    for (fields, called, failure) in [
        (method, "other", "MethodResolveError(MethodNotFound)"),
        ("", "main", "MethodResolveError(MethodNotFound)"),
        (method, "", "MethodResolveError(MethodEmptyName)"),
        (
            r#"(global (export "main") i32 (i32.const 1))"#,
            "main",
            "MethodResolveError(MethodNotFound)",
        ),
        (
            r#"(func (export "main") (param i32))"#,
            "main",
            "MethodResolveError(MethodInvalidSignature)",
        ),
        (
            r#"(func (export "main") (result i32) (i32.const 1))"#,
            "main",
            "MethodResolveError(MethodInvalidSignature)",
        ),
        (
            r#"(import "env" "no_such_function" (func)) (func (export "main"))"#,
            "main",
            UNKNOWN,
        ),
        (
            r#"(import "internal" "finite_wasm_gas" (func (param i64))) (func (export "main"))"#,
            "main",
            "CompilationError(PrepareError(Instantiate))",
        ),
        (
            r#"(import "env" "sha256" (func (param i64 i32 f64) (result i64)))
               (func (export "main"))"#,
            "main",
            "types incompatible: expected type `(func (param i64 i32 f64) (result i64))`, \
             found type `(func (param i64 i64 i64))`",
        ),
        // nearcore reports an unknown import before a mistyped one.
        (
            r#"(import "env" "block_index" (func)) (import "env" "nothing" (func))
               (func (export "main"))"#,
            "main",
            UNKNOWN,
        ),
    ] {
        let mut contract = Everywhere::deploy_wat(&format!("(module {fields})"));
        let outcome = contract.call(called, b"", 10 * TGAS);
        let found = format!("{:?}", outcome.failure.expect("it cannot begin"));
        assert!(found.contains(failure), "{fields}: {found}");
    }
}

#[test]
fn exports_that_preparation_uses_itself_are_ordinary_methods() {
    for name in ["memory", "remaining_gas", "start", "\0main"] {
        let outcome = Everywhere::deploy_wat(&format!(
            r#"(module (func (export "{}")))"#,
            name.replace('\0', "\\00")
        ))
        .call(name, b"", 10 * TGAS);
        assert!(outcome.is_success(), "{name:?}: {:?}", outcome.failure);
    }
}

#[test]
fn an_imported_function_exported_as_a_method() {
    let wat = r#"(module (import "env" "panic" (func $panic)) (export "main" (func $panic)))"#;
    let outcome = Everywhere::deploy_wat(wat).call("main", b"", TGAS);
    let failure = outcome.failure.expect("a panic").to_string();
    assert!(failure.contains("explicit guest panic"), "{failure}");
}

#[test]
fn a_closed_gate_is_an_unknown_import() {
    let wat = r#"(module
        (import "env" "ed25519_verify"
            (func (param i64 i64 i64 i64 i64 i64) (result i64)))
        (func (export "main")))"#;
    let wasm = wat::parse_str(wat).expect("valid WAT");
    for backend in BACKENDS {
        let before_nep_364 = Runtime::builder()
            .backend(backend)
            .gates(Gates::default().close("ed25519_verify"))
            .build();
        if backend == Backend::Nearcore {
            assert!(matches!(before_nep_364, Err(BuildError::GatesUnsupported)));
            continue;
        }
        let outcome = before_nep_364
            .expect("a runtime")
            .deploy("contract.near".parse().expect("a name"), wasm.clone())
            .expect("deployed")
            .call("main")
            .transact()
            .expect("an outcome");
        let msg = "unknown or invalid import".to_owned();
        assert_eq!(
            outcome.failure,
            Some(FunctionCallError::LinkError { msg }.into())
        );
    }
}
