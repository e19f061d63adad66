//! The reasons explain the verdicts: a rule's verifier refuses exactly where there is a reason to.

use super::*;
use curve25519_dalek::Scalar;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use requirements::fuzzing::{Target, fuzz};
use requirements::odd_points::{
    Point, non_canonical_of_large_order, of_small_order, plus_order, sign, undecodable,
};

/// Honest points, those with a component of small order, odd encodings, and any bytes.
fn point() -> impl Strategy<Value = Point> {
    let odd = [
        of_small_order(),
        non_canonical_of_large_order(),
        undecodable(),
    ];
    let logarithm = any::<[u8; 32]>().prop_map(Scalar::from_bytes_mod_order);
    prop_oneof![
        4 => logarithm.clone().prop_map(Point::of),
        2 => (logarithm, 0..8_usize).prop_map(|(logarithm, torsion)| Point::mixed(logarithm, torsion)),
        3 => select(odd.concat()),
        1 => any::<[u8; 32]>().prop_map(Point::any),
    ]
}

/// A change of what was signed.
#[derive(Clone, Debug)]
enum Change {
    None,
    /// A bit of the key, the signature or the message is flipped.
    Flip(Index),
    /// `s` is larger by the group's order times this.
    PlusOrder(usize),
}

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        3 => Just(Change::None),
        2 => any::<Index>().prop_map(Change::Flip),
        1 => (1..16_usize).prop_map(Change::PlusOrder),
    ]
}

fn changed(change: &Change, mut signature: [u8; 64], mut signed: Vec<u8>) -> ([u8; 64], Vec<u8>) {
    match change {
        Change::None => {}
        Change::Flip(index) => {
            let bit = index.index(8 * (64 + signed.len()));
            let byte = match bit / 8 {
                at @ 0..64 => &mut signature[at],
                at => &mut signed[at - 64],
            };
            *byte ^= 1 << (bit % 8);
        }
        Change::PlusOrder(times) => {
            let (_, s) = signature.split_at_mut(32);
            let larger = plus_order((&*s).try_into().expect("32 bytes"), *times);
            if let Some(larger) = larger {
                s.copy_from_slice(&larger);
            }
        }
    }
    (signature, signed)
}

#[test]
fn a_rule_refuses_where_it_has_a_reason_to() {
    let case = (point(), point(), any::<Vec<u8>>(), change());
    let tally = fuzz!(
        Target::new("verdicts and reasons", 4_000),
        case,
        |(a, r, message, change): (Point, Point, Vec<u8>, Change)| {
            let signed = [&a.bytes[..], &message].concat();
            let (signature, signed) = changed(&change, sign(&a, &r, &message), signed);
            let (key, message) = signed.split_at(32);
            let key = PublicKey::try_from(key).expect("32 bytes");
            let (_, verdicts) = verdicts(&key, &signature.into(), message);
            for Verdict {
                rule,
                is_accepted,
                why,
            } in &verdicts
            {
                assert_eq!(*is_accepted, why.is_empty(), "{rule}: {why:?}");
            }
            let accepted = verdicts.iter().filter(|verdict| verdict.is_accepted);
            Ok(match accepted.count() {
                0 => "no rule accepts",
                4 => "every rule accepts",
                _ => "rules differ",
            })
        }
    );
    tally.reaches(
        &["no rule accepts", "every rule accepts", "rules differ"],
        100,
    );
}
