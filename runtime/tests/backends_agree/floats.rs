//! Float code computes the same bits on every backend: every instruction that takes or gives a
//! float, with odd values. The random contracts of `fuzz` have floats in control flow.

mod odd;

use odd::{constant, odd};
use test_support::everywhere::{Everywhere, TGAS};
use test_support::imports::module;

const PLENTY: u64 = 300 * TGAS;

/// Bytes of memory for each operand or result, whatever its type.
const CELL: usize = 8;
/// Address of the results, after all operands.
const RESULTS: usize = 1 << 16;

/// Value types that instructions compute with.
const NUMBERS: [&str; 4] = ["i32", "i64", "f32", "f64"];

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
        let named = |text: &str| NUMBERS.into_iter().find(|number| text.contains(number));
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

    /// All combinations of odd operands.
    fn combinations(&self) -> Vec<Vec<u64>> {
        self.takes.iter().fold(vec![Vec::new()], |all, ty| {
            let longer = |operands: &Vec<u64>| {
                let values = odd(ty).into_iter();
                let longer = values.map(|value| [&operands[..], &[value]].concat());
                longer.collect::<Vec<_>>()
            };
            all.iter().flat_map(longer).collect()
        })
    }

    /// WAT that stores the result of these operands.
    fn store(&self, address: &str, operands: &str) -> String {
        let Self { name, gives, .. } = self;
        format!("({gives}.store {address} ({name} {operands}))")
    }

    /// WAT that runs it on all operands, loaded from memory.
    fn in_memory(&self, results: usize) -> String {
        let operands = || self.takes.iter().zip(["$a", "$b"]);
        let loads = operands().map(|(ty, at)| format!("({ty}.load (local.get {at}))"));
        let store = self.store("(local.get $out)", &loads.collect::<String>());
        let forward =
            |at| format!("(local.tee {at} (i32.add (local.get {at}) (i32.const {CELL})))");
        let once = format!("{store} (drop {})", forward("$out"));
        let loops = operands().rev().fold(once, |code, (ty, at)| {
            let (begin, end) = (place(ty), place(ty) + odd(ty).len() * CELL);
            let next = forward(at);
            format!(
                "(local.set {at} (i32.const {begin}))
                 (loop {code} (br_if 0 (i32.lt_u {next} (i32.const {end}))))"
            )
        });
        format!("(local.set $out (i32.const {results})) {loops}")
    }

    /// WAT that runs it on all operands, as constants.
    fn with_constants(&self, results: usize) -> String {
        let all = self.combinations().into_iter().enumerate();
        let stores = all.map(|(index, operands)| {
            let constants = self.takes.iter().zip(operands);
            let constants: String = constants.map(|(ty, bits)| constant(ty, bits)).collect();
            let address = format!("(i32.const {})", results + index * CELL);
            self.store(&address, &constants)
        });
        stores.collect()
    }
}

/// Address of the type's odd values.
fn place(ty: &str) -> usize {
    let before = NUMBERS.into_iter().take_while(|it| *it != ty);
    before.map(|it| odd(it).len() * CELL).sum()
}

/// WAT that returns this many results.
fn show(results: usize) -> String {
    let bytes = results * CELL;
    format!("(call $value_return (i64.const {bytes}) (i64.const {RESULTS}))")
}

/// Every backend gives the same results for all operands of these forms.
#[track_caller]
fn agree(forms: &[Form], write: impl Fn(&Form, usize) -> String) {
    let values = NUMBERS.into_iter().flat_map(odd);
    let bytes: Vec<_> = values.flat_map(u64::to_le_bytes).collect();
    assert!(bytes.len() <= RESULTS, "operands reach results");
    let data: String = bytes.iter().map(|byte| format!("\\{byte:02x}")).collect();
    let (mut functions, mut calls, mut results) = (String::new(), String::new(), 0);
    for form in forms {
        let code = write(form, RESULTS + results * CELL);
        let name = &form.name;
        functions +=
            &format!("(func ${name} (local $out i32) (local $a i32) (local $b i32) {code})");
        calls += &format!("(call ${name})");
        results += form.combinations().len();
    }
    let mut contract = Everywhere::deploy_wat(&module(&format!(
        r#"(memory 1) (data (i32.const 0) "{data}") {functions}
           (func (export "main") {calls} {})"#,
        show(results)
    )));
    let outcome = contract.call("main", b"", PLENTY);
    assert!(outcome.is_success(), "{:?}", outcome.failure);
    assert_eq!(outcome.return_bytes().len(), results * CELL);
}

#[test]
fn every_float_instruction_has_the_same_bits_on_every_backend() {
    let forms: Vec<_> = forms().filter(|form| !form.may_trap()).collect();
    assert_eq!(forms.len(), 62);
    agree(&forms, Form::in_memory);
}

#[test]
fn constants_have_the_same_bits_as_values_out_of_memory() {
    let unary = forms().filter(|form| !form.may_trap() && form.takes.len() == 1);
    agree(&unary.collect::<Vec<_>>(), Form::with_constants);
}

#[test]
fn truncations_trap_on_the_same_operands_and_have_the_same_bits_on_others() {
    let (mut functions, mut methods) = (String::new(), Vec::new());
    for form in forms().filter(Form::may_trap) {
        for bits in odd(form.takes[0]) {
            let method = format!("{} of {bits:x}", form.name);
            let operand = constant(form.takes[0], bits);
            let store = form.store(&format!("(i32.const {RESULTS})"), &operand);
            functions += &format!(r#"(func (export "{method}") {store} {})"#, show(1));
            methods.push(method);
        }
    }
    let mut everywhere = Everywhere::deploy_wat(&module(&format!("(memory 1) {functions}")));
    let trapped = methods
        .iter()
        .filter(|method| !everywhere.call(method, b"", PLENTY).is_success())
        .count();
    assert!(trapped > 0 && trapped < methods.len(), "{trapped}");
}
