//! Verdicts: what the kernels make of their sums.
//!
//! [`sums_encode`] gives each answer of the oracle. The other claims are of encoded points, drawn at
//! random with each component of small order: by `group`, the integers that the code multiplies them by
//! are the stated ones modulo l, and modulo 8 where each component occurs.

use super::exact::{Exact, MOST, element, with_all_lanes};
use super::group::{Point, Pool, any_scalar, coordinates_of, is_point, sum_of_digits};
use super::machine::ifma;
use crate::backend::ifma::Pair;
use crate::backend::{AffineNiels, Kernel, MAX_LANES, Routine};
use crate::cofactor::EqualTimesCofactor;
use crate::combine::{Combine, CombineAll, Term};
use crate::curve25519_64::{any_limbs, limbs};
use crate::form::{Form, any, bytes};
use crate::oracle::{Answer, any_encoding, asked, set};
use crate::single::euclid::{Integer, from_bytes, minus, plus, shifted_left, to_bytes};
use crate::single::halved::{Halved, base_table};
use crate::single::halves::Halves;
use crate::single::paired::{EIGHTS, HALVES_OF_BYTES, Paired, row, sums};
use crate::single::with_tables;
use crate::tables::{base_rows, digits};
use crate::{Layout, Rule, word};
use curve25519_dalek::constants::EIGHT_TORSION;
use curve25519_dalek::edwards::EdwardsPoint;
use curve25519_dalek::scalar::Scalar;

const RULES: [Rule; 2] = [Rule::Nep364, Rule::Zip215];

/// `single::paired`, its sums: on the abstract machine, with each digit of u and v at each place.
pub fn paired_sums() {
    for digit in -128..128 {
        let found = row(base_table(0), digit);
        let wanted = match usize::from(digit.unsigned_abs()) {
            0 => &AffineNiels::IDENTITY,
            multiple => &base_table(0)[multiple - 1],
        };
        assert_eq!(found, wanted, "paired::row of {digit}");
    }
    let of = |digit: &dyn Fn(usize) -> usize| -> Integer {
        let nibble = |i: usize| u64::try_from(digit(i) % 16).expect("below 16");
        std::array::from_fn(|word| {
            let all = (0..16).rev();
            all.fold(0, |sum, i| sum << 4 | nibble(16 * word + i))
        })
    };
    for run in 0..16 {
        // 32 digits from -8 to 7, and one that makes the number positive.
        let number = |step: usize| {
            let [a, b, ..] = of(&|i| run + step * i);
            minus([a, b, 1, 0], [EIGHTS[0], EIGHTS[1], 0, 0])
        };
        let mut us = of(&|i| run + 5 * i);
        us[3] = us[3] & u64::MAX >> 8 | 0x85 << 56;
        paired_sum(number(3), number(7), minus(us, HALVES_OF_BYTES));
    }
    let mut longest = from_bytes(&bytes());
    longest[3] >>= 4;
    paired_sum(longest, minus(longest, [7, 0, 0, 0]), longest);
    paired_sum([1, 0, 0, 0], [0; 4], longest);
    // The number of steps depends on the longer number; the longer one of halves has mostly 126 to 131 bits.
    for length in (126..=133).chain([252]) {
        let power = shifted_left([1, 0, 0, 0], length - 1);
        let ones = minus(plus(power, power), [1, 0, 0, 0]);
        let [u, v] = if length % 2 == 0 {
            [ones, power]
        } else {
            [power, ones]
        };
        paired_sum(u, v, longest);
    }
}

fn paired_sum(u: Integer, v: Integer, us: Integer) {
    word::reset();
    let points = [Point::any(), Point::any()];
    let affine = points.map(|point| {
        let [x, y] = point.affine();
        [x, y, x * y].map(|form| any_limbs(form, 1 << 51))
    });
    let halved = Halved {
        public_key: &[0; 32],
        r: &[0; 32],
        halves: Halves {
            u,
            v,
            v_is_negative: false,
        },
        us,
        rule: Rule::Nep364,
    };
    let found = sums(ifma(), &halved, Pair::of(ifma(), affine));
    let found = found.add(found.exchanged().cached(ifma())).first(ifma());
    let wanted = points[0].times(v) + points[1].times(u) + Point::BASE.times(us);
    is_point("paired::sums", found.map(|it| element(&it)), wanted);
}

/// `[r]B` and this component of small order.
pub(crate) fn mixed(r: Scalar, small: usize) -> [u8; 32] {
    let point = EdwardsPoint::mul_base(&r) + EIGHT_TORSION[small % 8];
    point.compress().to_bytes()
}

/// `single::halved` and `single::paired`: whether `[u s]B - [v]A - [u]R` is neutral, by both rules.
pub fn halved() {
    let short = || {
        let [a, b, ..] = from_bytes(&bytes());
        [a | 1, b, 0, 0]
    };
    let scalar = |number: Integer| Scalar::from_bytes_mod_order(to_bytes(number));
    for case in 0..48 {
        let (of_a, v_is_negative, difference) = (case % 8, case / 8 % 2 == 1, case / 16);
        let (u, v, us, a) = (short(), short(), scalar(from_bytes(&bytes())), any_scalar());
        let signed = |v: Scalar| if v_is_negative { -v } else { v };
        // Modulo 8 the inverse of an odd number is itself.
        let times = [
            of_a,
            usize::try_from(v[0] % 8 * (u[0] % 8) % 8).expect("below 8"),
        ];
        let of_r = times[0] * times[1] % 8;
        let of_r = if v_is_negative { of_r } else { 8 - of_r };
        let r = (us - signed(scalar(v)) * a) * scalar(u).invert();
        let (key, r) = match difference {
            0 => (mixed(a, of_a), mixed(r, of_r)),
            1 => (
                mixed(a, of_a),
                mixed(r, of_r + [1, 4, 2, 3, 5, 6, 7, 1][of_a]),
            ),
            _ => (mixed(a, of_a), mixed(r + Scalar::ONE, of_r)),
        };
        // The code replaces what is no point by the neutral element; here the rest of the sum is neutral, too.
        let no_r = (mixed(a, 0), [2; 32], signed(scalar(v)) * a);
        let no_key = ([2; 32], mixed(us * scalar(u).invert(), 0), us);
        for (i, rule) in RULES.into_iter().enumerate() {
            let wanted = difference <= i; // ZIP-215 ignores components of small order
            let all = [((key, r, us), wanted), (no_r, false), (no_key, false)];
            for (n, ((public_key, r, us), wanted)) in all.iter().enumerate() {
                let halved = || Halved {
                    public_key,
                    r,
                    us: from_bytes(us.as_bytes()),
                    halves: Halves {
                        u,
                        v,
                        v_is_negative,
                    },
                    rule,
                };
                let name = format!("{rule:?}, case {case}, r {r:x?}");
                assert_eq!(halved().run(Exact::<1>), *wanted, "single::halved, {name}");
                // Fewer cases, since each takes half a second: each component, with both signs and rules, and those
                // with every kind of result.
                let is_accepted =
                    case < 16 && (of_a % 2 == 1) == v_is_negative && of_a / 2 % 2 == i;
                let is_chosen = case % 9 == 0 && case / 9 % 2 == i;
                if is_accepted && n == 0 || is_chosen && (n == 0 || case < 18) {
                    word::reset();
                    let found = Paired(ifma(), halved()).run();
                    assert_eq!(found, *wanted, "single::paired, {name}");
                }
            }
        }
    }
}

/// `EqualTimesCofactor`: the lanes where R is a point, and differs by a component of small order only.
fn cofactor_on<const LANES: usize>(machine: Exact<LANES>) {
    for case in 0..40 {
        let kind = |lane: usize| (case + lane) % 5;
        // The code replaces what is no point by the neutral element; there the sum is neutral, too.
        let points: [_; MAX_LANES] = std::array::from_fn(|lane| match kind(lane) {
            0 => (Scalar::ZERO, case + lane),
            _ => (any_scalar(), case + lane),
        });
        let sums = points.map(|(r, small)| {
            let [x, y] = coordinates_of(mixed(r, small)).map(Form::constant);
            let z = Form::constant(any());
            [x * z, y * z, z].map(|form| limbs(form, 1 << 51))
        });
        let r = std::array::from_fn(|lane| {
            let (r, small) = points[lane];
            match kind(lane) {
                0 => [2; 32],
                1 => mixed(r + Scalar::ONE, small),
                2 => mixed(-r, small),
                _ => mixed(r, small + case / 5),
            }
        });
        let (sums, r) = (&sums, &r);
        let found = EqualTimesCofactor { sums, r }.run(machine);
        let wanted = (0..LANES).fold(0, |mask, lane| mask | u8::from(kind(lane) > 2) << lane);
        assert_eq!(found, wanted, "EqualTimesCofactor on {LANES} lanes");
    }
}

/// `CombineAll`: the canonical encodings of the sums, and x and y.
fn encodings_on<const LANES: usize>(machine: Exact<LANES>) {
    let layout = Layout::ONCE;
    let key = Pool::of_any(layout.rows(), Point::any_encoded);
    let scalars: Vec<_> = (0..5 * MAX_LANES).map(|_| any_scalar()).collect();
    let of = |layout| move |scalar: &Scalar| digits(scalar.as_bytes(), layout);
    let all: Vec<_> = scalars.iter().map(of(layout)).collect();
    let of_base: Vec<_> = scalars.iter().map(of(Layout::BASE)).collect();
    let term = |rows, digits| Term { rows, digits };
    let groups: Vec<_> = (0..5)
        .map(|group| Combine {
            layout,
            points: std::array::from_fn(|lane| term(&key.rows, &all[MAX_LANES * group + lane])),
            base: std::array::from_fn(|lane| term(base_rows(), &of_base[MAX_LANES * group + lane])),
        })
        .collect();
    let found = CombineAll(&groups).run(machine);
    assert_eq!(found.len(), groups.len(), "CombineAll: each group");
    for (group, sums) in found.iter().enumerate() {
        for (lane, sum) in sums.iter().enumerate().take(LANES) {
            let i = MAX_LANES * group + lane;
            let wanted = sum_of_digits(&key.points, layout, &all[i])
                + Point::BASE.times(from_bytes(scalars[i].as_bytes()));
            assert_eq!(sum.encoded, wanted.encoded(), "CombineAll: an encoding");
            let found = [element(&sum.x), element(&sum.y), Form::ONE];
            is_point("CombineAll", found, wanted);
        }
    }
}

/// `with_tables::Sum::encodes_to`, for each answer: whether the encoding is canonical, y is R's, and x has its sign.
pub fn sums_encode() {
    let all = (0..8).map(|bits| [bits & 1 == 1, bits & 2 == 2, bits & 4 == 4]);
    for [is_y, is_odd, has_sign] in all {
        let (same, one) = (bytes(), Form::ONE.value.to_bytes());
        let odd = if is_odd { Answer::Odd } else { Answer::Even };
        let y = if is_y {
            Answer::Bytes(same)
        } else {
            Answer::Odd
        };
        let first = [Answer::Bytes(same), y];
        let second = [Answer::Odd, Answer::Bytes(one), odd];
        set(&[&first[..], if is_y { &second } else { &[] }].concat());
        let [x, y, z, of_r] = [(); 4].map(|()| Form::variable());
        let of = |form| any_limbs(form, MOST);
        let sum = with_tables::Sum {
            x: of(x),
            y: of(y),
            z: of(z),
        };
        let mut r = any_encoding(of_r);
        r[31] |= u8::from(has_sign) << 7;
        let found = sum.encodes_to(&r);
        assert_eq!(found, is_y && is_odd == has_sign, "encodes_to");
        let asked = asked();
        assert!(asked[1].equals(of_r * z) && asked[2].equals(y), "y of R");
        if is_y {
            // The product that `inverse` confirms is one.
            let (one, of_x) = (asked[4], asked[5]);
            assert!(asked[3].equals(z), "the inverse of Z");
            assert!((of_x * z).equals(x * one), "encodes_to: x");
        }
        set(&[]);
        assert!(!sum.encodes_to(&[0xff; 32]), "encodes_to: not canonical");
    }
}

with_all_lanes! {
    pub fn cofactor() = cofactor_on;
    pub fn encodings() = encodings_on;
}
