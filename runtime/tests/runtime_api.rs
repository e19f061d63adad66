//! The API: the changes that calls make, and their refusals.
#![allow(clippy::panic, reason = "a test fails by panicking")]

use near_runtime_ext::{
    Balance, BuildError, Call, CallError, Contract, DeployError, Failure, FunctionCallError,
    HostError, MIN_SUPPORTED_PROTOCOL_VERSION, Outcome, PROTOCOL_VERSION, Runtime, VerifyBackend,
};
use test_support::everywhere::deployed;
use test_support::imports::module;

/// Counts its calls under "n" and returns the count; on demand, it panics after counting.
const COUNTER: &str = r#"
    (memory 1) (data (i32.const 0) "n")
    (func $count (export "count")
        (if (i64.eq (i64.const 1) (call $storage_read (i64.const 1) (i64.const 0) (i64.const 0)))
            (then (call $read_register (i64.const 0) (i64.const 8))))
        (i64.store (i32.const 8) (i64.add (i64.const 1) (i64.load (i32.const 8))))
        (drop (call $storage_write (i64.const 1) (i64.const 0) (i64.const 8) (i64.const 8) (i64.const 0)))
        (call $value_return (i64.const 8) (i64.const 8)))
    (func (export "get")
        (drop (call $storage_read (i64.const 1) (i64.const 0) (i64.const 0)))
        (call $read_register (i64.const 0) (i64.const 8))
        (call $value_return (i64.const 8) (i64.const 8)))
    (func (export "count_and_panic")
        (call $count) (call $log_utf8 (i64.const 1) (i64.const 0)) unreachable)"#;

fn counter_on(runtime: &Runtime) -> Contract {
    let wasm = wat::parse_str(module(COUNTER)).expect("valid WAT");
    deployed(runtime, &wasm)
}

fn run(call: Call<'_>) -> Outcome {
    call.transact().expect("an outcome")
}

fn count(contract: &mut Contract) -> u64 {
    run(contract.call("count")).borsh().expect("a count")
}

#[test]
fn a_failed_call_changes_nothing() {
    let mut contract = counter_on(&Runtime::new());
    count(&mut contract);
    let before = contract.account().clone();
    let deposit = Balance::from_near(1);
    let outcome = run(contract.call("count_and_panic").deposit(deposit));
    assert!(!outcome.is_success());
    assert_eq!(outcome.logs, ["n"], "what it logged is told");
    assert!(outcome.json::<u64>().is_err(), "what it returned is not");
    assert_eq!(*contract.account(), before);
}

#[test]
fn a_view_changes_nothing_and_may_not_write() {
    let mut contract = counter_on(&Runtime::new());
    count(&mut contract);
    let before = contract.account().clone();
    let got = contract.call("get").view().expect("an outcome");
    assert_eq!(got.borsh::<u64>().expect("a count"), 1);
    let refused = contract.call("count").view().expect("an outcome");
    let failure = refused.failure.expect("views do not write").to_string();
    assert_eq!(failure, "storage_write is not allowed in view calls");
    assert_eq!(*contract.account(), before);
}

/// The tests of the command's errors have the others.
#[test]
fn calls_that_no_network_would_take_are_errors() {
    let runtime = Runtime::new();
    let mut contract = counter_on(&runtime);
    let limits = &runtime.config().wasm_config.limit_config;

    let too_long = vec![0; usize::try_from(limits.max_arguments_length).expect("fits") + 1];
    let result = contract.call("count").args(too_long).transact();
    assert!(matches!(result, Err(CallError::ArgumentsTooLong { .. })));

    let too_large = vec![0; usize::try_from(limits.max_contract_size).expect("fits") + 1];
    let result = runtime.deploy("large.near".parse().expect("a name"), too_large);
    assert!(matches!(result, Err(DeployError::TooLarge { .. })));
}

/// The tests of the command's errors have the others.
#[test]
fn runtimes_that_cannot_be_are_refused() {
    let (low, high) = (MIN_SUPPORTED_PROTOCOL_VERSION - 1, PROTOCOL_VERSION + 1);
    for version in [0, low, high, u32::MAX] {
        let built = Runtime::builder().protocol_version(version).build();
        let is_refused = matches!(built, Err(BuildError::ProtocolVersion { .. }));
        assert!(is_refused, "{version}");
    }
    for &backend in VerifyBackend::ALL {
        let built = Runtime::builder().verify_backend(backend).build();
        match built {
            Ok(_) => assert!(backend.is_available()),
            Err(BuildError::VerifyBackend(lacking)) => assert_eq!(lacking.0, backend),
            Err(other) => panic!("{backend}: {other}"),
        }
    }
}

/// SECURITY.md states how much of its thread's stack a call takes, and that twice as much is enough
/// for the frames of host functions too.
#[test]
fn the_deepest_recursion_fits_a_thread_of_a_mebibyte() {
    const WAT: &str = r#"(module
        (func $deeper (param i64) (result i64)
            (i64.add (i64.const 1) (call $deeper (local.get 0))))
        (func (export "main") (drop (call $deeper (i64.const 0)))))"#;
    let call = || {
        let wasm = wat::parse_str(WAT).expect("valid WAT");
        run(deployed(&Runtime::new(), &wasm).call("main")).failure
    };
    let thread = std::thread::Builder::new().stack_size(1 << 20).spawn(call);
    let failure = thread.expect("a thread").join().expect("no overflow");
    // The metered stack overflows.
    let ended = FunctionCallError::HostError(HostError::MemoryAccessViolation);
    assert_eq!(failure, Some(Failure::Call(ended)));
}
