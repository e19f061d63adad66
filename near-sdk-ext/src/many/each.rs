//! Many signatures without the host function for them, one item at a time.

use super::{Items, Rule, Verdicts};
use crate::backend;

/// Aborts as the host function does.
#[expect(
    clippy::panic,
    reason = "a panic is what an abort of the contract is, here and natively"
)]
pub(crate) fn ed25519_verify_many(items: &Items, rule: Rule) -> Verdicts {
    match items.len() {
        0 => panic!("Ed25519VerifyInvalidInput: invalid items: the count is 0"),
        count if count > Items::MAX => panic!(
            "Ed25519VerifyInvalidInput: invalid items: the count is {count}, above {}",
            Items::MAX
        ),
        _ => {}
    }
    // Gas depends on this file's lines, as every panic's place is part of a contract: the call that
    // may panic below stays on its line.
    let verdicts = items.iter().map(|(key, signature, message)| match rule {
        Rule::Nep364 | Rule::Binding => {
            backend::ed25519_verify(signature.into(), message.into(), key.into())
        }
        #[cfg(not(target_arch = "wasm32"))]
        Rule::Zip215 => crate::zip215::verify(signature, message, key),
    });
    let verdicts: Vec<u8> = verdicts.map(u8::from).collect();
    let accepted = verdicts.iter().filter(|verdict| **verdict == 1).count();
    Verdicts::new(items.len(), accepted, |all| all.copy_from_slice(&verdicts))
}
