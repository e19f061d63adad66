//! Native frames against metered ones, over contracts that are made to stress registers.
#![allow(clippy::panic, reason = "a test fails by panicking")]

use super::compiler::Compiler;
use super::wasmer::outline::Outline;
use super::wasmer::{Wasmer, frames};
use super::winch::{FRAME_FACTOR, Winch, native_frames};
use crate::imports::{Gates, Imports};
use fuzz::{Target, fuzz};
use near_parameters::RuntimeConfigStore;
use near_parameters::vm::VMKind;
use near_primitives_core::version::PROTOCOL_VERSION;
use near_vm_runner::prepare::prepare_contract;
use proptest::prelude::*;
use std::fmt::Write as _;

const TARGET: Target = Target::new("frames", 200);

const TYPES: [&str; 4] = ["i32", "i64", "f32", "f64"];

/// A function with values that live long, joined where paths meet, and others that overlap for a while.
#[derive(Clone, Debug)]
struct Function {
    /// Locals that live from the beginning to the end, of each type.
    long: [usize; 4],
    /// Locals that are set again and again, of each type.
    short: [usize; 4],
    steps: Vec<Step>,
}

/// What is done, of a type, with a local by its index among the short ones.
#[derive(Clone, Debug)]
enum Step {
    /// Shows a local, sets it anew, and calls.
    Overlap(usize, usize),
    /// The same, but only on one path.
    Maybe(usize, usize),
    /// The same in a loop.
    Again(usize, usize),
    /// Has so many operands at once, across a call.
    Pile(usize, usize),
    /// Calls with all parameters that the function itself takes.
    Recurse,
}

fn step() -> impl Strategy<Value = Step> {
    let local = || (0..4_usize, 0..8_usize);
    prop_oneof![
        8 => local().prop_map(|(ty, index)| Step::Overlap(ty, index)),
        2 => local().prop_map(|(ty, index)| Step::Maybe(ty, index)),
        1 => local().prop_map(|(ty, index)| Step::Again(ty, index)),
        2 => (0..4_usize, 1..40_usize).prop_map(|(ty, count)| Step::Pile(ty, count)),
        1 => Just(Step::Recurse),
    ]
}

fn function() -> impl Strategy<Value = Function> {
    let counts = |most| prop::array::uniform4(prop_oneof![Just(0), 0..=most]);
    (
        counts(16_usize),
        counts(4_usize),
        prop::collection::vec(step(), 1..300),
    )
        .prop_map(|(long, short, steps)| Function { long, short, steps })
}

impl Function {
    fn wat(&self) -> String {
        let mut code = String::new();
        let mut say = |text: String| writeln!(code, "{text}").expect("a string grows");
        for (ty, name) in TYPES.iter().enumerate() {
            for index in 0..self.long[ty] {
                say(format!("(local $long_{name}_{index} {name})"));
            }
            for index in 0..self.short[ty] {
                say(format!("(local $short_{name}_{index} {name})"));
            }
        }
        // Each long-lived value is one of two, which makes it a block's parameter.
        say("(block (br_if 0 (global.get $i32))".to_owned());
        self.each_long(|name, index| {
            say(format!(
                "(local.set $long_{name}_{index} (global.get ${name}))"
            ))
        });
        say(")".to_owned());
        for step in &self.steps {
            say(self.step(step));
        }
        self.each_long(|name, index| {
            say(format!(
                "(global.set ${name} (local.get $long_{name}_{index}))"
            ))
        });
        let globals: String = TYPES
            .map(|name| format!("(global ${name} (mut {name}) ({name}.const 0))"))
            .concat();
        format!(
            "(module (memory 1) {globals} (func $nothing)
               (func (export \"main\") (call $stress (i32.const 1) (i64.const 2) (f32.const 3) (f64.const 4)))
               (func $stress (param $p0 i32) (param $p1 i64) (param $p2 f32) (param $p3 f64)\n{code}))"
        )
    }

    fn each_long(&self, mut each: impl FnMut(&str, usize)) {
        for (ty, name) in TYPES.iter().enumerate() {
            (0..self.long[ty]).for_each(|index| each(name, index));
        }
    }

    fn step(&self, step: &Step) -> String {
        let overlap = |ty: usize, index: usize| {
            let Some(index) = index.checked_rem(self.short[ty]) else {
                return "(call $nothing)".to_owned();
            };
            let name = TYPES[ty];
            format!(
                "(global.set ${name} (local.get $short_{name}_{index}))
                 (local.set $short_{name}_{index} (global.get ${name})) (call $nothing)"
            )
        };
        match *step {
            Step::Overlap(ty, index) => overlap(ty, index),
            Step::Maybe(ty, index) => {
                format!("(if (global.get $i32) (then {}))", overlap(ty, index))
            }
            Step::Again(ty, index) => {
                format!("(loop {} (br_if 0 (global.get $i32)))", overlap(ty, index))
            }
            Step::Pile(ty, count) => {
                let name = TYPES[ty];
                let get = format!("global.get ${name} ").repeat(count);
                let set = format!("global.set ${name} ").repeat(count);
                format!("{get} call $nothing {set}")
            }
            Step::Recurse => {
                "(call $stress (local.get $p0) (local.get $p1) (local.get $p2) (local.get $p3))"
                    .to_owned()
            }
        }
    }
}

/// On Winch every frame is at most [`FRAME_FACTOR`] times what is metered. Of wasmer's compilers the
/// same is measured of each contract before it is run; here it is told how many they are left with.
#[test]
fn native_frames_are_bounded_by_metered_ones() {
    let store = RuntimeConfigStore::new(None);
    let config = &store.get_config(PROTOCOL_VERSION).wasm_config;
    let imports = || Imports::new(config, &Gates::default());
    let (winch, wasmer) = (
        Winch::new(config, &imports()),
        Wasmer::new(config, imports()),
    );
    let factor = u64::try_from(FRAME_FACTOR).expect("a few");
    let mut largest = (0, 1);
    let tally = fuzz!(TARGET, function(), |function: Function| {
        let wasm = wat::parse_str(function.wat()).expect("valid WAT");
        let Ok(prepared) = prepare_contract(&wasm, config, VMKind::Wasmtime) else {
            return Ok("refused by nearcore");
        };
        let outline = Outline::read(&prepared).expect("valid");
        let code = winch.compile(&prepared).expect("compiled");
        let module = winch.load(&code).expect("loaded");
        let native = native_frames(&module);
        prop_assert_eq!(native.len(), outline.functions.len());
        for (native, function) in native.into_iter().zip(&outline.functions) {
            let metered = function
                .metered_stack()
                .expect("valid")
                .expect("instrumented");
            prop_assert!(native <= factor * metered, "{} for {}", native, metered);
            if native * largest.1 > largest.0 * metered {
                largest = (native, metered);
            }
        }
        Ok(match wasmer.compile(Compiler::Cranelift, &prepared) {
            Some(compiled) => {
                frames::measured(&compiled.module, &outline).expect("read");
                "suited Cranelift, too"
            }
            None => "left to Winch",
        })
    });
    println!(
        "largest on Winch: {} bytes for {} metered",
        largest.0, largest.1
    );
    tally.reaches(&["suited Cranelift, too", "left to Winch"], 5);
}
