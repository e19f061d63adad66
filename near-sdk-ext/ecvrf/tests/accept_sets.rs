//! What each suite accepts and refuses beside its prover's proofs: other encodings, lengths and bits.

use near_ecvrf::{PointError, Refused, SecretKey, Suite, verify, verify_constant_time};
use requirements::odd_points::small_order_encodings;
use requirements::odd_points::{non_canonical_of_large_order, plus_order, undecodable};

const ALPHA: &[u8] = b"alpha";

fn key() -> SecretKey {
    SecretKey::from_seed([42; 32])
}

#[test]
fn only_draft_03_reduces_s() {
    for suite in Suite::ALL {
        let public_key = *key().public_key();
        let honest = key().prove(suite, ALPHA);
        let expected = verify(suite, &public_key, ALPHA, &honest).expect("valid");
        let (rest, s) = honest.split_last_chunk().expect("s is last");
        let others = (1..).map_while(|times| plus_order(*s, times));
        let others: Vec<_> = others.collect();
        assert!(others.len() >= 14, "256 bits have room for more");
        for other in others {
            let verdict = verify(suite, &public_key, ALPHA, &[rest, &other].concat());
            let wanted = match suite {
                Suite::Draft03 => Ok(expected),
                _ => Err(Refused::ScalarNotReduced),
            };
            assert_eq!(verdict, wanted, "{suite}");
        }
    }
}

/// Encodings of small order, of y beyond the prime, and of no point; why they are not decoded, if so.
fn odd_points() -> impl Iterator<Item = ([u8; 32], Option<PointError>)> {
    let small = small_order_encodings().into_iter().map(|encoding| {
        let has_sign = encoding[31] & 0x80 != 0;
        // The lowest byte identifies y: p and p + 1 first, then 1 and p - 1, for which x is zero.
        let reason = match (encoding[0], has_sign) {
            (0xed | 0xee, _) => Some(PointError::NotReduced),
            (0x01 | 0xec, true) => Some(PointError::NegativeZero),
            _ => None,
        };
        (encoding, reason)
    });
    let refused = [
        (non_canonical_of_large_order(), PointError::NotReduced),
        (undecodable(), PointError::OffCurve),
    ];
    let refused = refused.into_iter().flat_map(|(points, reason)| {
        let points = points.into_iter();
        points.map(move |point| (point.bytes, Some(reason)))
    });
    small.chain(refused)
}

#[test]
fn an_odd_gamma_decodes_by_its_suites_rule_of_a_sign_of_zero() {
    for suite in Suite::ALL {
        let differs = match suite {
            Suite::Draft13 => Refused::U,
            _ => Refused::Challenge,
        };
        let ignores_sign = matches!(suite, Suite::Draft03 | Suite::Draft13);
        let mut proof = key().prove(suite, ALPHA);
        for (gamma, reason) in odd_points() {
            let reason = reason.filter(|it| !ignores_sign || *it != PointError::NegativeZero);
            let expected = reason.map_or(differs, Refused::Gamma);
            proof[..32].copy_from_slice(&gamma);
            let verdict = verify(suite, key().public_key(), ALPHA, &proof);
            assert_eq!(verdict, Err(expected), "{suite}, {}", hex::encode(gamma));
        }
    }
}

#[test]
fn keys_are_decoded_strictly_in_every_suite() {
    for suite in Suite::ALL {
        let proof = key().prove(suite, ALPHA);
        for (key, reason) in odd_points() {
            let expected = reason.map_or(Refused::SmallOrder, Refused::PublicKey);
            assert_eq!(verify(suite, &key, ALPHA, &proof), Err(expected), "{suite}");
        }
    }
}

#[test]
fn a_proof_of_another_length_is_refused() {
    for suite in Suite::ALL {
        let proof = [key().prove(suite, ALPHA), vec![0; 200]].concat();
        for got in (0..=proof.len()).filter(|len| *len != suite.proof_len()) {
            let verdict = verify(suite, key().public_key(), ALPHA, &proof[..got]);
            let wanted = suite.proof_len();
            assert_eq!(verdict, Err(Refused::Length { suite, wanted, got }));
        }
    }
}

#[test]
fn every_bit_of_a_proof_a_key_and_an_alpha_counts() {
    for suite in Suite::ALL {
        let (public_key, proof) = (*key().public_key(), key().prove(suite, ALPHA));
        let input = [&public_key[..], ALPHA, &proof].concat();
        for bit in 0..8 * input.len() {
            let mut changed = input.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            let (public_key, rest) = changed.split_first_chunk().expect("a key");
            let (alpha, proof) = rest.split_at(ALPHA.len());
            let verdict = verify(suite, public_key, alpha, proof);
            assert!(verdict.is_err(), "{suite}, bit {bit}");
            let in_constant_time = verify_constant_time(suite, public_key, alpha, proof);
            assert_eq!(in_constant_time, verdict, "{suite}, bit {bit}");
        }
    }
}

/// Verification in constant time gives the same outputs, too.
#[test]
fn draft_13_proves_the_output_of_ell2() {
    let outputs = Suite::ALL.map(|suite| {
        let proof = key().prove(suite, ALPHA);
        let verdicts = [verify, verify_constant_time];
        let [one, other] = verdicts.map(|by| by(suite, key().public_key(), ALPHA, &proof));
        assert_eq!(one, other);
        one.expect("valid")
    });
    let [_, ell2, _, draft13] = outputs;
    assert_eq!(ell2, draft13);
}
