//! Contracts whose recursion ends about where the metered stack does, with a call of a library or of
//! a host function at the greatest depth.
#![allow(clippy::panic, reason = "a test fails by panicking")]

use crate::case::{LIMITS, limit, padded, prepared};
use proptest::prelude::{Just, Strategy, any};
use proptest::prop_oneof;
use proptest::sample::select;
use serde::{Deserialize, Serialize};
use test_support::imports::{call, host_functions, module};
use wasmparser::{FunctionBody, Parser, Payload};

/// A contract that recurses, with all its parameters.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Recursion {
    /// The types that the locals have in turn.
    types: String,
    locals: usize,
    /// WAT of what the recursion does at its greatest depth: an instruction that compilers translate
    /// to a call, or a call of a host function.
    act: String,
    /// Whether every frame acts before it calls the next, or only the last.
    everywhere: bool,
    /// Frames for which the metered stack would still have room; with -1, the last frame exceeds
    /// it.
    spare: i8,
}

/// Types of locals: one, or all in turn.
const TYPES: [&str; 5] = ["i32", "i64", "f32", "f64", "i32 i64 f32 f64"];

/// Instructions that compilers translate to calls.
const LIBRARY: [&str; 14] = [
    "(global.set $i32 (memory.grow (i32.const 0)))",
    "(memory.fill (i32.const 1) (i32.const 2) (i32.const 3))",
    "(memory.copy (i32.const 1) (i32.const 2) (i32.const 3))",
    "(memory.init $passive (i32.const 1) (i32.const 2) (i32.const 3))",
    "(data.drop $passive)",
    "(global.set $i32 (table.grow $table (ref.null func) (i32.const 0)))",
    "(table.fill $table (i32.const 1) (ref.func $step) (i32.const 2))",
    "(table.copy $table $table (i32.const 1) (i32.const 2) (i32.const 3))",
    "(table.init $table $listed (i32.const 1) (i32.const 2) (i32.const 3))",
    "(drop (table.get $table (i32.const 1)))",
    "(table.set $table (i32.const 1) (ref.func $step))",
    "(elem.drop $listed)",
    "(drop (ref.func $step))",
    "(call_indirect $table (type $nothing) (i32.const 1))",
];

/// Instructions that compilers translate to calls on some processors only.
fn rounding() -> impl Iterator<Item = String> {
    let names = ["ceil", "floor", "trunc", "nearest"];
    names.into_iter().flat_map(|name| {
        ["f32", "f64"].map(|ty| format!("(global.set ${ty} ({ty}.{name} (global.get ${ty})))"))
    })
}

pub(super) fn strategy() -> impl Strategy<Value = Recursion> {
    let library = LIBRARY.map(str::to_owned).into_iter();
    let instruction = select(library.chain(rounding()).collect::<Vec<_>>());
    let functions: Vec<_> = host_functions().collect();
    let arguments = vec![0, 1, 32, 64, 96, 192, 1024, 1 << 20, u64::MAX];
    let host = (select(functions), select(arguments));
    let host = host.prop_map(|(function, argument)| call(function, &[argument]));
    let act = prop_oneof![
        (instruction, any::<bool>()),
        // Host functions refuse most arguments, which ends the call.
        (host, Just(false)),
    ];
    // A number of any magnitude.
    let locals = (0_u32..12).prop_flat_map(|bits| (1_usize << bits) - 1..(2 << bits) - 1);
    let locals = prop_oneof![Just(0), locals];
    let types = select(&TYPES[..]).prop_map(str::to_owned);
    (types, locals, act, -1_i8..=2).prop_map(|(types, locals, (act, everywhere), spare)| {
        Recursion {
            types,
            locals,
            act,
            everywhere,
            spare,
        }
    })
}

impl Recursion {
    pub(super) fn contract(&self) -> Vec<u8> {
        self.counting(self.frames(&self.counting(0)))
    }

    /// The contract whose function calls itself this many times: `main` calls it, and returns all variables,
    /// which `$step` changes.
    fn counting(&self, counter: u32) -> Vec<u8> {
        let types = || self.types.split(' ').cycle().take(self.locals);
        let each = |code: fn(usize, &str) -> String| -> String {
            let numbered = types().enumerate();
            numbered.map(|(local, ty)| code(local, ty)).collect()
        };
        let locals = each(|_, ty| format!("(local {ty})"));
        let set = each(|local, ty| format!("(local.set {local} (global.get ${ty}))"));
        let get = each(|local, ty| format!("(global.set ${ty} (local.get {local}))"));
        let (before, last) = match self.everywhere {
            true => (self.act.as_str(), ""),
            false => ("", self.act.as_str()),
        };
        let list = "$step ".repeat(8);
        let wat = format!(
            r#"(type $nothing (func))
            (memory 1) (data (i32.const 0) "0 to 8") (data $passive "8 to 0")
            (table $table 8 funcref) (elem (i32.const 0) func {list}) (elem $listed func {list})
            (global $i32 (mut i32) (i32.const 7)) (global $i64 (mut i64) (i64.const 0x10000000001))
            (global $f32 (mut f32) (f32.const 1.5)) (global $f64 (mut f64) (f64.const 2.5))
            (global $counter (mut i32) (i32.const {counter}))
            (func $step
                (global.set $i32 (i32.add (global.get $i32) (i32.const 1)))
                (global.set $i64 (i64.mul (global.get $i64) (i64.const 3)))
                (global.set $f32 (f32.add (global.get $f32) (f32.const 1)))
                (global.set $f64 (f64.add (global.get $f64) (f64.const 1))))
            (func $down {locals} {set} {before}
                (if (i32.eqz (global.get $counter)) (then {last} (return)))
                (global.set $counter (i32.sub (global.get $counter) (i32.const 1)))
                (call $down) {get})
            (func (export "main")
                (call $down)
                (i32.store (i32.const 0) (global.get $i32))
                (i64.store (i32.const 8) (global.get $i64))
                (f32.store (i32.const 16) (global.get $f32))
                (f64.store (i32.const 24) (global.get $f64))
                (call $value_return (i64.const 64) (i64.const 0)))"#
        );
        let wasm = wat::parse_str(module(&wat)).expect("valid WAT");
        let size = limit(LIMITS.min_contract_size_per_local) * self.locals as u64;
        // An empty section takes seven bytes.
        let least = wasm.len() as u64 + 7;
        padded(wasm, size.max(least))
    }

    /// The number of times that the function must call itself.
    fn frames(&self, contract: &[u8]) -> u32 {
        let charges = stack_charges(contract);
        let [_, frame, main] = charges[..] else {
            panic!("three functions, not {}", charges.len());
        };
        let room = u64::from(LIMITS.max_stack_height) - main;
        let frames = i64::try_from(room / frame).expect("few frames");
        // `main` calls the first frame.
        let frames = frames - i64::from(self.spare) - 1;
        u32::try_from(frames).unwrap_or(0)
    }
}

/// Stack that instrumentation charges for each function's frame, bytes: the second constant.
fn stack_charges(contract: &[u8]) -> Vec<u64> {
    let prepared = prepared(contract);
    let bodies =
        Parser::new(0)
            .parse_all(&prepared)
            .filter_map(|payload| match payload.expect("valid") {
                Payload::CodeSectionEntry(body) => Some(body),
                _ => None,
            });
    let charge = |body: FunctionBody<'_>| {
        let operators = body.get_operators_reader().expect("valid");
        let constants = operators.into_iter().filter_map(|operator| match operator {
            Ok(wasmparser::Operator::I64Const { value }) => Some(value.unsigned_abs()),
            _ => None,
        });
        constants.into_iter().nth(1).expect("a charge")
    };
    bodies.map(charge).collect()
}
