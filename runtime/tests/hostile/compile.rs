//! Compile bombs: contracts of the largest size, full of code that is hard for compilers.

use crate::bomb::{Bomb, HELPERS};
use crate::case::{Case, LIMITS, at_and_over, limit, of_table, rows};

/// Code that is hard for compilers, after the number of locals and of operands below it.
const BOMBS: &str = "
nops: 0 0 | nop
large constants: 0 0 |
    (global.set $g (i64.mul (i64.const 0x8000000000000000) (i64.const 0x7fffffffffffffff)))
divisions: 0 0 | (global.set $g (i64.div_s (global.get $g) (global.get $g)))
truncations of floats: 0 0 |
    (global.set $g (i64.trunc_sat_f64_u (f64.div (f64.const 0x1p-1074) (f64.const 0x1p-1073))))
loads and stores: 0 0 |
    (i64.store (i32.const 0) (i64.load (i32.wrap_i64 (global.get $g))))
calls: 0 0 | (call $nothing)
calls that pass a value: 0 0 | (global.set $g (call $identity (global.get $g)))
calls with 64 arguments: 64 0 | ARGUMENTS (call $wide)
calls between thousands of locals: 4000 0 | (local.set B (call $identity (local.get A)))
calls over a thousand operands: 0 1000 | (call $nothing)
sums of two locals: 1000 0 | (local.set C (i64.rotl (local.get A) (local.get B)))
selects: 0 1000 | global.get $g (select (i32.wrap_i64 (global.get $g)))
copies of memory: 0 0 | (memory.copy (i32.const 1) (i32.const 2) (i32.const 3))
calls that grow memory: 0 0 | (drop (memory.grow (i32.const 0)))
writes to a table: 0 0 | (table.set (i32.const 0) (ref.func $nothing))
branches on what is known: 0 0 | (br_if 0 (i32.const 1))
branches never reached: 0 0 | unreachable (br 0)
";

/// A compiler that tracks all values on all paths takes gigabytes or minutes for each.
const OF_LOCALS: &str = "
30000 locals where 1500 loops begin: 1500 |
    (func (local {30000 times i64 }) {(loop } {30000 times (drop (local.get @))} {)}) |
30000 locals where 1500 blocks end: 1500 |
    (func (local {30000 times i64 }) {(block } (br_table {@ } 0 (i32.const 7)) {)}
        {30000 times (drop (local.get @))}) |
";

pub(crate) fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    cases.extend(at_and_over(
        "bytes of a function",
        limit(LIMITS.max_function_body_size),
        move |bytes| Bomb::of("nop").contract(1, bytes),
    ));
    cases.extend(at_and_over(
        "functions",
        limit(LIMITS.max_functions_number_per_contract) - u64::from(HELPERS),
        move |count| {
            let bytes = LIMITS.max_contract_size / (count + 100);
            let code = "(global.set $g (i64.add (global.get $g) (i64.const 1)))";
            Bomb::of(code).contract(count, bytes)
        },
    ));
    let arguments: String = (0..64)
        .map(|local| format!("(local.get {local})"))
        .collect();
    for (name, row) in rows(&BOMBS.replace("ARGUMENTS", &arguments)) {
        let most = limit(LIMITS.max_instrumented_code_size);
        cases.push(Case::new(format!("as many {name} as fit"), move || {
            let (numbers, code) = row.split_once('|').expect("numbers and code");
            let (locals, operands) = numbers.trim().split_once(' ').expect("two numbers");
            let bomb = Bomb {
                locals: locals.parse().expect("a number"),
                operands: operands.parse().expect("a number"),
                ..Bomb::of(code)
            };
            bomb.filling(limit(LIMITS.max_function_body_size), most)
        }));
    }
    cases.extend(of_table(OF_LOCALS, &[]));
    cases
}
