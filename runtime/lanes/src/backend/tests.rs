//! Compares the vector machines' fields with the portable one, which is fiat-crypto's.

use super::portable::Portable;
use super::*;
use crate::backend::limbs::{Limbs, from_bytes, to_bytes};
use crate::curve::field::invert;

/// Elements around zero, p and 2^255, with single bits, and random.
fn elements() -> Vec<Limbs> {
    let mut random = fastrand::Rng::with_seed(1);
    let mut encodings = vec![[0; 32], [0xff; 32]];
    for last in [0x00, 0x7f] {
        for first in 0xda..=0xff {
            let mut bytes = [0xff; 32];
            (bytes[0], bytes[31]) = (first, last);
            encodings.push(bytes);
        }
    }
    for bit in 0..255 {
        let mut bytes = [0; 32];
        bytes[bit / 8] = 1 << (bit % 8);
        encodings.push(bytes);
    }
    encodings.extend((0..200).map(|_| std::array::from_fn(|_| random.u8(..))));
    let every = if cfg!(miri) { 40 } else { 1 };
    let encodings = encodings.iter().step_by(every);
    let mut limbs: Vec<_> = encodings.map(from_bytes).collect();
    // The largest limbs that a machine ever takes.
    limbs.push([1 << 51; 5]);
    limbs
}

/// The result of each operation on each pair of elements.
fn results<M: Machine>(machine: M, a: &Lanes<Limbs>, b: &Lanes<Limbs>) -> Vec<Lanes<[u8; 32]>> {
    let (a, b) = (machine.field(a), machine.field(b));
    let product = a.loose() * b.loose();
    let squares_difference = (a + b) * (a - b);
    let results = [
        a,
        (a + b).carry(),
        (a - b).carry(),
        a.twice_minus(b).carry(),
        product,
        squares_difference,
        // The largest operands that occur anywhere.
        (product - a) * (b - product),
        (product - b).square(),
        product.twice_minus(a) * product.twice_minus(b),
        product.twice_minus(squares_difference).square(),
        a.loose().square(),
        a.with(0b0101_0101, b),
        invert(product),
    ];
    let encoded = |result| machine.limbs(result).map(to_bytes);
    results.into_iter().map(encoded).collect()
}

fn operations_are_the_portable_ones<M: Machine>(machine: M) {
    let elements = elements();
    for offset in [0, 1, 7, 50] {
        let mut pairs = elements.iter().zip(elements.iter().cycle().skip(offset));
        for _ in 0..elements.len() / M::LANES {
            let (mut a, mut b) = ([[0; 5]; MAX_LANES], [[0; 5]; MAX_LANES]);
            for lane in 0..M::LANES {
                let (left, right) = pairs.next().expect("enough for all lanes");
                (a[lane], b[lane]) = (*left, *right);
            }
            let ours = results(machine, &a, &b);
            for lane in 0..M::LANES {
                // The portable machine has only lane 0; the mask selects even lanes.
                let portable = results(Portable, &[a[lane]; MAX_LANES], &[b[lane]; MAX_LANES]);
                for (i, (ours, portable)) in ours.iter().zip(&portable).enumerate() {
                    let selected = i == 11 && lane % 2 == 1;
                    let expected = if selected {
                        to_bytes(a[lane])
                    } else {
                        portable[0]
                    };
                    assert_eq!(ours[lane], expected, "result {i} of lane {lane}");
                }
            }
        }
    }
}

#[test]
#[cfg(target_arch = "x86_64")]
fn vector_fields_compute_what_the_portable_one_does() {
    if let Some(machine) = requirements::backend("ifma", ifma::Ifma::detect()) {
        operations_are_the_portable_ones(machine);
    }
    if let Some(machine) = requirements::backend("avx2", avx2::Avx2::detect()) {
        operations_are_the_portable_ones(machine);
    }
    if let Some(machine) = requirements::backend("avx2", bmi2::Bmi2::detect()) {
        operations_are_the_portable_ones(machine);
    }
}
