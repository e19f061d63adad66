//! Whole modules that are malformed.

use test_support::everywhere::{Everywhere, TGAS, main_body};

#[test]
fn what_the_network_does_not_take_is_refused_before_it_is_paid_for() {
    let wat = |wat: &str| wat::parse_str(wat).expect("valid WAT");
    let whole = wat(&main_body("nop"));
    for refused in [
        b"".to_vec(),
        b"\0asm".to_vec(),
        b"not wasm at all".to_vec(),
        whole[..whole.len() - 3].to_vec(),
        wat(r#"(module (func (export "main") (result i32 i32) (i32.const 1) (i32.const 2)))"#),
        wat(&main_body("(drop (v128.load (i32.const 0)))")),
        wat(r#"(module (memory i64 1) (func (export "main")))"#),
        // Contracts must not import it: only instrumentation uses it.
        wat(r#"(module (func (export "main")
            (i64.add128 (i64.const 1) (i64.const 2) (i64.const 3) (i64.const 4)) drop drop))"#),
    ] {
        let outcome = Everywhere::deploy(&refused).call("main", b"", 100 * TGAS);
        let failure = format!("{:?}", outcome.failure.expect("refused"));
        let expected = "CompilationError(PrepareError(Deserialization))";
        assert_eq!(failure, expected, "{refused:?}");
        assert!(outcome.burnt_gas.as_gas() == 0);
    }
}
