//! Methods and imports that are missing, mistyped, or gated.

use expect_test::{Expect, expect};
use near_runtime_ext::abi::{NEARCORE_FUNCTIONS, ValType};
use near_runtime_ext::{Backend, BuildError, Failure, FunctionCallError, Gates, Runtime};
use test_support::everywhere::{BACKENDS, Everywhere, TGAS};
use test_support::outcome::summary;

#[track_caller]
fn check(wat: &str, method: &str, expected: Expect) {
    let outcome = Everywhere::deploy_wat(wat).call(method, b"", 10 * TGAS);
    expected.assert_eq(&summary(&outcome));
}

#[test]
fn a_method_that_is_not_there() {
    check(
        r#"(module (func (export "main")))"#,
        "other",
        expect![[r#"
        burnt 0
        failure MethodResolveError(MethodNotFound)
    "#]],
    );
}

#[test]
fn a_method_without_a_name() {
    check(
        r#"(module (func (export "main")))"#,
        "",
        expect![[r#"
        burnt 0
        failure MethodResolveError(MethodEmptyName)
    "#]],
    );
}

#[test]
fn a_method_that_is_a_global() {
    check(
        r#"(module (global (export "main") i32 (i32.const 1)))"#,
        "main",
        expect![[r#"
        burnt 0
        failure MethodResolveError(MethodNotFound)
    "#]],
    );
}

#[test]
fn a_method_with_parameters_or_results() {
    check(
        r#"(module (func (export "main") (param i32)))"#,
        "main",
        expect![[r#"
        burnt 0
        failure MethodResolveError(MethodInvalidSignature)
    "#]],
    );
    check(
        r#"(module (func (export "main") (result i32) (i32.const 1)))"#,
        "main",
        expect![[r#"
            burnt 0
            failure MethodResolveError(MethodInvalidSignature)
        "#]],
    );
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
    check(
        r#"(module (import "env" "panic" (func $panic)) (export "main" (func $panic)))"#,
        "main",
        expect![[r#"
            burnt 361214594
            failure HostError(GuestPanic { panic_msg: "explicit guest panic" })
        "#]],
    );
}

#[test]
fn an_unknown_import() {
    check(
        r#"(module (import "env" "no_such_function" (func)) (func (export "main")))"#,
        "main",
        expect![[r#"
            burnt 100803663
            failure LinkError { msg: "unknown or invalid import" }
        "#]],
    );
}

#[test]
fn an_import_from_elsewhere() {
    check(
        r#"(module (import "internal" "finite_wasm_gas" (func (param i64)))
            (func (export "main")))"#,
        "main",
        expect![[r#"
            burnt 0
            failure CompilationError(PrepareError(Instantiate))
        "#]],
    );
}

#[test]
fn a_mistyped_import() {
    check(
        r#"(module (import "env" "sha256" (func (param i64 i32 f64) (result i64)))
            (func (export "main")))"#,
        "main",
        expect![[r#"
            burnt 97535778
            failure LinkError { msg: "types incompatible: expected type `(func (param i64 i32 f64) (result i64))`, found type `(func (param i64 i64 i64))`" }
        "#]],
    );
    check(
        r#"(module (import "env" "block_index" (func)) (func (export "main")))"#,
        "main",
        expect![[r#"
            burnt 95357188
            failure LinkError { msg: "types incompatible: expected type `(func)`, found type `(func (result i64))`" }
        "#]],
    );
}

#[test]
fn an_unknown_import_is_found_before_a_mistyped_one() {
    check(
        r#"(module (import "env" "block_index" (func)) (import "env" "nothing" (func))
            (func (export "main")))"#,
        "main",
        expect![[r#"
            burnt 110607318
            failure LinkError { msg: "unknown or invalid import" }
        "#]],
    );
}

#[test]
fn every_import_links_or_is_gated_everywhere() {
    let mut linked = 0;
    for function in NEARCORE_FUNCTIONS
        .iter()
        .filter(|function| function.module == "env")
    {
        let list = |keyword: &str, types: &[ValType]| match types {
            [] => String::new(),
            types => {
                let types: Vec<_> = types.iter().map(ToString::to_string).collect();
                format!("({keyword} {})", types.join(" "))
            }
        };
        let params = list("param", function.params);
        let result = list("result", function.result.as_slice());
        let outcome = Everywhere::deploy_wat(&format!(
            r#"(module (import "env" "{}" (func {params} {result})) (func (export "main")))"#,
            function.name
        ))
        .call("main", b"", 10 * TGAS);
        match outcome.failure {
            None => linked += 1,
            // Gated at this protocol version: unknown on every backend.
            Some(Failure::Call(FunctionCallError::LinkError { msg })) => {
                assert_eq!(msg, "unknown or invalid import", "{function:?}");
            }
            Some(failure) => panic!("{function:?}: {failure:?}"),
        }
    }
    let rows = NEARCORE_FUNCTIONS
        .iter()
        .filter(|function| function.module == "env")
        .count();
    expect!["95 of 95"].assert_eq(&format!("{linked} of {rows}"));
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
