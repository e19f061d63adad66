//! Functions full of one instruction, in the shapes that are worst for Cranelift; and what they take it.
//!
//! ```sh
//! EFFORT_RECORD=1 cargo test --workspace --release --lib -- effort::shapes --nocapture
//! ```
//!
//! writes `measured.csv`, from which the weights follow: no instruction may take longer than its weight
//! says, and no shape longer than its estimate.

use super::effort;
use crate::engine::compiler::Compiler;
use crate::engine::wasmer::Wasmer;
use crate::engine::wasmer::outline::Outline;
use crate::imports::{Gates, Imports};
use near_parameters::RuntimeConfigStore;
use near_parameters::vm::{Config, VMKind};
use near_primitives_core::version::PROTOCOL_VERSION;
use near_vm_runner::logic::errors::PrepareError;
use near_vm_runner::prepare::prepare_contract;
use std::collections::HashMap;
use std::fs;
use std::sync::Arc;

/// Where the measurements are kept.
const RECORD: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/src/engine/wasmer/effort/measured.csv"
);
/// Bytes of a function's instrumented code that a shape is filled up to.
const FILLED: usize = super::FUNCTION_BYTES * 9 / 10;

const INTEGER_UNARY: &str = "clz ctz popcnt eqz extend8_s extend16_s";
const INTEGER_BINARY: &str =
    "add sub mul div_s div_u rem_s rem_u and or xor shl shr_s shr_u rotl rotr";
const INTEGER_COMPARISON: &str = "eq ne lt_s lt_u gt_s gt_u le_s le_u ge_s ge_u";
const FLOAT_UNARY: &str = "abs neg ceil floor trunc nearest sqrt";
const FLOAT_BINARY: &str = "add sub mul div min max copysign";
const FLOAT_COMPARISON: &str = "eq ne lt gt le ge";
/// How many of the same stand behind one another, each with the last one's result.
const CHAIN: usize = 50;
/// `to operation from`.
const CONVERSIONS: &[&str] = &[
    "i32 wrap i64",
    "i64 extend_s i32",
    "i64 extend_u i32",
    "i32 trunc_s f32",
    "i32 trunc_u f32",
    "i32 trunc_s f64",
    "i32 trunc_u f64",
    "i64 trunc_s f32",
    "i64 trunc_u f32",
    "i64 trunc_s f64",
    "i64 trunc_u f64",
    "i32 trunc_sat_s f32",
    "i32 trunc_sat_u f32",
    "i32 trunc_sat_s f64",
    "i32 trunc_sat_u f64",
    "i64 trunc_sat_s f32",
    "i64 trunc_sat_u f32",
    "i64 trunc_sat_s f64",
    "i64 trunc_sat_u f64",
    "f32 convert_s i32",
    "f32 convert_u i32",
    "f32 convert_s i64",
    "f32 convert_u i64",
    "f64 convert_s i32",
    "f64 convert_u i32",
    "f64 convert_s i64",
    "f64 convert_u i64",
    "f32 demote f64",
    "f64 promote f32",
    "i32 reinterpret f32",
    "i64 reinterpret f64",
    "f32 reinterpret i32",
    "f64 reinterpret i64",
];
/// What is no arithmetic: the name in `wasmparser`, and code that leaves the operands as they were.
const OTHERS: &[(&str, &str)] = &[
    ("Nop", "nop"),
    ("LocalGet", "local.get $i32 drop"),
    ("LocalTee", "local.get $i32 local.tee $i32 drop"),
    ("LocalSet", "i64.const 1 local.set $i64"),
    ("GlobalGet", "global.get $i32 drop"),
    ("GlobalSet", "i32.const 1 global.set $i32"),
    ("I32Const", "i32.const 1 drop"),
    ("F64Const", "f64.const 1 drop"),
    (
        "Select",
        "local.get $i32 local.get $i32 local.get $i32 select local.set $i32",
    ),
    ("I32Load", "local.get $i32 i32.load local.set $i32"),
    ("I64Load32U", "local.get $i32 i64.load32_u local.set $i64"),
    ("F64Load", "local.get $i32 f64.load local.set $f64"),
    ("I32Store", "local.get $i32 local.get $i32 i32.store"),
    ("I64Store8", "local.get $i32 local.get $i64 i64.store8"),
    ("F32Store", "local.get $i32 local.get $f32 f32.store"),
    ("MemorySize", "memory.size drop"),
    ("MemoryGrow", "local.get $i32 memory.grow drop"),
    (
        "MemoryFill",
        "local.get $i32 local.get $i32 local.get $i32 memory.fill",
    ),
    (
        "MemoryCopy",
        "local.get $i32 local.get $i32 local.get $i32 memory.copy",
    ),
    ("TableSize", "table.size drop"),
    ("TableGet", "local.get $i32 table.get drop"),
    ("TableSet", "local.get $i32 ref.null func table.set"),
    ("TableGrow", "ref.null func local.get $i32 table.grow drop"),
    ("RefFunc", "ref.func $nothing drop"),
    ("Call", "call $nothing"),
    ("CallIndirect", "local.get $i32 call_indirect"),
    ("Block", "block nop end"),
    ("Loop", "loop end"),
    ("If", "local.get $i32 if end"),
    ("BrIf", "block local.get $i32 br_if 0 end"),
    ("BrTable", "block local.get $i32 br_table 0 0 0 0 end"),
];

/// A name in `wasmparser`, and code.
type Instruction = (String, String);

fn instructions() -> Vec<Instruction> {
    let mut all = Vec::new();
    let camel = |text: &str| -> String {
        text.split(['_', '.'])
            .map(|part| part[..1].to_uppercase() + &part[1..])
            .collect()
    };
    let mut operation = |operands: &[&str], to: &str, name: String| {
        let operands: String = operands
            .iter()
            .map(|it| format!("local.get ${it} "))
            .collect();
        all.push((camel(&name), format!("{operands}{name} local.set ${to}")));
    };
    for (types, unary, binary, comparison) in [
        (
            ["i32", "i64"],
            INTEGER_UNARY,
            INTEGER_BINARY,
            INTEGER_COMPARISON,
        ),
        (["f32", "f64"], FLOAT_UNARY, FLOAT_BINARY, FLOAT_COMPARISON),
    ] {
        for ty in types {
            for name in unary.split(' ') {
                let to = if name == "eqz" { "i32" } else { ty };
                operation(&[ty], to, format!("{ty}.{name}"));
            }
            for name in binary.split(' ') {
                operation(&[ty, ty], ty, format!("{ty}.{name}"));
            }
            for name in comparison.split(' ') {
                operation(&[ty, ty], "i32", format!("{ty}.{name}"));
            }
        }
    }
    for conversion in CONVERSIONS {
        let [to, name, from] = conversion.split(' ').collect::<Vec<_>>()[..] else {
            unreachable!("three words")
        };
        let name = match name.rsplit_once('_') {
            Some((name, sign)) => format!("{to}.{name}_{from}_{sign}"),
            None => format!("{to}.{name}_{from}"),
        };
        operation(&[from], to, name);
    }
    for ty in ["f32", "f64"] {
        for name in FLOAT_UNARY.split(' ') {
            let chain = format!("{ty}.{name} ").repeat(CHAIN);
            let code = format!("local.get ${ty} {chain} local.set ${ty}");
            all.push((format!("{CHAIN} {ty}.{name}"), code));
        }
    }
    let others = OTHERS
        .iter()
        .map(|(name, code)| ((*name).to_owned(), (*code).to_owned()));
    all.extend(others);
    all
}

/// What stands between two of the instructions, and how many locals there are besides.
const SHAPES: [(&str, &str, usize); 6] = [
    ("alone", "", 0),
    (
        "beside joins",
        "block local.get $i32 br_if 0 local.get $f64 local.set $f64 end",
        0,
    ),
    (
        "beside a long table",
        "block local.get $i32 br_table 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 end",
        20,
    ),
    ("beside locals", "", 100),
    (
        "beside joins of locals",
        "block local.get $i32 br_if 0 i64.const 3 local.set $i64 end",
        50,
    ),
    (
        "beside calls and floats",
        "call $nothing local.get $f64 f64.ceil local.set $f64",
        0,
    ),
];

fn config() -> Arc<Config> {
    let store = RuntimeConfigStore::new(None);
    Arc::clone(&store.get_config(PROTOCOL_VERSION).wasm_config)
}

/// A prepared module of one function that does this so many times.
fn prepared(
    code: &str,
    between: &str,
    locals: usize,
    times: usize,
    config: &Config,
) -> Result<Vec<u8>, PrepareError> {
    let sets: String = (0..locals)
        .map(|it| format!("global.get $i64 local.set $l{it} "))
        .collect();
    let gets: String = (0..locals)
        .map(|it| format!("local.get $l{it} global.set $i64 "))
        .collect();
    let names: String = (0..locals)
        .map(|it| format!("(local $l{it} i64)"))
        .collect();
    let wat = format!(
        "(module (memory 1) (table 1 funcref) (elem declare func $nothing)
           (global $i32 (mut i32) (i32.const 0)) (global $i64 (mut i64) (i64.const 0))
           (func $nothing)
           (func (export \"main\") (local $i32 i32) (local $i64 i64) (local $f32 f32) (local $f64 f64)
             {names} {sets} {} {gets}))",
        format!("{code} {between} ").repeat(times)
    );
    let wasm = wat::parse_str(wat).expect("valid WAT");
    prepare_contract(&wasm, config, VMKind::Wasmtime)
}

/// CPU time of this process, nanoseconds; it is counted in hundredths of a second.
fn cpu_time() -> u64 {
    let stat = fs::read_to_string("/proc/self/stat").expect("Linux");
    let fields: Vec<_> = stat
        .rsplit(')')
        .next()
        .expect("a name")
        .split(' ')
        .collect();
    let ticks = |field: usize| fields[field].parse::<u64>().expect("a number");
    (ticks(12) + ticks(13)) * 10_000_000
}

/// One shape, full of one instruction.
struct Case {
    shape: &'static str,
    instruction: String,
    code: String,
    between: &'static str,
    locals: usize,
}

fn cases() -> impl Iterator<Item = Case> {
    SHAPES.into_iter().flat_map(|(shape, between, locals)| {
        instructions()
            .into_iter()
            .map(move |(instruction, code)| Case {
                shape,
                instruction,
                code,
                between,
                locals,
            })
    })
}

impl Case {
    fn prepared(&self, times: usize, config: &Config) -> Result<Vec<u8>, PrepareError> {
        prepared(&self.code, self.between, self.locals, times, config)
    }

    /// The size of the function, and its estimate in nanoseconds.
    fn size_and_estimate(&self, times: usize, config: &Config) -> (usize, u64) {
        let module = self.prepared(times, config).expect("few");
        let outline = Outline::read(&module).expect("valid");
        let function = outline.functions.last().expect("two");
        (
            function.body.range().len(),
            effort(&outline).expect("valid"),
        )
    }
}

#[test]
fn measure() {
    if std::env::var_os("EFFORT_RECORD").is_none() {
        return;
    }
    let config = config();
    let wasmer = Wasmer::new(&config, Imports::new(&config, &Gates::default()));
    let engine = wasmer.of(Compiler::Cranelift).expect("wasmer's");
    let mut record = "shape,instruction,times,ms\n".to_owned();
    for case in cases() {
        let size = |times| case.size_and_estimate(times, &config).0;
        let each = (size(200) - size(100)).div_ceil(100).max(1);
        let times = (FILLED - size(1)) / each;
        // So many of some that nearcore refuses them.
        let Ok(module) = case.prepared(times, &config) else {
            continue;
        };
        let least = (0..3).map(|_| {
            let before = cpu_time();
            wasmer::Module::new(engine, &module).expect("compiled");
            cpu_time() - before
        });
        let ms = least.min().expect("some runs") / 1_000_000;
        let row = format!("{},{},{times},{ms}\n", case.shape, case.instruction);
        print!("{row}");
        record += &row;
    }
    fs::write(RECORD, record).expect("written");
}

#[test]
fn no_shape_took_longer_than_its_estimate() {
    let config = config();
    let mut measured = HashMap::new();
    for row in include_str!("measured.csv").lines().skip(1) {
        let [shape, instruction, times, ms] = row.split(',').collect::<Vec<_>>()[..] else {
            unreachable!("four columns")
        };
        let number = |text: &str| text.parse::<u64>().expect("a number");
        measured.insert((shape, instruction), (number(times), number(ms)));
    }
    let (mut seen, mut longer) = (0, Vec::new());
    for case in cases() {
        let key = (case.shape, &*case.instruction);
        let Some((times, ms)) = measured.get(&key) else {
            continue;
        };
        seen += 1;
        // The estimate grows by as much with each.
        let estimate = |times| case.size_and_estimate(times, &config).1;
        let (few, more) = (estimate(10), estimate(20));
        let estimate = few + (more - few) / 10 * (times - 10);
        if estimate < ms * 1_000_000 {
            longer.push(format!(
                "{key:?}: {} ms estimated, {ms} ms measured",
                estimate / 1_000_000
            ));
        }
    }
    assert!(longer.is_empty(), "{}", longer.join("\n"));
    assert_eq!(seen, measured.len(), "every row is of a case");
}
