//! Triples, verified by the whole stack and by the libraries of the other rules.

use crate::many;
use curve25519_dalek::edwards::CompressedEdwardsY;
use ed25519_dalek::VerifyingKey;
use ed25519_zebra::VerificationKey;
use near_runtime_ext::rules::{Answer, Rule, Triple, words};
use near_runtime_ext::{Failure, FunctionCallError, HostError};
use near_sdk_ext::PublicKey;
use test_contracts::fixtures::verify_raw_args;
use test_contracts::{Build, signature_verifier};
use test_support::everywhere::{Everywhere, TGAS};

/// The number of triples, and of those that each rule accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    pub triples: usize,
    /// In the order of [`Rule::ALL`].
    pub accepted: [usize; Rule::ALL.len()],
}

/// One answer for each rule of [`Rule::ALL`]: NEP-364, the whole stack; binding, the SDK's check of the key first;
/// strict, `verify_strict`; ZIP-215, ed25519-zebra; Solana, ed25519-zebra after checks of both points.
#[track_caller]
fn answers(contract: &mut Everywhere, triple: &Triple) -> [Answer; Rule::ALL.len()] {
    let of_stack = of_stack(contract, triple);
    Rule::ALL.map(|rule| match rule {
        Rule::Nep364 => of_stack.clone(),
        // As in `ed25519_verify_binding`: its host call is the one above, on every backend.
        Rule::Binding if is_small_order(triple) => Answer::Refused,
        Rule::Binding => of_stack.clone(),
        Rule::Strict => verdict(strict(triple)),
        Rule::Zip215 => verdict(zip_215(triple)),
        Rule::Solana => verdict(solana(triple)),
    })
}

/// Every rule's verifier verifies every triple, and the whole stack all of them in batch calls.
///
/// # Panics
/// If a verifier's answer differs from its rule's, given the oddities of the triple.
#[track_caller]
pub fn judge(name: &str, triples: &[Triple]) -> Tally {
    let mut contract = Everywhere::deploy(signature_verifier(Build::Host).wasm());
    let (mut surprises, mut accepted) = (Vec::new(), [0; Rule::ALL.len()]);
    for (at, triple) in triples.iter().enumerate() {
        let flags = triple.flags();
        let answers = Rule::ALL.into_iter().zip(answers(&mut contract, triple));
        for ((rule, answer), accepted) in answers.zip(&mut accepted) {
            *accepted += usize::from(answer == Answer::Accepted);
            let expected = rule.answer(&flags);
            if answer != expected {
                let flags = words(&flags);
                surprises.push(format!(
                    "{at}: {flags}: {answer}, not {expected}, by {rule}"
                ));
            }
        }
    }
    let (count, all) = (surprises.len(), surprises.join("\n"));
    assert_eq!(count, 0, "{count} surprises, {name}:\n{all}");
    many::judge(triples);
    let triples = triples.len();
    let tally = Tally { triples, accepted };
    println!("{name}: {tally:?}");
    tally
}

/// The answer of the whole stack on every backend: of a contract that calls the host function.
#[track_caller]
fn of_stack(contract: &mut Everywhere, triple: &Triple) -> Answer {
    let args = verify_raw_args(&triple.signature, &triple.message, &triple.public_key);
    let outcome = contract.call("verify_raw", &args, 300 * TGAS);
    match &outcome.failure {
        None if outcome.return_bytes() == [1] => Answer::Accepted,
        None if outcome.return_bytes() == [0] => Answer::Refused,
        Some(Failure::Call(FunctionCallError::HostError(
            HostError::Ed25519VerifyInvalidInput { msg },
        ))) => {
            // The abort had a count of calls to undo.
            let mut calls = outcome.host_calls.iter();
            assert!(calls.any(|call| call.function == "storage_write"));
            Answer::Aborted(msg.clone())
        }
        _ => panic!("no answer: {outcome:?}"),
    }
}

fn verdict(accepted: Option<()>) -> Answer {
    accepted.map_or(Answer::Refused, |()| Answer::Accepted)
}

/// Whether near-sdk-ext calls the key weak, whatever its length.
fn is_small_order(triple: &Triple) -> bool {
    let key = PublicKey::try_from(triple.public_key.as_slice());
    key.is_ok_and(|key| key.is_small_order())
}

fn strict(triple: &Triple) -> Option<()> {
    let key = triple.public_key.as_slice().try_into().ok()?;
    let key = VerifyingKey::from_bytes(key).ok()?;
    let signature = triple.signature.as_slice().try_into().ok()?;
    key.verify_strict(&triple.message, &signature).ok()
}

/// SIMD-0376 as amended: canonical encodings of points that are not of small order, then ZIP-215.
fn solana(triple: &Triple) -> Option<()> {
    let r = triple.signature.get(..32)?;
    for encoded in [r, &triple.public_key] {
        let point = CompressedEdwardsY::from_slice(encoded).ok()?;
        let decoded = point.decompress()?;
        let is_allowed = decoded.compress() == point && !decoded.is_small_order();
        is_allowed.then_some(())?;
    }
    zip_215(triple)
}

fn zip_215(triple: &Triple) -> Option<()> {
    let key = VerificationKey::try_from(triple.public_key.as_slice()).ok()?;
    let signature = triple.signature.as_slice().try_into().ok()?;
    key.verify(&signature, &triple.message).ok()
}
