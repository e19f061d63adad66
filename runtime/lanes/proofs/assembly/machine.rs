//! Instructions on exact integers: the trusted part of these proofs.
//!
//! A word is a polynomial of the inputs and of unknowns, which are carries and upper halves of
//! products. No step rounds or wraps: a sum of 2^64 or more is written as a word plus 2^64 times a
//! new unknown, the carry. So an equation of polynomials at the end holds for all inputs.

use super::poly::{Poly, Symbol};
use num_bigint::BigInt;
use std::collections::BTreeMap;

/// An integer between two bounds, none of them negative: a word, or several of them.
#[derive(Clone, Debug)]
pub(super) struct Number {
    pub(super) poly: Poly,
    pub(super) low: BigInt,
    pub(super) high: BigInt,
}

impl Number {
    pub(super) fn within(poly: Poly, low: impl Into<BigInt>, high: impl Into<BigInt>) -> Self {
        let (low, high) = (low.into(), high.into());
        Self { poly, low, high }
    }

    pub(super) fn constant(value: impl Into<BigInt>) -> Self {
        let value = value.into();
        Self::within(Poly::constant(value.clone()), value.clone(), value)
    }

    /// The number of these words, the lowest first.
    pub(super) fn of(words: &[Self]) -> Self {
        let words = words.iter().rev();
        words.fold(Self::constant(0), |sum, word| {
            sum.times(&Self::constant(radix())).plus(word)
        })
    }

    pub(super) fn times(&self, other: &Self) -> Self {
        let poly = &self.poly * &other.poly;
        Self::within(poly, &self.low * &other.low, &self.high * &other.high)
    }

    pub(super) fn plus(&self, other: &Self) -> Self {
        let poly = &self.poly + &other.poly;
        Self::within(poly, &self.low + &other.low, &self.high + &other.high)
    }
}

/// A flag: not yet defined, or a carry that was read or not.
#[derive(Clone, Debug)]
pub(super) struct Flag {
    pub(super) carry: Option<Number>,
    pub(super) was_read: bool,
}

/// The carry flags, by index.
pub(super) const CF: usize = 0;
pub(super) const OF: usize = 1;

pub(super) struct Machine {
    /// The function's name, for messages.
    function: &'static str,
    pub(super) registers: BTreeMap<String, Number>,
    /// Registers that may be written.
    changed: Vec<String>,
    /// The words in memory, and the register that holds their address, as long as it does.
    pub(super) memory: Option<(String, Vec<Number>)>,
    pub(super) flags: [Flag; 2],
    symbols: Symbol,
    /// The line that runs, and its number.
    line: String,
    number: usize,
}

/// 2^64.
pub(super) fn radix() -> BigInt {
    BigInt::from(1) << 64_u32
}

impl Machine {
    pub(super) fn new(function: &'static str, changed: Vec<String>) -> Self {
        let undefined = Flag {
            carry: None,
            was_read: true,
        };
        Self {
            function,
            registers: BTreeMap::new(),
            changed,
            memory: None,
            flags: [undefined.clone(), undefined],
            symbols: 0,
            line: String::new(),
            number: 0,
        }
    }

    fn fresh(&mut self) -> Poly {
        self.symbols += 1;
        Poly::symbol(self.symbols - 1)
    }

    /// Any word.
    pub(super) fn input(&mut self) -> Number {
        Number::within(self.fresh(), 0, radix() - 1)
    }

    fn place(&self) -> String {
        format!(
            "{}, instruction {}: {}",
            self.function, self.number, self.line
        )
    }

    #[track_caller]
    fn require(&self, is_so: bool, what: &str) {
        assert!(is_so, "{}: {what}", self.place());
    }

    /// The word in a register.
    pub(super) fn word(&self, register: &str) -> Number {
        let word = self.registers.get(register);
        let word = word.unwrap_or_else(|| unreachable!("{}: no {register}", self.place()));
        word.clone()
    }

    /// `{name}`, `{name:e}`, `rdx` or `edx`: the register, and whether it is the lower half.
    fn register<'a>(&self, operand: &'a str) -> (&'a str, bool) {
        let named = operand
            .strip_prefix('{')
            .and_then(|it| it.strip_suffix('}'));
        match (operand, named) {
            ("rdx", _) => ("rdx", false),
            ("edx", _) => ("rdx", true),
            (_, Some(name)) => match name.strip_suffix(":e") {
                Some(name) => (name, true),
                None => (name, false),
            },
            _ => unreachable!("{}: operand {operand}", self.place()),
        }
    }

    /// The value of a 64-bit operand: a register, a number, or one of the words in memory.
    fn value(&self, operand: &str) -> Number {
        if let Ok(number) = operand.parse::<u64>() {
            return Number::constant(number);
        }
        let address = operand
            .strip_prefix('[')
            .and_then(|it| it.strip_suffix(']'));
        let (base, offset) = match address {
            Some(address) => address.split_once(" + ").unwrap_or((address, "0")),
            None => (operand, ""),
        };
        let (register, is_half) = self.register(base);
        self.require(!is_half, "a lower half is read");
        if address.is_none() {
            return self.word(register);
        }
        let memory = self.memory.as_ref().filter(|it| it.0 == register);
        let offset: usize = offset.parse().unwrap_or(usize::MAX);
        let word = memory.and_then(|(_, words)| words.get(offset / 8));
        let word = word.filter(|_| offset.is_multiple_of(8));
        word.unwrap_or_else(|| unreachable!("{}: the address", self.place()))
            .clone()
    }

    fn write(&mut self, operand: &str, word: Number) {
        let (register, is_half) = self.register(operand);
        let limit = if is_half {
            BigInt::from(1) << 32_u32
        } else {
            radix()
        };
        let is_within = word.low >= BigInt::from(0) && word.high < limit;
        self.require(is_within, "a value of more bits");
        let is_changed = self.changed.iter().any(|it| it == register);
        self.require(is_changed, "a register that is not declared as changed");
        self.memory.take_if(|it| it.0 == register);
        self.registers.insert(register.to_owned(), word);
    }

    fn set(&mut self, flag: usize, carry: Option<Number>) {
        let Flag {
            carry: last,
            was_read,
        } = &self.flags[flag];
        let may_be_set = last.as_ref().is_some_and(|it| it.high != BigInt::from(0));
        self.require(*was_read || !may_be_set, "loses a carry that may be set");
        self.flags[flag] = Flag {
            carry,
            was_read: false,
        };
    }

    /// Sets both flags: CF to this carry, and OF to that.
    fn set_both(&mut self, cf: Option<Number>, of: Option<Number>) {
        self.set(CF, cf);
        self.set(OF, of);
    }

    fn take(&mut self, flag: usize) -> Number {
        self.flags[flag].was_read = true;
        let carry = self.flags[flag].carry.clone();
        carry.unwrap_or_else(|| unreachable!("{}: a flag that is not defined", self.place()))
    }

    /// The sum and its carry.
    fn sum(&mut self, terms: &[Number]) -> (Number, Number) {
        let mut sum = terms
            .iter()
            .fold(Number::constant(0), |sum, it| sum.plus(it));
        if sum.high < radix() {
            return (sum, Number::constant(0));
        }
        let carry = self.fresh();
        sum.poly = &sum.poly - &carry.times(&radix());
        (sum.low, sum.high) = (0.into(), radix() - 1);
        (sum, Number::within(carry, 0, 1))
    }

    /// `add` and `adc` define both flags, but this machine gives OF, which is that of signed
    /// numbers, no value. `adcx` and `adox` use one flag each and leave the other one.
    fn add(
        &mut self,
        to: &str,
        from: &str,
        flag_in: Option<usize>,
        flag_out: usize,
        ends_of: bool,
    ) {
        let mut terms = vec![self.value(to), self.value(from)];
        if let Some(flag) = flag_in {
            terms.push(self.take(flag));
        }
        let (sum, carry) = self.sum(&terms);
        self.set(flag_out, Some(carry));
        if ends_of {
            self.set(OF, None);
        }
        self.write(to, sum);
    }

    /// Runs one line.
    pub(super) fn step(&mut self, line: &str) {
        self.number += 1;
        line.clone_into(&mut self.line);
        let (name, operands) = line.split_once(' ').unwrap_or((line, ""));
        let operands: Vec<_> = operands.split(',').map(str::trim).collect();
        match (name, operands.as_slice()) {
            // Writing the lower half clears the upper one.
            ("mov", [to, from]) => {
                let word = self.value(from);
                self.write(to, word);
            }
            ("xor", [to, from]) => {
                assert_eq!(to, from, "{}: only as zero", self.place());
                self.set_both(Some(Number::constant(0)), Some(Number::constant(0)));
                self.write(to, Number::constant(0));
            }
            ("mulx", [high, low, from]) => {
                let (a, b) = (self.word("rdx"), self.value(from));
                assert_ne!(high, low, "{}: both halves in one register", self.place());
                let [least, most] = [&a.low * &b.low, &a.high * &b.high].map(|it| it / radix());
                let upper = if least == most {
                    Poly::constant(least.clone())
                } else {
                    self.fresh()
                };
                let lower = &(&a.poly * &b.poly) - &upper.times(&radix());
                self.write(low, Number::within(lower, 0, radix() - 1));
                self.write(high, Number::within(upper, least, most));
            }
            ("add", [to, from]) => self.add(to, from, None, CF, true),
            ("adc", [to, from]) => self.add(to, from, Some(CF), CF, true),
            ("adcx", [to, from]) => self.add(to, from, Some(CF), CF, false),
            ("adox", [to, from]) => self.add(to, from, Some(OF), OF, false),
            ("shr", [to, "1"]) => {
                let word = self.value(to);
                let two = BigInt::from(2);
                self.require(word.poly.is_multiple_of(&two), "a bit may be lost");
                let mut half = Poly::default();
                for (monomial, coefficient) in word.poly.terms() {
                    half = &half + &Poly::term(monomial.clone(), coefficient / &two);
                }
                self.set_both(Some(Number::constant(0)), None);
                self.write(to, Number::within(half, word.low / &two, word.high / &two));
            }
            // The product fits, so that both flags are clear.
            ("imul", [to, from, number]) => {
                let word = self.value(from);
                let factor = number.parse::<u32>();
                let factor = factor.unwrap_or_else(|_| unreachable!("{}", self.place()));
                let product = word.times(&Number::constant(factor));
                let fits = product.high < (BigInt::from(1) << 63_u32);
                self.require(fits, "the product may wrap");
                self.set_both(Some(Number::constant(0)), Some(Number::constant(0)));
                self.write(to, product);
            }
            _ => unreachable!("{}: not an instruction of this machine", self.place()),
        }
    }

    /// Runs the lines.
    pub(super) fn run(&mut self, lines: &[String]) {
        for line in lines {
            self.step(line);
        }
    }

    /// The number in registers, the lowest word first: its value, and the largest one by bounds.
    pub(super) fn number(&self, registers: &[String]) -> Number {
        Number::of(&registers.iter().map(|it| self.word(it)).collect::<Vec<_>>())
    }

    /// Proves that the last carry (CF, or OF) is zero: registers and carry together are `number`,
    /// which is too small for one.
    pub(super) fn no_carry(&mut self, flag: usize, registers: &[String], number: &Number) {
        let carry = self.take(flag);
        let limit = BigInt::from(1) << (64 * registers.len());
        let all = &self.number(registers).poly + &carry.poly.times(&limit);
        self.require(all == number.poly, "the number");
        self.require(number.high < limit, "the carry may be set");
        // The top word was written as a sum minus 2^64 times the carry, which is zero.
        let top = self.top(registers);
        top.poly = &top.poly + &carry.poly.times(&radix());
        self.flags[flag].carry = Some(Number::constant(0));
    }

    /// Proves a smaller bound of the top register: all registers together are `number`.
    pub(super) fn bounded(&mut self, registers: &[String], number: &Number) {
        self.require(self.number(registers).poly == number.poly, "the number");
        self.top(registers).high = &number.high >> (64 * (registers.len() - 1));
    }

    /// The word in the last register.
    fn top(&mut self, registers: &[String]) -> &mut Number {
        let top = registers.last().expect("a register");
        self.registers.get_mut(top).expect("a word")
    }

    /// Proves that no carry is left.
    pub(super) fn finish(&mut self) {
        self.set_both(None, None);
    }
}
