//! Whole modules: prepared contracts, modules without wide arithmetic, malformed ones.

use super::super::{LoweringError, lower};
use super::running::{Running, locals, wasm, wide_instructions};
use near_parameters::RuntimeConfigStore;
use near_parameters::vm::VMKind;
use near_primitives_core::version::PROTOCOL_VERSION;
use near_vm_runner::prepare::prepare_contract;
use proptest::prelude::*;
use wasmer::Value;
use wasmer::sys::Cranelift;
use wasmparser::{Parser, Payload, Validator, WasmFeatures};

/// Contracts whose instrumentation takes every form it has.
const CONTRACTS: [&str; 4] = [
    // Loops, branches out of the function, several functions, parameters, returns.
    r#"(module
      (func $sum (param $n i64) (param $odd i32) (result i64) (local $sum i64)
        (if (i32.eqz (local.get $odd)) (then (return (i64.const -1))))
        (loop $again
          (local.set $sum (i64.add (local.get $sum) (local.get $n)))
          (drop (br_if 1 (local.get $sum) (i64.lt_u (i64.const 1000) (local.get $sum))))
          (local.set $n (i64.sub (local.get $n) (i64.const 1)))
          (br_if $again (i64.ne (local.get $n) (i64.const 0))))
        (local.get $sum))
      (func (export "main")
        (drop (call $sum (i64.const 40) (i32.const 1))) (drop (call $sum (i64.const 100) (i32.const 1)))
        (drop (call $sum (i64.const 1) (i32.const 0)))))"#,
    // A jump table; the last call traps.
    r#"(module
      (func $jump (param $to i32)
        (block $a (block $b (block $c (br_table $a $b $c 3 (local.get $to))) (return)) (unreachable)))
      (func (export "main")
        (call $jump (i32.const 0)) (call $jump (i32.const 2)) (call $jump (i32.const 9)) (call $jump (i32.const 1))))"#,
    // Everything that costs by the unit.
    r#"(module (memory 1 16) (data $d "0123456789") (elem $e func $f) (table 1 20 funcref) (func $f)
      (func (export "main")
        (memory.fill (i32.const 0) (i32.const 7) (i32.const 1000))
        (memory.copy (i32.const 2000) (i32.const 0) (i32.const 999))
        (memory.init $d (i32.const 10) (i32.const 0) (i32.const 10))
        (drop (memory.grow (i32.const 2))) (drop (memory.grow (i32.const 100)))
        (drop (table.grow (ref.null func) (i32.const 5)))
        (table.fill (i32.const 0) (ref.func $f) (i32.const 5))
        (table.init $e (i32.const 0) (i32.const 0) (i32.const 1))
        (table.copy (i32.const 1) (i32.const 0) (i32.const 1))
        (call_indirect (i32.const 1))
        (memory.fill (i32.const 0) (i32.const 7) (i32.const -1))))"#,
    // Recursion until the stack is used up.
    r#"(module
      (func $deeper (param i64) (result i64) (local i64 i64 i64 i64 i64 i64 i64 i64)
        (i64.add (call $deeper (i64.add (local.get 0) (i64.const 1))) (i64.const 1)))
      (func (export "main") (drop (call $deeper (i64.const 0)))))"#,
];

fn prepared(wat: &str) -> Vec<u8> {
    let store = RuntimeConfigStore::new(None);
    let config = &store.get_config(PROTOCOL_VERSION).wasm_config;
    prepare_contract(&wasm(wat), config, VMKind::Wasmtime).unwrap()
}

#[test]
fn prepared_contracts_become_valid_without_wide_arithmetic_and_without_extra_locals() {
    for contract in CONTRACTS {
        let prepared = prepared(contract);
        assert_ne!(wide_instructions(&prepared), 0);
        let lowered = lower(&prepared).unwrap();
        assert_eq!(wide_instructions(&lowered), 0);
        assert_eq!(locals(&lowered), locals(&prepared));
        let features = WasmFeatures::all().difference(WasmFeatures::WIDE_ARITHMETIC);
        Validator::new_with_features(features)
            .validate_all(&lowered)
            .unwrap();
    }
}

#[test]
fn prepared_contracts_burn_the_same_gas_and_stop_for_the_same_reason() {
    for contract in CONTRACTS {
        let prepared = prepared(contract);
        let wide = Running::new(&prepared, Cranelift::new(), true);
        let lowered = Running::lowered(&prepared);
        let run = |running: &Running, gas: u64| {
            let remaining = running
                .instance
                .exports
                .get_global("remaining_gas")
                .unwrap()
                .clone();
            remaining
                .set(
                    &mut *running.store.borrow_mut(),
                    Value::I64(gas.cast_signed()),
                )
                .unwrap();
            let stopped = running.call("\0main", &[]);
            (stopped, remaining.get(&mut *running.store.borrow_mut()))
        };
        // From too little for the first charge to enough for all.
        for gas in std::iter::successors(Some(10_u64.pow(6)), |gas| Some(gas * 5 / 4)).take(110) {
            assert_eq!(run(&lowered, gas), run(&wide, gas), "{gas} gas: {contract}");
        }
    }
}

#[test]
fn a_module_with_nothing_to_lower_is_unchanged() {
    let modules = [
        "(module)",
        "(module (@custom \"note\" \"kept\") (memory 1) (data (i32.const 0) \"x\"))",
        r#"(module (import "env" "f" (func)) (func $g (param i32) (local i64 f32 i64)) (func $s)
             (start $s) (table 2 funcref) (elem (i32.const 0) $g $s) (@custom "after" (after code) "x"))"#,
    ];
    for wat in modules {
        let wasm = wasm(wat);
        assert_eq!(lower(&wasm).unwrap(), wasm, "{wat}");
    }
    for contract in CONTRACTS {
        let lowered = lower(&prepared(contract)).unwrap();
        assert_eq!(lower(&lowered).unwrap(), lowered, "{contract}");
    }
}

#[test]
fn everything_but_the_code_is_copied() {
    fn sections(wasm: &[u8]) -> Vec<(u8, &[u8])> {
        let payloads = Parser::new(0).parse_all(wasm).map(Result::unwrap);
        let is_code = |payload: &Payload<'_>| matches!(payload, Payload::CodeSectionStart { .. });
        let others = payloads.filter(|payload| !is_code(payload));
        others
            .filter_map(|payload| payload.as_section())
            .map(|(id, at)| (id, &wasm[at]))
            .collect()
    }
    for contract in CONTRACTS {
        let prepared = prepared(contract);
        let lowered = lower(&prepared).unwrap();
        assert_eq!(sections(&lowered), sections(&prepared), "{contract}");
    }
}

#[test]
fn a_malformed_module_is_an_error() {
    let prepared = prepared(CONTRACTS[2]);
    let sections: Vec<_> = Parser::new(0)
        .parse_all(&prepared)
        .map(Result::unwrap)
        .collect();
    let ends = |at| {
        at == 8
            || sections
                .iter()
                .any(|s| s.as_section().is_some_and(|(_, s)| s.end == at))
    };
    for at in 0..prepared.len() {
        let result = lower(&prepared[..at]);
        assert!(
            ends(at) || matches!(result, Err(LoweringError::Malformed(_))),
            "{at}"
        );
    }
}

#[test]
fn a_function_needs_a_type_and_room_for_three_locals() {
    use wasm_encoder::{CodeSection, Function, FunctionSection, Module, TypeSection, ValType};
    let module = |parameters: &[ValType], ty: u32, locals: u32| {
        let (mut types, mut functions, mut code) = (
            TypeSection::new(),
            FunctionSection::new(),
            CodeSection::new(),
        );
        types.ty().function(parameters.iter().copied(), []);
        functions.function(ty);
        let mut function = Function::new([(locals, ValType::I32)]);
        function.instructions().end();
        code.function(&function);
        let mut module = Module::new();
        module.section(&types).section(&functions).section(&code);
        lower(&module.finish())
    };
    assert!(module(&[], 0, u32::MAX - 3).is_ok());
    for (parameters, locals) in [(&[][..], u32::MAX - 2), (&[ValType::I64; 4], u32::MAX - 3)] {
        let error = module(parameters, 0, locals);
        assert!(
            matches!(error, Err(LoweringError::TooManyLocals { function: 0 })),
            "{error:?}"
        );
    }
    let error = module(&[], 1, 0);
    assert!(
        matches!(error, Err(LoweringError::Untyped { function: 0 })),
        "{error:?}"
    );
}

proptest! {
    #[test]
    fn no_damage_to_a_module_makes_the_pass_panic(at: prop::sample::Index, byte: u8) {
        let mut damaged = prepared(CONTRACTS[2]);
        let at = at.index(damaged.len());
        damaged[at] = byte;
        let _ = lower(&damaged);
    }
}
