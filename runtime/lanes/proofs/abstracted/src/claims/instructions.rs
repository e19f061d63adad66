//! What the abstract instructions say, compared with the processor: on random words of all sizes, as
//! constants and as intervals around them.

// The processor's instructions, and the emulated ones: their methods are for this module.
include!(concat!(env!("OUT_DIR"), "/processor/modules.rs"));

use crate::backend::{Routine, Word};
use crate::form::{Form, bytes};
use crate::word::{self, Register, Vector};
use std::env;
use std::num::Wrapping;

/// The environment variable by which a long run by hand sets the number of draws.
const DRAWS: &str = "PROOFS_DRAWS";

/// How often a comparison with the processor draws: `usual`, unless `PROOFS_DRAWS` is set.
pub fn draws(usual: u32) -> u32 {
    env::var(DRAWS).map_or(usual, |draws| draws.parse().expect("a number of draws"))
}

/// A word of any size, or one of the edges, of at most `bits` bits.
pub fn any_word(bits: u32) -> u64 {
    any_words(bits)[0]
}

/// Words as of [`any_word`].
fn any_words(bits: u32) -> [u64; 8] {
    let most = u64::MAX >> (64 - bits);
    let (words, kinds) = ([bytes(), bytes()], bytes());
    let (words, _) = words.as_flattened().as_chunks();
    std::array::from_fn(|i| {
        let [kind, choice] = [kinds[i], kinds[8 + i]];
        match kind % 8 {
            0 => [0, 1, most - 1, most][usize::from(choice % 4)],
            _ => (u64::from_le_bytes(words[i]) & most) >> (u32::from(choice) % bits),
        }
    })
}

/// Intervals around the words, up to `most`.
fn around(words: [u64; 8], bits: u32) -> Vector {
    let most = u64::MAX >> (64 - bits);
    let (less, more) = (any_words(bits), any_words(bits));
    let form = Form::variable(); // of all: intervals alone are compared
    std::array::from_fn(|i| {
        let least = words[i].saturating_sub(less[i]);
        word::bound(least, words[i].saturating_add(more[i]).min(most), form)
    })
}

/// The abstract result has the processor's words: as constants, or within its intervals.
fn holds(what: &str, found: &Vector, expected: &[u64]) {
    for (lane, (found, expected)) in found.iter().zip(expected).enumerate() {
        let is_within = (found.least..=found.most).contains(expected);
        assert!(
            is_within,
            "{what}: lane {lane} is {expected:#x} on the processor"
        );
    }
}

/// Emulated instructions forget earlier words when a routine begins.
struct NewWords;

impl Routine for NewWords {
    type Output = ();

    fn run(self) {}
}

/// Every instruction: the processor's, and the emulated ones.
pub fn all() {
    for _ in 0..draws(1_250) {
        word::reset(); // the words of many draws do not fit the processor's caches
        if let Some(machine) = ifma::Ifma::detect() {
            eight_lanes!(ifma, machine);
        }
        let emulated = emulated::Ifma::detect().expect("no instruction is needed");
        emulated.call(NewWords);
        eight_lanes!(emulated, emulated);
        if let Some(machine) = avx2::Avx2::detect() {
            four_lanes(machine);
        }
        words_of_hashes(1, |it| Wrapping(it[0]));
    }
}

/// Compares, for constants and intervals, an expression of both kinds of words.
macro_rules! same {
    ($real:expr, $count:literal, $bits:expr, |$operands:pat_param| $result:expr) => {{
        let words = $bits.map(|bits| (any_words(bits), bits));
        let expected = {
            let $operands =
                words.map(|(it, _)| $real.load(&std::array::from_fn::<_, $count, _>(|i| it[i])));
            $result.lanes()
        };
        let constants = words.map(|(it, _)| it.map(word::from_memory));
        let intervals = words.map(|(it, bits)| around(it, bits));
        for (is_constant, operands) in [(true, constants), (false, intervals)] {
            let $operands = operands.map(Register::<$count>::of);
            let found = $result.vector();
            holds(stringify!($result), &found, &expected[..$count]);
            if is_constant {
                let constant = found[..$count].iter().all(|it| it.constant().is_some());
                assert!(constant, "{}: no constant", stringify!($result));
            }
        }
    }};
}
use same;

/// Compares the operations of hashes' words with Rust's own.
fn words_of_hashes<W: Word>(lanes: usize, load: impl Fn([u64; 8]) -> W) {
    let words = [64, 64].map(any_words);
    let [a, b] = words.map(load);
    let is = |what: &str, found: W, expected: fn(u64, u64) -> u64| {
        for (lane, found) in found.lanes().into_iter().enumerate().take(lanes) {
            let expected = expected(words[0][lane], words[1][lane]);
            assert_eq!(found, expected, "{what}: lane {lane} of {lanes}");
        }
    };
    macro_rules! rotated {
        ($($n:literal)*) => {
            $(is("rotated", a.rotate_right::<$n>(), |x, _| x.rotate_right($n));)*
        };
    }
    rotated!(1 8 14 18 19 28 34 39 41 61);
    is("shifted by 6", a.shift_right::<6>(), |x, _| x >> 6);
    is("shifted by 7", a.shift_right::<7>(), |x, _| x >> 7);
    is("the sum", a + b, u64::wrapping_add);
    is("and", a & b, |x, y| x & y);
    is("exclusive or", a ^ b, |x, y| x ^ y);
}

/// Compares a transposition with its definition, which the abstract one repeats.
fn transposition<W: Word, const LANES: usize>(
    load: impl Fn(&[u64; LANES]) -> W,
    transpose: impl Fn([W; LANES]) -> [W; LANES],
) {
    let rows = [(); LANES].map(|()| {
        let words = any_words(64);
        std::array::from_fn(|i| words[i])
    });
    let columns = transpose(rows.map(|row| load(&row)));
    for (i, column) in columns.into_iter().enumerate() {
        let expected = rows.map(|row| row[i]);
        assert_eq!(column.lanes()[..LANES], expected, "column {i} of {LANES}");
    }
}

macro_rules! eight_lanes {
    ($module:ident, $real:expr) => {{
        let real = $real;
        words_of_hashes(8, |it| real.load(&it));
        transposition(|row| real.load(row), $module::U64x8::transpose);
        same!(real, 8, [63, 63], |[a, b]| a + b);
        same!(real, 8, [63, 52, 52], |[a, b, c]| a.add_low(b, c));
        same!(real, 8, [63, 52, 52], |[a, b, c]| a.add_high(b, c));
        same!(real, 8, [32, 32], |[a, b]| a.times(b));
        same!(real, 8, [59], |[a]| a.times(a.splat(19)));
        same!(real, 8, [63], |[a]| a.splat(1 << 63) - a);
        same!(real, 8, [64], |[a]| a & a.splat((1 << 51) - 1));
        same!(real, 8, [64], |[a]| a.shift_right::<51>());
        same!(real, 8, [64], |[a]| a.permute::<0b01_11_00_10>());
        same!(real, 8, [64], |[a]| a.exchange_halves());
        same!(real, 8, [64, 64], |[a, b]| a.with(0b0110_0101, b));
        same!(real, 8, [64, 64], |[a, b]| a.splat(13).select(a, b));
    }};
}
use eight_lanes;

fn four_lanes(real: avx2::Avx2) {
    words_of_hashes(4, |it| real.load(&std::array::from_fn(|i| it[i])));
    transposition(|row| real.load(row), avx2::U64x4::transpose);
    same!(real, 4, [63, 63], |[a, b]| a + b);
    same!(real, 4, [32, 32], |[a, b]| a.times(b));
    same!(real, 4, [63], |[a]| a.splat(1 << 63) - a);
    same!(real, 4, [64], |[a]| a & a.splat((1 << 26) - 1));
    same!(real, 4, [64], |[a]| a.shift_right::<25>());
    same!(real, 4, [38], |[a]| a.shift_left::<26>());
    same!(real, 4, [64], |[a]| a.permute::<0b01_11_00_10>());
    same!(real, 4, [64, 64], |[a, b]| a.with(0b0110, b));
}
