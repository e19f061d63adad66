//! The same triples in calls of `ed25519_verify_many`, by its two rules.

use near_runtime_ext::rules::{Answer, Rule, Triple, words};
use test_support::everywhere::{Everywhere, TGAS};
use test_support::imports::module;
use test_support::items::layout;

/// A method for each rule, which verifies its items and returns their verdicts.
const GUEST: &str = r#"
    (import "env" "ed25519_verify_many"
        (func $many (param i64 i64 i64 i64) (result i64)))
    (memory 1)
    (func $judge (param $rule i64)
        (call $input (i64.const 0))
        (drop (call $many (i64.const -1) (i64.const 0) (local.get $rule) (i64.const 1)))
        (call $value_return (i64.const -1) (i64.const 1)))
    (func (export "nep_364") (call $judge (i64.const 0)))
    (func (export "zip_215") (call $judge (i64.const 1)))"#;

/// Largest number of items in one call.
const MAX_ITEMS: usize = 4096;

/// Verifies all triples in as few calls as possible, except those that cannot be items.
///
/// # Panics
/// If a verdict differs from its rule's, given the oddities of the triple.
#[track_caller]
pub fn judge(triples: &[Triple]) {
    let mut contract = Everywhere::deploy_wat(&module(GUEST));
    let items: Vec<_> = triples
        .iter()
        .filter(|it| it.signature.len() == 64 && it.public_key.len() == 32)
        .collect();
    for items in items.chunks(MAX_ITEMS) {
        let parts = items
            .iter()
            .map(|it| -> [&[u8]; 3] { [&it.public_key, &it.signature, &it.message] });
        let bytes = layout(parts);
        for (rule, method) in [(Rule::Nep364, "nep_364"), (Rule::Zip215, "zip_215")] {
            let outcome = contract.call(method, &bytes, 1000 * TGAS);
            let verdicts = outcome.return_bytes();
            assert_eq!(verdicts.len(), items.len(), "{:?}", outcome.failure);
            for (item, verdict) in items.iter().zip(verdicts) {
                let flags = item.flags();
                let accepted = rule.answer(&flags) == Answer::Accepted;
                assert_eq!(*verdict, u8::from(accepted), "{rule}: {}", words(&flags));
            }
        }
    }
}
