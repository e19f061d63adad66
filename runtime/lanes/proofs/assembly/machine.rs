//! Instructions on exact integers: the trusted part of these proofs.
//!
//! A word is a polynomial of the inputs and of unknowns, which are carries and upper halves of
//! products. No step rounds or wraps: a sum of 2^64 or more is written as a word plus 2^64 times a
//! new unknown, the carry. So an equation of polynomials at the end holds for all inputs.

use abstract_lanes::bounded::{Bounded, radix, unknown};
use num_bigint::BigInt;
use std::collections::BTreeMap;

/// The carry flags.
pub(super) const CF: &str = "CF";
pub(super) const OF: &str = "OF";

/// The operand for a word in memory, from the address in this register on.
pub(super) fn in_memory(register: &str, index: usize) -> String {
    match index {
        0 => format!("[{register}]"),
        _ => format!("[{register} + {}]", 8 * index),
    }
}

/// Registers that both functions declare as inputs alone. They may write all others that they name.
const INPUTS: [&str; 3] = ["{a0}", "{a1}", "{a2}"];

#[derive(Default)]
pub(super) struct Machine {
    /// By operand: registers, flags, and the words in memory as long as a register has their address. What is not
    /// defined is absent. If no instruction adds a carry that may be set, the equation at the end lacks it, and fails.
    pub(super) words: BTreeMap<String, Bounded>,
    /// The register that was added to itself last: its word is even for all inputs.
    pub(super) doubled: Option<String>,
    /// The value of the next unknown, which comparisons with the processor set.
    pub(super) unknown: Option<BigInt>,
    /// The line that runs.
    line: String,
}

impl Machine {
    /// A new unknown.
    fn fresh(&mut self) -> BigInt {
        self.unknown.take().unwrap_or_else(unknown)
    }

    #[track_caller]
    fn require(&self, is_so: bool, what: &str) {
        assert!(is_so, "{}: {what}", self.line);
    }

    /// The value of a 64-bit operand, which the lower half of a register is not.
    pub(super) fn word(&self, operand: &str) -> Bounded {
        if let Ok(number) = operand.parse::<u64>() {
            return Bounded::constant(number);
        }
        let word = self.words.get(operand);
        word.unwrap_or_else(|| unreachable!("{}: no {operand}", self.line))
            .clone()
    }

    fn set(&mut self, operand: &str, word: Bounded) {
        self.words.insert(operand.to_owned(), word);
    }

    /// Writes a register, or its lower half, which clears the upper one.
    fn write(&mut self, operand: &str, word: Bounded) {
        let register = match operand {
            "edx" => "rdx".to_owned(),
            _ => operand.replace(":e}", "}"),
        };
        let limit = match register == operand {
            true => radix(1),
            false => BigInt::from(1) << 32_u32,
        };
        let is_within = word.low >= BigInt::from(0) && word.high < limit;
        self.require(is_within, "a value of more bits");
        let is_changed =
            register == "rdx" || register.starts_with('{') && !INPUTS.contains(&&*register);
        self.require(is_changed, "a register that is not declared as changed");
        let by_its_address = format!("[{register}");
        self.words.retain(|it, _| !it.starts_with(&by_its_address));
        self.doubled.take_if(|it| *it == register);
        self.set(&register, word);
    }

    fn clear_flags(&mut self) {
        for flag in [CF, OF] {
            self.set(flag, Bounded::default());
        }
    }

    /// Runs one line.
    pub(super) fn step(&mut self, line: &str) {
        line.clone_into(&mut self.line);
        let (name, operands) = line.split_once(' ').unwrap_or((line, ""));
        let operands: Vec<_> = operands.split(',').map(str::trim).collect();
        match (name, operands.as_slice()) {
            ("mov", [to, from]) => self.write(to, self.word(from)),
            ("xor", [to, from]) => {
                assert_eq!(to, from, "{line}: only as zero");
                self.clear_flags();
                self.write(to, Bounded::default());
            }
            ("mulx", [high, low, from]) => {
                let (a, b) = (self.word("rdx"), self.word(from));
                assert_ne!(high, low, "{line}: both halves in one register");
                let [least, most] = [&a.low * &b.low, &a.high * &b.high].map(|it| it / radix(1));
                let upper = if least == most {
                    least.clone()
                } else {
                    self.fresh()
                };
                let lower = a.value * b.value - &upper * radix(1);
                self.write(low, Bounded::within(lower, 0, radix(1) - 1));
                self.write(high, Bounded::within(upper, least, most));
            }
            // `add` and `adc` define both flags, but this machine gives OF, which is that of signed numbers, no
            // value. `adcx` and `adox` use one flag each and leave the other one.
            ("add" | "adc" | "adcx" | "adox", [to, from]) => {
                let flag = if name == "adox" { OF } else { CF };
                let mut sum = self.word(to).plus(&self.word(from));
                if name != "add" {
                    sum = sum.plus(&self.word(flag));
                }
                let mut carry = Bounded::default();
                if sum.high >= radix(1) {
                    carry = Bounded::within(self.fresh(), 0, 1);
                    let word = sum.value - &carry.value * radix(1);
                    sum = Bounded::within(word, 0, radix(1) - 1);
                }
                self.set(flag, carry);
                if matches!(name, "add" | "adc") {
                    self.words.remove(OF);
                }
                self.write(to, sum);
                if name == "add" && to == from {
                    // Twice the word, without the carry times 2^64.
                    self.doubled = Some((*to).to_owned());
                }
            }
            ("shr", [to, "1"]) => {
                let word = self.word(to);
                let is_even = self.doubled.as_deref() == Some(*to);
                self.require(is_even, "a bit may be lost");
                self.clear_flags();
                self.words.remove(OF);
                let half = Bounded::within(word.value / 2, word.low / 2, word.high / 2);
                self.write(to, half);
            }
            // The product fits, so that both flags are clear.
            ("imul", [to, from, number]) => {
                let factor = number.parse::<u32>();
                let factor = factor.unwrap_or_else(|_| unreachable!("{line}: {number}"));
                let product = self.word(from).times(&Bounded::constant(factor));
                let fits = product.high < (BigInt::from(1) << 63_u32);
                self.require(fits, "the product may wrap");
                self.clear_flags();
                self.write(to, product);
            }
            _ => unreachable!("{line}: not an instruction of this machine"),
        }
    }

    /// Runs the lines.
    pub(super) fn run(&mut self, lines: &[String]) {
        for line in lines {
            self.step(line);
        }
    }

    /// The number in these registers, the lowest word first.
    pub(super) fn number(&self, registers: &[String]) -> Bounded {
        Bounded::of(&registers.iter().map(|it| self.word(it)).collect::<Vec<_>>())
    }

    /// Proves that the last carry (CF, or OF) is zero: registers and carry together are `number`,
    /// which is too small for a carry.
    pub(super) fn no_carry(&mut self, flag: &str, registers: &[String], number: &Bounded) {
        let carry = self.word(flag).value;
        let limit = radix(registers.len());
        let all = self.number(registers).value + &carry * &limit;
        self.require(all == number.value, "the number");
        self.require(number.high < limit, "the carry may be set");
        // The top word was written as a sum minus 2^64 times the carry, which is zero.
        self.top(registers).value += carry * radix(1);
        self.set(flag, Bounded::default());
    }

    /// Proves a smaller bound of the top register: all registers together are `number`.
    pub(super) fn bounded(&mut self, registers: &[String], number: &Bounded) {
        self.require(self.number(registers).value == number.value, "the number");
        self.top(registers).high = &number.high >> (64 * (registers.len() - 1));
    }

    /// The word in the last register.
    fn top(&mut self, registers: &[String]) -> &mut Bounded {
        let top = registers.last().expect("a register");
        self.words.get_mut(top).expect("a word")
    }
}
