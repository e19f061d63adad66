//! What the machine computes for each instruction, compared with the processor: on random words of all sizes, and
//! on edges.

use super::machine::{self, Machine, in_memory};
use crate::proved;
use abstract_lanes::bounded::Bounded;
use abstract_lanes::claims::instructions::{any_word, draws};
use std::arch::asm;

/// What an instruction may read and write, besides memory.
const NAMES: [&str; 5] = ["{x}", "{y}", "rdx", machine::CF, machine::OF];

/// The words of [`NAMES`].
type State = [u64; 5];

/// An instruction: its text, for the machine, and a function that runs it on the processor, on four words in memory.
type Instruction = (&'static str, fn(State, &[u64; 4]) -> State);

const CF: u64 = 1;
const OF: u64 = 1 << 11;

/// The instruction of this text. The caller has found that the processor has BMI2 and ADX.
macro_rules! instruction {
    ($line:literal) => {
        ($line, |[mut x, mut y, mut rdx, cf, of], memory| {
            // Bit 1 is always set.
            let mut flags = 2 | cf * CF | of * OF;
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
                    x = inout(reg) x,
                    y = inout(reg) y,
                    inout("rdx") rdx,
                    p = in(reg) memory.as_ptr(),
                );
            }
            [x, y, rdx, flags & CF, flags / OF & 1]
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

/// Runs an instruction at the point of these words, where the unknown is the processor's carry or upper half.
fn compare((line, on_processor): Instruction) {
    let is = |name: &str| line.starts_with(name);
    // The machine refuses a shift that may lose a bit, and a product that may wrap.
    let bits = if is("imul") { 58 } else { 64 };
    let draw = || any_word(bits);
    let (x, memory) = (draw(), [(); 4].map(|()| draw()));
    let x = if is("shr") { x & !1 } else { x };
    let before = [x, draw(), draw(), any_word(1), any_word(1)];
    let after = on_processor(before, &memory);

    let mut machine = Machine::default();
    let most = u64::MAX >> (64 - bits);
    for (name, value) in NAMES.into_iter().zip(before) {
        let most = if name.ends_with('F') { 1 } else { most };
        let word = Bounded::within(value, 0, most);
        machine.words.insert(name.into(), word);
    }
    for (i, value) in memory.into_iter().enumerate() {
        let word = Bounded::within(value, 0, most);
        machine.words.insert(in_memory("{p}", i), word);
    }
    machine.doubled = is("shr").then(|| "{x}".into());
    machine.unknown = Some(match line.split_once(' ') {
        Some(("mulx", _)) => after[0].into(),
        Some(("adox", _)) => after[4].into(),
        _ => after[3].into(),
    });
    machine.step(line);
    for (name, expected) in NAMES.into_iter().zip(after) {
        let Some(Bounded { value, low, high }) = machine.words.get(name) else {
            assert_eq!(name, machine::OF, "{line}: what is not defined");
            continue;
        };
        assert_eq!(*value, expected.into(), "{line}: {name}, from {before:x?}");
        let is_within = low <= value && value <= high;
        assert!(is_within, "{line}: the bounds of {name}, from {before:x?}");
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
