//! Gas: the places where it runs out, and its values visible to a contract.

use near_runtime_ext::{Gas, MIN_SUPPORTED_PROTOCOL_VERSION, PROTOCOL_VERSION};
use test_support::everywhere::{Everywhere, GAS, TGAS, main_body};

/// A contract that hashes, logs and returns, in a loop that its input bounds.
const BUSY: &str = r#"(module
    (import "env" "sha256" (func $sha256 (param i64 i64 i64)))
    (import "env" "read_register" (func $read_register (param i64 i64)))
    (import "env" "log_utf8" (func $log (param i64 i64)))
    (import "env" "value_return" (func $return (param i64 i64)))
    (memory 1) (data (i32.const 0) "busy busy busy")
    (func (export "main") (local $i i32)
        (loop $again
            (call $sha256 (i64.const 14) (i64.const 0) (i64.const 1))
            (call $read_register (i64.const 1) (i64.const 64))
            (call $log (i64.const 4) (i64.const 0))
            (br_if $again (i32.lt_u
                (local.tee $i (i32.add (local.get $i) (i32.const 1)))
                (i32.const 3))))
        (call $return (i64.const 32) (i64.const 64))))"#;

#[test]
fn every_limit_up_to_the_whole_cost_ends_alike() {
    let mut contract = Everywhere::deploy_wat(BUSY);
    let whole = contract.call("main", b"", 300 * TGAS);
    assert!(whole.is_success() && whole.logs.len() == 3);
    let whole = whole.burnt_gas.as_gas();
    let mut failed = 0;
    for step in 0..400 {
        let gas = whole / 399 * step;
        failed += u32::from(!contract.call("main", b"", gas).is_success());
    }
    assert!(failed > 390, "{failed} of 400 limits were too low");
    assert!(contract.call("main", b"", whole).is_success());
    assert!(!contract.call("main", b"", whole - 1).is_success());
}

#[test]
fn gas_that_does_not_pay_for_loading() {
    let mut contract = Everywhere::deploy_wat(BUSY);
    for gas in [0, 1, 30_000_000, 35_445_963, 100_000_000, 230_000_000] {
        let outcome = contract.call("main", b"", gas * GAS);
        assert!(!outcome.is_success());
        assert_eq!(outcome.burnt_gas, Gas::from_gas(gas));
    }
}

#[test]
fn a_contract_sees_the_same_gas() {
    let mut contract = Everywhere::deploy_wat(
        r#"(module
            (import "env" "used_gas" (func $used (result i64)))
            (import "env" "prepaid_gas" (func $prepaid (result i64)))
            (import "env" "value_return" (func $return (param i64 i64)))
            (memory 1)
            (func (export "main")
                (i64.store (i32.const 0) (call $used))
                (i64.store (i32.const 8) (call $used))
                (i64.store (i32.const 16) (call $prepaid))
                (i64.store (i32.const 24) (call $used))
                (call $return (i64.const 32) (i64.const 0))))"#,
    );
    let seen = contract.call("main", b"", 10 * TGAS);
    let seen = seen.return_bytes().chunks_exact(8);
    let seen: Vec<_> = seen
        .map(|gas| u64::from_le_bytes(gas.try_into().expect("eight bytes")))
        .collect();
    let [first, second, prepaid, third] = seen[..] else {
        panic!("four numbers: {seen:?}");
    };
    assert_eq!(prepaid, 10 * TGAS);
    assert!(0 < first && first < second && second < third);
}

#[test]
fn a_contract_may_charge_itself() {
    let burnt = |opcodes: i32| {
        let wat = format!(
            r#"(module (import "env" "gas" (func $gas (param i32)))
                (func (export "main") (call $gas (i32.const {opcodes}))))"#
        );
        let outcome = Everywhere::deploy_wat(&wat).call("main", b"", TGAS);
        (outcome.is_success(), outcome.burnt_gas.as_gas())
    };
    let [nothing, some] = [0, 1000].map(burnt);
    assert!(nothing.0 && some.0 && nothing.1 < some.1);
    assert_eq!(burnt(-1), (false, TGAS));
}

#[test]
fn bulk_instructions_pay_for_what_they_touch() {
    let fill = |bytes: u32, gas| {
        let fill = format!("(memory.fill (i32.const 0) (i32.const 7) (i32.const {bytes}))");
        Everywhere::deploy_wat(&main_body(&fill)).call("main", b"", gas)
    };
    let [some, more] = [1, 1_000_000].map(|bytes| fill(bytes, 10 * TGAS));
    assert!(some.is_success() && more.burnt_gas.as_gas() > 100 * some.burnt_gas.as_gas());
    let short = fill(1_000_000, TGAS / 10);
    assert!(!short.is_success());
    assert_eq!(short.burnt_gas.as_gas(), TGAS / 10);
}

#[test]
fn a_burn_limit_below_the_attached_gas() {
    for wat in [main_body("(loop $l (br $l))"), BUSY.to_owned()] {
        let wasm = wat::parse_str(wat).expect("valid WAT");
        for limit in (0..=50).map(|part| TGAS / 1000 * part * part / 50 * 20) {
            let limit = Gas::from_gas(limit);
            let outcome = Everywhere::deploy_with(&wasm, |builder| builder.max_gas_burnt(limit))
                .call("main", b"", 2 * TGAS);
            assert!(outcome.burnt_gas <= limit);
        }
    }
}

/// The rest is less than the base fee.
#[test]
fn a_verification_after_promises_that_leave_too_little() {
    for promised in [97, 98, 99] {
        let mut contract = Everywhere::deploy_wat(&format!(
            r#"(module
                (import "env" "promise_create"
                    (func $create (param i64 i64 i64 i64 i64 i64 i64 i64) (result i64)))
                (import "env" "ed25519_verify"
                    (func $verify (param i64 i64 i64 i64 i64 i64) (result i64)))
                (memory 1) (data (i32.const 0) "bob.near")
                (func (export "main")
                    (drop (call $create (i64.const 8) (i64.const 0) (i64.const 3) (i64.const 0)
                        (i64.const 0) (i64.const 0) (i64.const 300)
                        (i64.const {})))
                    (loop $again
                        (drop (call $verify (i64.const 64) (i64.const 400) (i64.const 22)
                            (i64.const 32) (i64.const 32) (i64.const 500)))
                        (br $again))))"#,
            promised * TGAS
        ));
        assert!(!contract.call("main", b"", 100 * TGAS).is_success());
    }
}

#[test]
fn every_supported_protocol_version_agrees() {
    let wasm = wat::parse_str(BUSY).expect("valid WAT");
    for version in MIN_SUPPORTED_PROTOCOL_VERSION..=PROTOCOL_VERSION {
        let outcome = Everywhere::deploy_with(&wasm, |builder| builder.protocol_version(version))
            .call("main", b"", 10 * TGAS);
        assert!(
            outcome.is_success(),
            "protocol {version}: {:?}",
            outcome.failure
        );
    }
}
