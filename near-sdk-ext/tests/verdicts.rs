//! Verdicts on published and made-up signatures: each function gives the verdict of its rule's
//! reference.
//!
//! near-sdk's mock verifies by nearcore's own host function, dalek 2; the baseline's code is dalek
//! 3. ZIP-215, the rule of CometBFT's and Substrate's validators, multiplies the equation by the
//! cofactor 8, so that parts of small order do not matter; in NEP-364 they do.

use ed25519_dalek::{Signer as _, SigningKey, Verifier as _, VerifyingKey};
use near_sdk::{test_utils::VMContextBuilder, testing_env};
use near_sdk_ext::{
    BindingVerifier, Flavour, Host, HostMany, HostVerifier, Items, PublicKey, Rule, Signature,
    Wasm, WasmVerifier, Zip215, checks::Checks as _, env,
};
use requirements::odd_points::small_order_encodings;
use requirements::peers::ed25519::{
    CCTV, SMALL_ORDER_GRID, SPECCHECK, Vector, WYCHEPROOF, vectors,
};
use signature::Verifier;

/// A key, a signature and a message.
type Triple = ([u8; 32], [u8; 64], Vec<u8>);

/// The rules, in the order of the counts.
const RULES: [Rule; 3] = [Rule::Nep364, Rule::Binding, Rule::Zip215];

fn by<F: Flavour>((key, signature, message): &Triple) -> bool {
    F::ed25519_verify(signature, message, key)
}

fn by_verifier<V: Verifier<Signature>>(
    of: fn(PublicKey) -> V,
    (key, signature, message): &Triple,
) -> bool {
    let verifier = of((*key).into());
    verifier.verify(message, &(*signature).into()).is_ok()
}

type Way = fn(&Triple) -> bool;

const WAYS: [(Rule, Way); 9] = [
    (Rule::Nep364, by::<Host>),
    (Rule::Nep364, by::<Wasm>),
    (Rule::Nep364, |it| by_verifier(HostVerifier, it)),
    (Rule::Nep364, |it| by_verifier(WasmVerifier, it)),
    (Rule::Binding, |(key, signature, message)| {
        env::ed25519_verify_binding(signature, message, key)
    }),
    (Rule::Binding, |it| by_verifier(BindingVerifier, it)),
    (Rule::Zip215, by::<HostMany>),
    (Rule::Zip215, by::<Zip215<Host>>),
    (Rule::Zip215, by::<Zip215<Wasm>>),
];

/// The verdict of dalek, which is also nearcore's, or of ed25519-zebra.
fn reference(rule: Rule, (key, signature, message): &Triple) -> bool {
    let dalek = VerifyingKey::from_bytes(key).ok().filter(|key| {
        let signature = ed25519_dalek::Signature::from_bytes(signature);
        key.verify(message, &signature).is_ok()
    });
    match rule {
        Rule::Nep364 => dalek.is_some(),
        Rule::Binding => dalek.is_some_and(|key| !key.is_weak()),
        Rule::Zip215 => ed25519_zebra::VerificationKey::try_from(*key)
            .is_ok_and(|key| key.verify(&(*signature).into(), message).is_ok()),
    }
}

/// How many signatures each rule accepts: one at a time by every function, and all in one call.
fn accepted(triples: &[Triple]) -> [usize; 3] {
    let a_full_tank = || testing_env!(VMContextBuilder::new().build());
    RULES.map(|rule| {
        let expected: Vec<_> = triples.iter().map(|it| reference(rule, it)).collect();
        for (_, accepts) in WAYS.iter().filter(|(of, _)| *of == rule) {
            a_full_tank();
            let verdicts: Vec<_> = triples.iter().map(accepts).collect();
            assert_eq!(verdicts, expected, "{rule:?}");
        }
        let count = expected.iter().filter(|accepted| **accepted).count();
        let mut items = Items::new();
        for (key, signature, message) in triples {
            items.push(key, signature, message);
        }
        a_full_tank();
        let verdicts = env::ed25519_verify_many(&items, rule);
        assert!(verdicts.iter().eq(expected), "{rule:?}");
        assert_eq!(verdicts.accepted(), count, "{rule:?}");
        assert_eq!(verdicts.all_accepted(), count == triples.len(), "{rule:?}");
        assert_eq!(verdicts.len(), triples.len());
        count
    })
}

/// The publishers' counts for dalek and for ZIP-215. Keys and signatures of other lengths fit no
/// type, so they can only be refused.
#[test]
fn published_signatures_have_the_references_verdicts() {
    for (file, total, nep_364, zip_215) in [
        (SPECCHECK, 12, 5, 9),
        (SMALL_ORDER_GRID, 196, 12, 196),
        (CCTV, 914, 208, 826),
        (WYCHEPROOF, 151, 88, 89),
    ] {
        let Some(vectors) = vectors(file) else {
            continue;
        };
        assert_eq!(vectors.len(), total, "{file}");
        let typed = |vector: Vector| -> Option<Triple> {
            let key = vector.public_key.try_into().ok()?;
            let signature = vector.signature.try_into().ok()?;
            Some((key, signature, vector.message))
        };
        let triples: Vec<_> = vectors.into_iter().filter_map(typed).collect();
        let [by_nep_364, _, by_zip_215] = accepted(&triples);
        assert_eq!((by_nep_364, by_zip_215), (nep_364, zip_215), "{file}");
    }
}

/// Also with any bit flipped.
#[test]
fn a_key_is_of_small_order_where_dalek_calls_it_weak() {
    for encoding in small_order_encodings() {
        for bit in 0..=256 {
            let mut key = encoding;
            if let Some(byte) = key.get_mut(bit / 8) {
                *byte ^= 1 << (bit % 8);
            }
            let is_weak = VerifyingKey::from_bytes(&key).is_ok_and(|key| key.is_weak());
            assert_eq!(PublicKey::from(key).is_small_order(), is_weak, "{key:?}");
        }
    }
}

/// The number of good signatures before the first bad one, if they are checked together.
fn together(triples: &[Triple]) -> Result<(), usize> {
    testing_env!(VMContextBuilder::new().build());
    let mut checks = <HostMany as Flavour>::Checks::default();
    for (key, signature, message) in triples {
        let is_good = checks.check(signature, message, key);
        assert!(is_good, "nothing is known yet");
    }
    checks.finish()
}

/// More signatures than fit into a call. The tests `grandpa` cover a bad one among few.
#[test]
fn checks_together_know_no_limit() {
    let key = SigningKey::from_bytes(&[5; 32]);
    let [good, bad] = [b"message", b"another"].map(|message| -> Triple {
        let signature = key.sign(b"message").to_bytes();
        (key.verifying_key().to_bytes(), signature, message.to_vec())
    });
    assert_eq!(together(&[]), Ok(()));
    let mut all = vec![good; 2 * Items::MAX + 1];
    assert_eq!(together(&all), Ok(()));
    for refused in [2 * Items::MAX, Items::MAX, Items::MAX - 1] {
        all[refused] = bad.clone();
        assert_eq!(together(&all), Err(refused));
    }
}
