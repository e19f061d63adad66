//! Limits of burnt gas, and protocol versions. The random contracts of `fuzz` run out of gas anywhere.

use near_runtime_ext::{Gas, MIN_SUPPORTED_PROTOCOL_VERSION, PROTOCOL_VERSION};
use test_support::everywhere::{Everywhere, TGAS};
use test_support::imports::module;

/// A contract that hashes and logs in each of three turns of a loop, and returns the hash.
const BUSY: &str = r#"
    (memory 1) (data (i32.const 0) "busy busy busy")
    (func (export "main") (local $i i32)
        (loop $again
            (call $sha256 (i64.const 14) (i64.const 0) (i64.const 1))
            (call $read_register (i64.const 1) (i64.const 64))
            (call $log_utf8 (i64.const 4) (i64.const 0))
            (br_if $again (i32.lt_u
                (local.tee $i (i32.add (local.get $i) (i32.const 1)))
                (i32.const 3))))
        (call $value_return (i64.const 32) (i64.const 64)))"#;

#[test]
fn a_burn_limit_below_the_attached_gas() {
    for fields in [r#"(func (export "main") (loop (br 0)))"#, BUSY] {
        let wasm = wat::parse_str(module(fields)).expect("valid WAT");
        for limit in (0..=50).map(|part| TGAS / 1000 * part * part / 50 * 20) {
            let limit = Gas::from_gas(limit);
            let outcome = Everywhere::deploy_with(&wasm, |builder| builder.max_gas_burnt(limit))
                .call("main", b"", 2 * TGAS);
            assert!(outcome.burnt_gas <= limit);
        }
    }
}

#[test]
fn every_supported_protocol_version_agrees() {
    let wasm = wat::parse_str(module(BUSY)).expect("valid WAT");
    for version in MIN_SUPPORTED_PROTOCOL_VERSION..=PROTOCOL_VERSION {
        let outcome = Everywhere::deploy_with(&wasm, |builder| builder.protocol_version(version))
            .call("main", b"", 10 * TGAS);
        assert_eq!(outcome.failure, None, "protocol {version}");
    }
}
