//! A contract's faults: traps of each kind, methods and imports that are missing or mistyped, and
//! modules that no network takes. `hostile` has the traps of recursion.

use test_support::everywhere::{Everywhere, TGAS, main_body};
use test_support::imports::rows;

/// Each kind of trap, with a module's fields and a method's body.
const TRAPS: &str = "
Unreachable: | unreachable
MemoryOutOfBounds: | (drop (i32.load (i32.const -1)))
MemoryOutOfBounds: | (drop (i64.load offset=0xffffffff (i32.const 9)))
MemoryOutOfBounds: | (memory.copy (i32.const 0) (i32.const -8) (i32.const 16))
IllegalArithmetic: | (drop (i64.div_s (i64.const 1) (i64.const 0)))
IllegalArithmetic: | (drop (i32.div_s (i32.const 0x80000000) (i32.const -1)))
IllegalArithmetic: | (drop (i32.trunc_f64_u (f64.const nan)))
IndirectCallToNull: (table 2 funcref) | (call_indirect (i32.const 1))
MemoryOutOfBounds: (table 2 funcref) | (call_indirect (i32.const 2))
IncorrectCallIndirectSignature:
    (table 1 funcref) (elem (i32.const 0) $other) (func $other (param i32)) |
    (call_indirect (i32.const 0))
";

/// Segments that do not fit, and the start function.
const BEFORE_THE_METHOD: &str = r#"
MemoryOutOfBounds: (data (i32.const 0x7ffffff) "too far") |
MemoryOutOfBounds: (table 1 funcref) (elem (i32.const 1) $f) (func $f) |
Unreachable: (start $start) (func $start unreachable) |
"#;

/// What calls of `main` report, each with a module's fields. nearcore reports an unknown import
/// before a mistyped one. Only instrumentation has wide arithmetic.
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
CompilationError(PrepareError(Deserialization)):
    (func (export "main") (result i32 i32) (i32.const 1) (i32.const 2))
CompilationError(PrepareError(Deserialization)):
    (memory 1) (func (export "main") (drop (v128.load (i32.const 0))))
CompilationError(PrepareError(Deserialization)): (memory i64 1) (func (export "main"))
CompilationError(PrepareError(Deserialization)): (func (export "main")
    (i64.add128 (i64.const 1) (i64.const 2) (i64.const 3) (i64.const 4)) drop drop)
"#;

#[track_caller]
fn check(wasm: &[u8], method: &str, failure: &str) {
    let outcome = Everywhere::deploy(wasm).call(method, b"", 10 * TGAS);
    let found = format!("{:?}", outcome.failure.expect("a fault"));
    assert!(found.contains(failure), "{failure}: {found}");
}

#[test]
fn each_kind_of_trap_is_the_contracts_fault() {
    for (kind, row) in [TRAPS, BEFORE_THE_METHOD].into_iter().flat_map(rows) {
        let (fields, body) = row.split_once('|').expect("fields and body");
        let wat = format!(r#"(module (memory 1) {fields} (func (export "main") {body}))"#);
        let wasm = wat::parse_str(wat).expect("valid WAT");
        check(&wasm, "main", &format!("WasmTrap({kind})"));
    }
}

#[test]
fn a_call_that_cannot_begin_says_what_is_missing() {
    for (failure, fields) in rows(OF_MAIN) {
        let wasm = wat::parse_str(format!("(module {fields})")).expect("valid WAT");
        check(&wasm, "main", &failure);
    }
    let whole = wat::parse_str(main_body("nop")).expect("valid WAT");
    check(&whole, "", "MethodResolveError(MethodEmptyName)");
    for refused in [
        &b""[..],
        b"\0asm",
        b"not wasm at all",
        &whole[..whole.len() - 3],
    ] {
        check(
            refused,
            "main",
            "CompilationError(PrepareError(Deserialization))",
        );
    }
}
