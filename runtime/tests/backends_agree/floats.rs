//! Float code computes the same bits on every backend: every instruction with a float as
//! operand or result, on odd values. The random contracts of `fuzz` have floats in control flow.
//!
//! Every backend compiles with the same crate, so these tests compare its settings, such as the treatment of NaNs.

use test_support::everywhere::{Everywhere, TGAS};
use test_support::imports::module;

const PLENTY: u64 = 300 * TGAS;

/// Bytes of memory for each result, whatever its type.
const CELL: usize = 8;

/// The types of numbers, with odd values of each in the text format; [`odd`] also gives each value a minus.
///
/// Integers at which signs, widths and conversions to floats change. Zero, subnormals, the least and greatest
/// floats, ones and infinity; quiet and signalling NaNs with payloads; values where rounding and conversions to
/// integers change. Last, doubles that are odd once demoted.
const ODD: [(&str, &str); 4] = [
    (
        "i32",
        "0 1 2 0x7f 0x80 0x81 0xff 0x100 0x101 0x7fff 0x8000 0x8001 0xffff 0x10000 0x10001 0x7fffff 0x800000
         0x800001 0xffffff 0x1000000 0x1000001 0x1ffffff 0x2000000 0x2000001 0x7fffffff 0x80000000",
    ),
    (
        "i64",
        "0 1 2 0x7f 0x80 0x81 0xff 0x100 0x101 0x7fff 0x8000 0x8001 0xffff 0x10000 0x10001 0x7fffff 0x800000
         0x800001 0xffffff 0x1000000 0x1000001 0x1ffffff 0x2000000 0x2000001 0x7fffffff 0x80000000 0x80000001
         0xffffffff 0x100000000 0x100000001 0xfffffffffffff 0x10000000000000 0x10000000000001 0x1fffffffffffff
         0x20000000000000 0x20000000000001 0x3fffffffffffff 0x40000000000000 0x40000000000001
         0x3fffffffffffffff 0x4000000000000000 0x4000000000000001 0x7fffffffffffffff 0x8000000000000000",
    ),
    (
        "f32",
        "0 0x1p-149 0x1.fffffcp-127 0x1p-126 0x1.fffffep127 inf nan nan:0x400001 nan:0x555555 nan:0x7fffff
         nan:0x1 nan:0x3fffff nan:0x200000 1 0x1.000002p0 0.5 1.5 2.5 0x1.000002p22 0x1p31 0x1.fffffep30 0x1p32
         0x1p63 0x1.fffffep62 0x1p64",
    ),
    (
        "f64",
        "0 0x1p-1074 0x1.ffffffffffffep-1023 0x1p-1022 0x1.fffffffffffffp1023 inf nan nan:0x8000000000001
         nan:0x8000000155555 nan:0xfffffffffffff nan:0x1 nan:0x7ffffffffffff nan:0x4000000000000 1
         0x1.0000000000001p0 0.5 1.5 2.5 0x1.0000000000001p51 0x1p31 0x1.fffffffffffffp30 0x1p32 0x1p63
         0x1.fffffffffffffp62 0x1p64
         0x1p-149 0x1p-150 0x1.0000000000001p-150 0x1.fffffep127 0x1.ffffffp127 0x1.000001p0",
    ),
];

/// Constants of a type, with its odd values.
fn odd(ty: &str) -> Vec<String> {
    let listed = ODD.into_iter().filter(|(its, _)| *its == ty);
    let values = listed.flat_map(|(_, values)| values.split_whitespace());
    let both = values.flat_map(|value| [value.to_owned(), format!("-{value}")]);
    both.map(|value| format!("({ty}.const {value})")).collect()
}

/// An instruction by its name in the text format, with its types.
struct Form {
    name: String,
    takes: Vec<&'static str>,
    gives: &'static str,
}

macro_rules! listed {
    ($(@$proposal:ident $op:ident $({ $($field:ident: $ty:ty),* })?
        => $visit:ident ($($arity:tt)*))*) => {
        [$((
            stringify!($proposal),
            stringify!($visit),
            concat!($($(stringify!($field)),*)?),
            stringify!($($arity)*),
        )),*]
    };
}

/// All float instructions that only compute. The source is wasmparser's list of instructions, so
/// none is missing.
fn forms() -> impl Iterator<Item = Form> {
    let all = wasmparser::for_each_visit_operator!(listed).into_iter();
    all.filter_map(|(proposal, visit, fields, arity)| {
        let is_offered = ["mvp", "saturating_float_to_int"].contains(&proposal);
        let name = visit.strip_prefix("visit_")?.replacen('_', ".", 1);
        let (ty, what) = name.split_once('.')?;
        let named = |text: &str| ODD.iter().map(|(ty, _)| *ty).find(|ty| text.contains(ty));
        let ty = named(ty)?;
        let from = named(what).unwrap_or(ty);
        let compares = ["eq", "ne", "lt", "gt", "le", "ge"].contains(&what);
        let is_float = ty.starts_with('f') || from.starts_with('f');
        let operands = ["arity 1 -> 1", "arity 2 -> 1"];
        let operands = operands.iter().position(|it| *it == arity)? + 1;
        (is_offered && is_float && fields.is_empty()).then(|| Form {
            takes: vec![from; operands],
            gives: if compares { "i32" } else { ty },
            name,
        })
    })
}

impl Form {
    /// Whether some operands trap: truncations that do not saturate.
    fn may_trap(&self) -> bool {
        self.name.contains("trunc_f")
    }

    /// All odd operands, one after the other.
    fn operands(&self) -> Vec<String> {
        self.takes.iter().fold(vec![String::new()], |all, ty| {
            let (odd, all) = (odd(ty), all.into_iter());
            all.flat_map(|first| odd.iter().map(move |it| format!("{first} {it}")))
                .collect()
        })
    }

    /// A function, named like the instruction, that stores its result in the next cell.
    fn function(&self) -> String {
        let Self { name, takes, gives } = self;
        let params = takes.join(" ");
        let operands = (0..takes.len()).map(|it| format!("(local.get {it})"));
        let operands: String = operands.collect();
        format!(
            "(func ${name} (param {params})
                ({gives}.store (global.get $out) ({name} {operands}))
                (global.set $out (i32.add (global.get $out) (i32.const {CELL}))))"
        )
    }
}

/// A contract of these functions, with the address of the next cell.
fn deployed(functions: &str) -> Everywhere {
    let out = "(memory 1) (global $out (mut i32) (i32.const 0))";
    Everywhere::deploy_wat(&module(&format!("{out} {functions}")))
}

/// WAT that returns this many results.
fn show(results: usize) -> String {
    format!(
        "(call $value_return (i64.const {}) (i64.const 0))",
        results * CELL
    )
}

#[test]
fn every_float_instruction_has_the_same_bits_on_every_backend() {
    let forms: Vec<_> = forms().filter(|form| !form.may_trap()).collect();
    assert_eq!(forms.len(), 62);
    for form in &forms {
        let name = &form.name;
        let operands = form.operands();
        let calls = operands.iter().map(|it| format!("(call ${name} {it})"));
        let main = calls.collect::<String>() + &show(operands.len());
        let main = format!(r#"(func (export "main") {main})"#);
        let outcome = deployed(&(form.function() + &main)).call("main", b"", PLENTY);
        assert!(outcome.is_success(), "{name}: {:?}", outcome.failure);
        assert_eq!(outcome.return_bytes().len(), operands.len() * CELL);
    }
}

#[test]
fn truncations_trap_on_the_same_operands_and_have_the_same_bits_on_others() {
    let (mut functions, mut methods) = (String::new(), Vec::new());
    for form in forms().filter(Form::may_trap) {
        functions += &form.function();
        for operand in form.operands() {
            let method = format!("{} of {operand}", form.name);
            let call = format!("(call ${} {operand})", form.name);
            functions += &format!(r#"(func (export "{method}") {call} {})"#, show(1));
            methods.push(method);
        }
    }
    let mut everywhere = deployed(&functions);
    let trapped = methods
        .iter()
        .filter(|method| !everywhere.call(method, b"", PLENTY).is_success())
        .count();
    assert!(trapped > 0 && trapped < methods.len(), "{trapped}");
}
