//! Compile bombs: as much code as fits a contract, of kinds that are hard for compilers.

use crate::bomb::{Bomb, HELPERS, IDENTITY, NOTHING, WIDE};
use crate::case::{Case, LIMITS, at_and_over_in_bytes, limit, main_with};
use wasm_encoder::{Ieee64, MemArg};

pub(crate) fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    cases.extend(at_and_over_in_bytes(
        "bytes of a function",
        limit(LIMITS.max_function_body_size),
        move |bytes| Bomb::default().contract(1, bytes),
    ));
    cases.extend(at_and_over_in_bytes(
        "functions",
        limit(LIMITS.max_functions_number_per_contract) - HELPERS,
        move |count| {
            let bytes = LIMITS.max_contract_size / (count + 100);
            Bomb::of(|code, _| {
                code.global_get(0).i64_const(1).i64_add().global_set(0);
            })
            .contract(count, bytes)
        },
    ));
    for (name, bomb) in bombs() {
        let most = limit(LIMITS.max_instrumented_code_size);
        cases.push(Case::new(format!("as many {name} as fit"), move || {
            bomb.filling(limit(LIMITS.max_function_body_size), most)
        }));
    }
    // Each takes gigabytes or minutes where a compiler looks at all values on all paths.
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
    let access = MemArg {
        offset: 0,
        align: 0,
        memory_index: 0,
    };
    vec![
        ("nops", Bomb::default()),
        (
            "large constants",
            Bomb::of(|code, _| {
                code.i64_const(i64::MIN)
                    .i64_const(i64::MAX)
                    .i64_mul()
                    .global_set(0);
            }),
        ),
        (
            "divisions",
            Bomb::of(|code, _| {
                code.global_get(0).global_get(0).i64_div_s().global_set(0);
            }),
        ),
        (
            "truncations of floats",
            Bomb::of(|code, _| {
                code.f64_const(Ieee64::new(1))
                    .f64_const(Ieee64::new(2))
                    .f64_div();
                code.i64_trunc_sat_f64_u().global_set(0);
            }),
        ),
        (
            "loads and stores",
            Bomb::of(move |code, _| {
                code.i32_const(0)
                    .global_get(0)
                    .i32_wrap_i64()
                    .i64_load(access)
                    .i64_store(access);
            }),
        ),
        (
            "calls",
            Bomb::of(|code, _| {
                code.call(NOTHING);
            }),
        ),
        (
            "calls that pass a value",
            Bomb::of(|code, _| {
                code.global_get(0).call(IDENTITY).global_set(0);
            }),
        ),
        (
            "calls with 64 arguments",
            Bomb::of(|code, _| {
                for local in 0..64 {
                    code.local_get(local);
                }
                code.call(WIDE);
            })
            .locals(64),
        ),
        (
            "calls between thousands of locals",
            Bomb::of(|code, index| {
                let (from, to) = (index * 7919 % 4000, index * 104_729 % 4000);
                code.local_get(from).call(IDENTITY).local_set(to);
            })
            .locals(4000),
        ),
        (
            "calls over a thousand operands",
            Bomb::of(|code, _| {
                code.call(NOTHING);
            })
            .operands(1000),
        ),
        (
            "sums of two locals",
            Bomb::of(|code, index| {
                code.local_get(index % 1000)
                    .local_get(index * 7 % 1000)
                    .i64_rotl()
                    .local_set(index * 3 % 1000);
            })
            .locals(1000),
        ),
        (
            "selects",
            Bomb::of(|code, _| {
                code.global_get(0).global_get(0).i32_wrap_i64().select();
            })
            .operands(1000),
        ),
        (
            "copies of memory",
            Bomb::of(|code, _| {
                code.i32_const(1)
                    .i32_const(2)
                    .i32_const(3)
                    .memory_copy(0, 0);
            }),
        ),
        (
            "calls that grow memory",
            Bomb::of(|code, _| {
                code.i32_const(0).memory_grow(0).drop();
            }),
        ),
        (
            "writes to a table",
            Bomb::of(|code, _| {
                code.i32_const(0).ref_func(0).table_set(0);
            }),
        ),
        (
            "branches on what is known",
            Bomb::of(|code, _| {
                code.i32_const(1).br_if(0);
            }),
        ),
        (
            "branches never reached",
            Bomb::of(|code, _| {
                code.unreachable().br(0);
            }),
        ),
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
