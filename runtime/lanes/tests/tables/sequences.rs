//! Random calls of every backend with one `KeyTables`: each verdict is dalek's, in the order of the
//! items, and as many keys have tables as the model says.

use super::model::{FIRST_POINT, KEYS, Model, SIGNATURES, Way, calls};
use super::{lanes, verifiers};
use curve25519_dalek::Scalar;
use ed25519_dalek::{Verifier as _, VerifyingKey};
use ed25519_lanes::{Item, KeyTables, Layout, Rule, Verifier};
use proptest::prelude::*;
use requirements::odd_points::{Point, sign, undecodable};
use std::sync::LazyLock;

/// Sixteen tables, of which a call for one signature builds two.
const LAYOUT: Layout = Layout::MEDIUM;
const CALLS_FOR_TABLES: usize = 8;

struct Signature {
    public_key: [u8; 32],
    signature: [u8; 64],
    message: [u8; 1],
    /// dalek's verdict.
    is_accepted: bool,
}

/// The signatures by each key: the last one is of another message.
static SIGNED: LazyLock<Vec<[Signature; SIGNATURES]>> = LazyLock::new(|| {
    let signers = (FIRST_POINT..KEYS).map(|signer| Point::of(Scalar::from(signer)));
    let no_points = undecodable().into_iter().take(FIRST_POINT.into());
    let mut keys: Vec<_> = no_points.chain(signers).collect();
    keys.sort_unstable_by_key(|key| key.bytes);
    keys.iter()
        .map(|key| {
            [[0, 0], [1, 1], [2, 3]].map(|[signed, message]| {
                let signature = sign(key, &Point::of(Scalar::from(7_u8 + signed)), &[signed]);
                let dalek = VerifyingKey::from_bytes(&key.bytes);
                let verdict = dalek.map(|key| key.verify(&[message], &signature.into()).is_ok());
                Signature {
                    public_key: key.bytes,
                    signature,
                    message: [message],
                    is_accepted: verdict.unwrap_or(false),
                }
            })
        })
        .collect()
});

/// The verdicts, if the call has some.
fn verdicts(
    verifier: &Verifier,
    tables: &KeyTables,
    way: Way,
    items: &[Item<'_>],
) -> Option<Vec<bool>> {
    let rule = Rule::Nep364;
    let each = |verify: &dyn Fn(&Item<'_>) -> bool| items.iter().map(verify).collect();
    Some(match way {
        Way::OneWith => each(&|item| verifier.verify_one_with(tables, item, rule)),
        Way::OneLearning => each(&|item| verifier.verify_one_learning(tables, item, rule)),
        Way::ManyWith => verifier.verify_many_with(tables, items, rule),
        Way::ManyLearning => verifier.verify_many_learning(tables, items, rule),
        Way::Build => {
            let keys: Vec<_> = items.iter().map(|item| *item.public_key).collect();
            verifier.build(tables, &keys);
            return None;
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn verdicts_are_daleks_and_the_number_of_tables_is_the_models(
        capacity in 0..=3_usize,
        is_forced in any::<bool>(),
        calls in calls(),
    ) {
        for (backend, usual) in verifiers() {
            let verifier = match is_forced {
                true => Verifier::forced(backend).expect("this processor has it"),
                false => usual,
            };
            let tables = KeyTables::new(LAYOUT, capacity * LAYOUT.bytes());
            let lanes = lanes(backend);
            // Only vectors build tables in calls for one signature.
            let mut model = Model::new(capacity, lanes, (lanes > 1).then_some(CALLS_FOR_TABLES));
            for call in &calls {
                let signed = call.draws.iter();
                let signed = signed.map(|&(key, signature)| &SIGNED[usize::from(key)][signature]);
                let item = |it: &'static Signature| Item {
                    public_key: &it.public_key,
                    signature: &it.signature,
                    message: &it.message,
                };
                let items: Vec<_> = signed.clone().map(item).collect();
                if let Some(verdicts) = verdicts(&verifier, &tables, call.way, &items) {
                    let expected: Vec<_> = signed.map(|it| it.is_accepted).collect();
                    prop_assert_eq!(verdicts, expected, "{}: {:?}", backend, call.way);
                }
                model.call(call);
                prop_assert_eq!(tables.len(), model.kept.len(), "{}: {:?}", backend, call.way);
            }
        }
    }
}
