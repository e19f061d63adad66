//! Gas: the places where it runs out, and its values visible to a contract.

use expect_test::expect;
use near_runtime_ext::{Gas, MIN_SUPPORTED_PROTOCOL_VERSION, PROTOCOL_VERSION};
use test_support::everywhere::{Everywhere, GAS, TGAS, main_body};
use test_support::outcome::summary;

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
fn an_endless_loop_runs_out() {
    let mut contract = Everywhere::deploy_wat(&main_body("(loop $l (br $l))"));
    let outcome = contract.call("main", b"", TGAS);
    expect![[r#"
        burnt 1000000000000
        failure HostError(GasExceeded)
    "#]]
    .assert_eq(&summary(&outcome));
}

#[test]
fn every_limit_up_to_the_whole_cost_ends_alike() {
    let mut contract = Everywhere::deploy_wat(BUSY);
    let whole = contract.call("main", b"", 300 * TGAS);
    expect![[r#"
        burnt 84268482181
        returned 6893ece32ae52c78becc5fe0d452acab773b1214464e30e30fbf0ef430d56ddf
        log "busy"
        log "busy"
        log "busy"
    "#]]
    .assert_eq(&summary(&whole));
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
    expect![[r#"
        burnt 4294895912
        returned 18126c1d0000000033c6592d0000000000a0724e18090000692e354d00000000
    "#]]
    .assert_eq(&summary(&contract.call("main", b"", 10 * TGAS)));
    expect![[r#"
        burnt 493621784
        failure HostError(ProhibitedInView { method_name: "used_gas" })
    "#]]
    .assert_eq(&summary(&contract.view("main", b"")));
}

#[test]
fn a_contract_may_charge_itself() {
    let wat = |opcodes: &str| {
        format!(
            r#"(module (import "env" "gas" (func $gas (param i32)))
                (func (export "main") (call $gas (i32.const {opcodes}))))"#
        )
    };
    let charged = Everywhere::deploy_wat(&wat("1000")).call("main", b"", TGAS);
    expect![[r#"
        burnt 943769468
    "#]]
    .assert_eq(&summary(&charged));
    let too_much = Everywhere::deploy_wat(&wat("-1")).call("main", b"", TGAS);
    expect![[r#"
        burnt 1000000000000
        failure HostError(GasLimitExceeded)
    "#]]
    .assert_eq(&summary(&too_much));
}

#[test]
fn bulk_instructions_pay_for_what_they_touch() {
    let fill = "(memory.fill (i32.const 0) (i32.const 7) (i32.const 1000000))";
    let outcome = Everywhere::deploy_wat(&main_body(fill)).call("main", b"", 10 * TGAS);
    expect![[r#"
        burnt 822881289221
    "#]]
    .assert_eq(&summary(&outcome));
    let outcome = Everywhere::deploy_wat(&main_body(fill)).call("main", b"", TGAS / 10);
    expect![[r#"
        burnt 100000000000
        failure HostError(GasExceeded)
    "#]]
    .assert_eq(&summary(&outcome));
}

#[test]
fn a_burn_limit_below_the_attached_gas() {
    let limit = Gas::from_teragas(1);
    for (wat, gas) in [
        (main_body("(loop $l (br $l))"), 2 * TGAS),
        (BUSY.to_owned(), 2 * TGAS),
    ] {
        let wasm = wat::parse_str(wat).expect("valid WAT");
        for limit in (0..50).map(|part| limit.as_gas() / 1000 * part * part / 50) {
            let limit = Gas::from_gas(limit);
            let outcome = Everywhere::deploy_with(&wasm, |builder| builder.max_gas_burnt(limit))
                .call("main", b"", gas);
            assert!(outcome.burnt_gas <= limit);
        }
    }
    let wasm = wat::parse_str(main_body("(loop $l (br $l))")).expect("valid WAT");
    let outcome = Everywhere::deploy_with(&wasm, |builder| builder.max_gas_burnt(limit)).call(
        "main",
        b"",
        2 * TGAS,
    );
    expect![[r#"
        burnt 1000000000000
        used 1999999051760
        failure LinkError { msg: "HostError(GasLimitExceeded)" }
    "#]]
    .assert_eq(&summary(&outcome));
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
