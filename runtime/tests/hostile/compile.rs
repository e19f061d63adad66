//! Compile bombs: contracts of the largest size, full of code that is hard for compilers.

use crate::bomb::{Bomb, HELPERS, IDENTITY, NOTHING, WIDE};
use crate::case::{Case, LIMITS, at_and_over_in_bytes, limit, main_with};
use test_support::operators::AT;
use wasm_encoder::{Ieee64, Instruction};

pub(crate) fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    cases.extend(at_and_over_in_bytes(
        "bytes of a function",
        limit(LIMITS.max_function_body_size),
        move |bytes| Bomb::of(|_| vec![Instruction::Nop]).contract(1, bytes),
    ));
    cases.extend(at_and_over_in_bytes(
        "functions",
        limit(LIMITS.max_functions_number_per_contract) - HELPERS,
        move |count| {
            let bytes = LIMITS.max_contract_size / (count + 100);
            use Instruction::{GlobalGet, GlobalSet, I64Add, I64Const};
            Bomb::of(|_| vec![GlobalGet(0), I64Const(1), I64Add, GlobalSet(0)])
                .contract(count, bytes)
        },
    ));
    for (name, bomb) in bombs() {
        let most = limit(LIMITS.max_instrumented_code_size);
        cases.push(Case::new(format!("as many {name} as fit"), move || {
            bomb.filling(limit(LIMITS.max_function_body_size), most)
        }));
    }
    // A compiler that tracks all values on all paths takes gigabytes or minutes for each.
    let (locals, blocks) = (30_000, 1500);
    let name = |what| format!("{locals} locals where {blocks} {what}");
    cases.push(Case::wat(name("loops begin"), move || {
        let (open, close) = ("(loop ".repeat(blocks), ")".repeat(blocks));
        function_of_locals(locals, &format!("{open}{}{close}", uses(locals)))
    }));
    cases.push(Case::wat(name("blocks end"), move || {
        let labels: String = (0..blocks).map(|label| format!("{label} ")).collect();
        let (open, close) = ("(block ".repeat(blocks), ")".repeat(blocks));
        let table = format!("(br_table {labels} 0 (i32.const 7))");
        function_of_locals(locals, &format!("{open}{table}{close}{}", uses(locals)))
    }));
    cases
}

/// Instructions that are hard for compilers.
fn bombs() -> Vec<(&'static str, Bomb)> {
    use wasm_encoder::Instruction::{
        Br, BrIf, Call, Drop, F64Const, F64Div, GlobalGet, GlobalSet, I32Const, I32WrapI64,
        I64Const, I64DivS, I64Load, I64Mul, I64Rotl, I64Store, I64TruncSatF64U, LocalGet, LocalSet,
        MemoryCopy, MemoryGrow, Nop, RefFunc, Select, TableSet, Unreachable,
    };
    let copy = MemoryCopy {
        src_mem: 0,
        dst_mem: 0,
    };
    let float = |bits| F64Const(Ieee64::new(bits));
    let between_locals = Bomb::of(|index| {
        let (from, to) = (index * 7919 % 4000, index * 104_729 % 4000);
        vec![LocalGet(from), Call(IDENTITY), LocalSet(to)]
    });
    let sums = Bomb::of(|index| {
        let (a, b, sum) = (index % 1000, index * 7 % 1000, index * 3 % 1000);
        vec![LocalGet(a), LocalGet(b), I64Rotl, LocalSet(sum)]
    });
    let wide: Vec<_> = (0..64).map(LocalGet).chain([Call(WIDE)]).collect();
    let of = |code: &[Instruction<'static>]| {
        let code = code.to_vec();
        Bomb::of(move |_| code.clone())
    };
    vec![
        ("nops", of(&[Nop])),
        (
            "large constants",
            of(&[I64Const(i64::MIN), I64Const(i64::MAX), I64Mul, GlobalSet(0)]),
        ),
        (
            "divisions",
            of(&[GlobalGet(0), GlobalGet(0), I64DivS, GlobalSet(0)]),
        ),
        (
            "truncations of floats",
            of(&[float(1), float(2), F64Div, I64TruncSatF64U, GlobalSet(0)]),
        ),
        (
            "loads and stores",
            of(&[
                I32Const(0),
                GlobalGet(0),
                I32WrapI64,
                I64Load(AT),
                I64Store(AT),
            ]),
        ),
        ("calls", of(&[Call(NOTHING)])),
        (
            "calls that pass a value",
            of(&[GlobalGet(0), Call(IDENTITY), GlobalSet(0)]),
        ),
        ("calls with 64 arguments", of(&wide).locals(64)),
        (
            "calls between thousands of locals",
            between_locals.locals(4000),
        ),
        (
            "calls over a thousand operands",
            of(&[Call(NOTHING)]).operands(1000),
        ),
        ("sums of two locals", sums.locals(1000)),
        (
            "selects",
            of(&[GlobalGet(0), GlobalGet(0), I32WrapI64, Select]).operands(1000),
        ),
        (
            "copies of memory",
            of(&[I32Const(1), I32Const(2), I32Const(3), copy]),
        ),
        (
            "calls that grow memory",
            of(&[I32Const(0), MemoryGrow(0), Drop]),
        ),
        (
            "writes to a table",
            of(&[I32Const(0), RefFunc(0), TableSet(0)]),
        ),
        ("branches on what is known", of(&[I32Const(1), BrIf(0)])),
        ("branches never reached", of(&[Unreachable, Br(0)])),
    ]
}

/// A function with this many locals, beside `main`.
fn function_of_locals(locals: usize, body: &str) -> String {
    let types = "i64 ".repeat(locals);
    main_with(&format!("(func (local {types}) {body})"), "")
}

fn uses(locals: usize) -> String {
    (0..locals)
        .map(|local| format!("(drop (local.get {local}))"))
        .collect()
}
