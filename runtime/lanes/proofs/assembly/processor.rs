//! What the machine says of each instruction, compared with the processor: on random words of all sizes, and
//! on edges.

use super::machine::{self, Flag, Machine, Number};
use super::poly::Poly;
use crate::proved;
use abstract_lanes::claims::instructions::{any_word, draws};
use num_bigint::BigInt;
use std::arch::asm;
use std::collections::BTreeMap;

/// Registers by name, then the flags CF and OF.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct State {
    x: u64,
    y: u64,
    rdx: u64,
    cf: bool,
    of: bool,
}

/// An instruction: as the machine's text, and on the processor, with the address of four words.
type Instruction = (&'static str, fn(State, &[u64; 4]) -> State);

const CF: u64 = 1;
const OF: u64 = 1 << 11;

/// The instruction of this text. The caller has found that the processor has BMI2 and ADX.
macro_rules! instruction {
    ($line:literal) => {
        ($line, |State { x, y, rdx, cf, of }, memory| {
            // Bit 1 is always set.
            let mut flags = 2 | u64::from(cf) * CF | u64::from(of) * OF;
            let [mut after_x, mut after_y, mut after_rdx] = [x, y, rdx];
            // SAFETY: the instruction writes only the declared registers and flags, and reads only the four
            // words at `p`. The stack is as before at the end. No flag but CF and OF is set before.
            unsafe {
                asm!(
                    "push {f}",
                    "popfq",
                    $line,
                    "pushfq",
                    "pop {f}",
                    "/* {x} {y} {p} */",
                    f = inout(reg) flags,
                    x = inout(reg) after_x,
                    y = inout(reg) after_y,
                    inout("rdx") after_rdx,
                    p = in(reg) memory.as_ptr(),
                );
            }
            State {
                x: after_x,
                y: after_y,
                rdx: after_rdx,
                cf: flags & CF != 0,
                of: flags & OF != 0,
            }
        })
    };
}

/// Those of `backend/bmi2/product.rs`, with operands of each kind.
const INSTRUCTIONS: [Instruction; 17] = [
    instruction!("mov rdx, [{p} + 16]"),
    instruction!("mov rdx, {x}"),
    instruction!("mov edx, 38"),
    instruction!("mov {x:e}, 0"),
    instruction!("xor {x:e}, {x:e}"),
    instruction!("mulx {x}, {y}, {x}"),
    instruction!("add {x}, {y}"),
    instruction!("add {x}, {x}"),
    instruction!("adc {x}, {y}"),
    instruction!("adc {x}, {x}"),
    instruction!("adc {x}, 0"),
    instruction!("adcx {x}, {y}"),
    instruction!("adcx {x}, {x}"),
    instruction!("adox {x}, {y}"),
    instruction!("adox {x}, rdx"),
    instruction!("shr {x}, 1"),
    instruction!("imul {x}, {x}, 19"),
];

/// The polynomial's value, where symbol i is `values[i]`.
fn value(poly: &Poly, values: &[BigInt]) -> BigInt {
    let product = |(monomial, coefficient): (&Vec<usize>, &BigInt)| {
        let factors = monomial.iter().map(|symbol| &values[*symbol]);
        factors.fold(coefficient.clone(), |product, factor| product * factor)
    };
    poly.terms().map(product).sum()
}

/// Runs an instruction on symbols, and evaluates what it says by the processor's carry or upper half.
fn compare((line, on_processor): Instruction) {
    let is = |name: &str| line.starts_with(name);
    // The machine refuses a shift that may lose a bit, and a product that may wrap.
    let bits = if is("imul") { 58 } else { 64 };
    let draw = || any_word(bits);
    let (x, y, rdx, memory) = (draw(), draw(), draw(), [(); 4].map(|()| draw()));
    let x = if is("shr") { x & !1 } else { x };
    let [cf, of] = [(); 2].map(|()| any_word(1) == 1);
    let before = State { x, y, rdx, cf, of };
    let after = on_processor(before, &memory);

    let changed = ["x", "y", "rdx"].map(str::to_owned).to_vec();
    let mut machine = Machine::new(line, changed);
    let mut values = Vec::new();
    let mut input = |value: u64, most: u64| {
        values.push(BigInt::from(value));
        Number::within(machine.input().poly, 0, most)
    };
    let most = u64::MAX >> (64 - bits);
    let words = memory.map(|word| input(word, most));
    let mut registers = BTreeMap::from([
        ("x".to_owned(), input(x, most)),
        ("y".to_owned(), input(y, most)),
        ("rdx".to_owned(), input(rdx, most)),
    ]);
    if is("shr") {
        let half = input(x / 2, most / 2);
        let word = Number::within(half.poly.times(&2.into()), half.low * 2, half.high * 2);
        registers.insert("x".into(), word);
    }
    let flags = [cf, of].map(|flag| Flag {
        carry: Some(input(flag.into(), 1)),
        was_read: true,
    });
    machine.memory = Some(("p".into(), words.to_vec()));
    (machine.registers, machine.flags) = (registers, flags);
    machine.step(line);
    // The new symbol, if there is one.
    values.push(match line.split_once(' ') {
        Some(("mulx", _)) => after.x.into(),
        Some(("adox", _)) => u64::from(after.of).into(),
        _ => u64::from(after.cf).into(),
    });
    let is_word = |name: &str, word: &Number, expected: u64| {
        let found = value(&word.poly, &values);
        assert_eq!(found, expected.into(), "{line}: {name}, from {before:x?}");
        let is_within = word.low <= found && found <= word.high;
        assert!(is_within, "{line}: the bounds of {name}, from {before:x?}");
    };
    for (name, expected) in [("x", after.x), ("y", after.y), ("rdx", after.rdx)] {
        is_word(name, &machine.word(name), expected);
    }
    for (name, flag, expected) in [("CF", machine::CF, after.cf), ("OF", machine::OF, after.of)] {
        if let Some(carry) = &machine.flags[flag].carry {
            is_word(name, carry, expected.into());
        }
    }
}

#[test]
fn instructions_are_the_processors() {
    if !(is_x86_feature_detected!("bmi2") && is_x86_feature_detected!("adx")) {
        return; // there is nothing to compare with
    }
    proved(|| {
        for instruction in INSTRUCTIONS {
            for _ in 0..draws(1_000) {
                compare(instruction);
            }
        }
    });
}
