//! Traps of each kind, in the method and before it. `hostile` has those of recursion.

use test_support::everywhere::{Everywhere, TGAS};
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

#[test]
fn each_kind_of_trap_is_the_contracts_fault() {
    for (kind, row) in [TRAPS, BEFORE_THE_METHOD].into_iter().flat_map(rows) {
        let (fields, body) = row.split_once('|').expect("fields and body");
        let wat = format!(r#"(module (memory 1) {fields} (func (export "main") {body}))"#);
        let outcome = Everywhere::deploy_wat(&wat).call("main", b"", 10 * TGAS);
        let failure = outcome.failure.expect("a trap");
        assert_eq!(format!("{failure:?}"), format!("WasmTrap({kind})"), "{wat}");
    }
}
