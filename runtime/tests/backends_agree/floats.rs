//! Float code computes the same bits on every backend: every instruction that takes or gives a
//! float, with odd values. The random contracts of `fuzz` have floats in control flow.
#![allow(clippy::panic, reason = "a test fails by panicking")]

use test_support::assembly::{Assembly, body};
use test_support::everywhere::{Everywhere, TGAS};
use test_support::odd::{constant, odd};
use test_support::operators::{NUMBERS, Operator, access, operators};
use wasm_encoder::{BlockType, Instruction, ValType};

const PLENTY: u64 = 300 * TGAS;

/// Bytes of memory for each operand or result, whatever its type.
const CELL: usize = 8;
/// Address of the results, after all operands.
const RESULTS: usize = 1 << 16;

// The contract's functions, types and locals.
const VALUE_RETURN: u32 = 0;
/// The first function under test.
const FIRST: u32 = 1;
const HOST_TYPE: u32 = 0;
const METHOD_TYPE: u32 = 1;

const OUT: u32 = 0;
const OPERANDS: [u32; 2] = [1, 2];
const LOCALS: [(u32, ValType); 1] = [(3, ValType::I32)];

/// A float instruction that never traps, and its result type.
type Form = (&'static Operator, ValType);

fn forms() -> Vec<Form> {
    let chosen = operators()
        .iter()
        .filter(|it| it.is_float() && !it.is_access() && !it.may_trap());
    chosen
        .map(|it| (it, it.gives.expect("only stores give nothing")))
        .collect()
}

/// All combinations of odd operands.
fn combinations(form: &Operator) -> Vec<Vec<u64>> {
    form.takes.iter().fold(vec![Vec::new()], |all, ty| {
        let longer = |operands: &Vec<u64>| {
            let values = odd(*ty).into_iter();
            let longer = values.map(|value| [&operands[..], &[value]].concat());
            longer.collect::<Vec<_>>()
        };
        all.iter().flat_map(longer).collect()
    })
}

fn address(at: usize) -> Instruction<'static> {
    Instruction::I32Const(i32::try_from(at).expect("within the memory"))
}

/// Address of the type's odd values.
fn place(ty: ValType) -> usize {
    let types = NUMBERS.into_iter().map(|(_, ty)| ty);
    let before = types.take_while(|it| *it != ty);
    before.map(|it| odd(it).len() * CELL).sum()
}

/// Code that runs the form on all operands, loaded from memory.
fn from_memory(form: Form, results: usize, code: &mut Vec<Instruction<'static>>) {
    let (form, gives) = form;
    code.extend([address(results), Instruction::LocalSet(OUT)]);
    let operands = || form.takes.iter().copied().zip(OPERANDS);
    for (ty, local) in operands() {
        code.extend([
            address(place(ty)),
            Instruction::LocalSet(local),
            Instruction::Loop(BlockType::Empty),
        ]);
    }
    code.push(Instruction::LocalGet(OUT));
    for (ty, local) in operands() {
        code.extend([Instruction::LocalGet(local), access("Load", ty)]);
    }
    code.extend([form.instruction.clone(), access("Store", gives)]);
    let forward = |local| {
        let step = address(CELL);
        let (get, set) = (Instruction::LocalGet(local), Instruction::LocalSet(local));
        [get, step, Instruction::I32Add, set]
    };
    code.extend(forward(OUT));
    for (ty, local) in operands().collect::<Vec<_>>().into_iter().rev() {
        code.extend(forward(local));
        code.extend([
            Instruction::LocalGet(local),
            address(place(ty) + odd(ty).len() * CELL),
            Instruction::I32LtU,
            Instruction::BrIf(0),
            Instruction::End,
        ]);
    }
}

/// Code that runs the form on all operands, as constants.
fn with_constants(form: Form, results: usize, code: &mut Vec<Instruction<'static>>) {
    let (form, gives) = form;
    for (index, operands) in combinations(form).iter().enumerate() {
        code.push(address(results + index * CELL));
        let constants = form.takes.iter().zip(operands);
        code.extend(constants.map(|(ty, bits)| constant(*ty, *bits)));
        code.extend([form.instruction.clone(), access("Store", gives)]);
    }
}

/// Code that returns this many results.
fn show(results: usize) -> [Instruction<'static>; 3] {
    let number = |number: usize| Instruction::I64Const(i64::try_from(number).expect("small"));
    [
        number(results * CELL),
        number(RESULTS),
        Instruction::Call(VALUE_RETURN),
    ]
}

/// A contract of these functions; those with a name are methods.
fn contract(functions: &[(Option<String>, Vec<Instruction<'_>>)]) -> Vec<u8> {
    let values = NUMBERS.into_iter().flat_map(|(_, ty)| odd(ty));
    let mut contract = Assembly {
        types: vec![(vec![ValType::I64; 2], vec![]), (vec![], vec![])],
        imports: vec![("value_return", HOST_TYPE)],
        memory: values.flat_map(u64::to_le_bytes).collect(),
        ..Assembly::default()
    };
    assert!(contract.memory.len() <= RESULTS, "operands reach results");
    for (name, code) in functions {
        let number = contract.function(METHOD_TYPE, body(LOCALS, code));
        let method = name.as_ref().map(|name| (name.clone(), number));
        contract.methods.extend(method);
    }
    contract.finish()
}

/// A module whose `main` returns each form's results for all its operands.
fn all_forms(
    forms: &[Form],
    write: impl Fn(Form, usize, &mut Vec<Instruction<'static>>),
) -> Vec<u8> {
    let (mut functions, mut main, mut results) = (Vec::new(), Vec::new(), 0);
    for (index, form) in (FIRST..).zip(forms) {
        let mut code = Vec::new();
        write(*form, RESULTS + results * CELL, &mut code);
        functions.push((None, code));
        main.push(Instruction::Call(index));
        results += combinations(form.0).len();
    }
    main.extend(show(results));
    functions.push((Some("main".to_owned()), main));
    contract(&functions)
}

/// Every backend gives the same results for all operands of these forms.
#[track_caller]
fn agree(forms: &[Form], wasm: &[u8]) {
    let outcome = Everywhere::deploy(wasm).call("main", b"", PLENTY);
    assert!(outcome.is_success(), "{:?}", outcome.failure);
    let operands = forms.iter().map(|(form, _)| combinations(form).len());
    let results = outcome.return_bytes().len() / CELL;
    assert_eq!(results, operands.sum::<usize>());
}

#[test]
fn every_float_instruction_has_the_same_bits_on_every_backend() {
    let forms = forms();
    agree(&forms, &all_forms(&forms, from_memory));
}

#[test]
fn constants_have_the_same_bits_as_values_out_of_memory() {
    let (unary, _): (Vec<_>, Vec<_>) = forms().into_iter().partition(|(it, _)| it.takes.len() == 1);
    agree(&unary, &all_forms(&unary, with_constants));
}

#[test]
fn truncations_trap_on_the_same_operands_and_have_the_same_bits_on_others() {
    let (mut functions, mut methods) = (Vec::new(), Vec::new());
    for operator in operators() {
        if !operator.is_float() || !operator.may_trap() {
            continue;
        }
        let [from] = operator.takes[..] else {
            panic!("{} is not unary", operator.name);
        };
        let store = access("Store", operator.gives.expect("an integer"));
        for bits in odd(from) {
            let method = format!("{} of {bits:x}", operator.name);
            let mut code = vec![
                address(RESULTS),
                constant(from, bits),
                operator.instruction.clone(),
                store.clone(),
            ];
            code.extend(show(1));
            functions.push((Some(method.clone()), code));
            methods.push(method);
        }
    }
    let mut everywhere = Everywhere::deploy(&contract(&functions));
    let trapped = methods
        .iter()
        .filter(|method| !everywhere.call(method, b"", PLENTY).is_success())
        .count();
    assert!(trapped > 0 && trapped < methods.len(), "{trapped}");
}
