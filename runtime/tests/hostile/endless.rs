//! Endless loops of operations that may take the host longer than their gas pays for.

use crate::case::{Case, LIMITS, forever, main_with, rows};
use near_runtime_ext::Gas;

/// What each loop repeats.
const BODIES: &str = "
nothing:
memory.grow by nothing: (drop (memory.grow (i32.const 0)))
memory.grow that fails: (drop (memory.grow (i32.const -1)))
memory.size: (drop (memory.size))
memory.fill of nothing: (memory.fill (i32.const 0) (i32.const 0) (i32.const 0))
memory.copy of nothing: (memory.copy (i32.const 0) (i32.const 0) (i32.const 0))
memory.init of nothing: (memory.init $d (i32.const 0) (i32.const 0) (i32.const 0))
data.drop: (data.drop $d)
elem.drop: (elem.drop $e)
table.grow by nothing: (drop (table.grow $t (ref.null func) (i32.const 0)))
table.grow that fails: (drop (table.grow $t (ref.null func) (i32.const -1)))
table.get and table.set: (table.set $t (i32.const 1) (table.get $t (i32.const 0)))
table.size: (drop (table.size $t))
ref.func: (drop (ref.func $main))
call_indirect: (call_indirect (type $t) (i32.const 0))
division: (local.set $i (i64.div_u (local.get $i) (i64.const 3)))
square roots: (drop (f64.sqrt (f64.const 2)))
rounding: (drop (f64.nearest (f64.const 2.5)))
calls: (call $nothing)
calls of functions with many locals: (call $large)
a host function: (drop (call $block_index))
a host function with a register: (call $current_account_id (i64.const 0))
a host function that is given all the input: (call $input (i64.const 0))
used_gas: (drop (call $used_gas))
gas of nothing: (call $gas (i32.const 0))
register_len: (drop (call $register_len (i64.const 7)))
sha256 of nothing: (call $sha256 (i64.const 0) (i64.const 0) (i64.const 0))
";

pub(crate) fn cases() -> Vec<Case> {
    let case = |(name, body): (String, String)| {
        let wat = move || {
            let locals = "i64 ".repeat(1000);
            let padding = "nop ".repeat(2000);
            let fields = format!(
                r#"(memory 1) (table $t 10 funcref) (type $t (func)) (func $nothing)
                   (func $large (local {locals}) {padding})
                   (data $d "d") (elem $e func $main) (elem (i32.const 0) func $nothing)"#
            );
            main_with(&fields, &forever(&body))
        };
        Case::wat(format!("{name}, without end"), wat)
            .input(LIMITS.max_arguments_length)
            .gas(Gas::from_teragas(100))
    };
    rows(BODIES).into_iter().map(case).collect()
}
