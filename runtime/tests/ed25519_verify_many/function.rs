//! `ed25519_verify_many`, for the modules that batch calls share.

use super::items::Item;
use crate::meter::parse;
use crate::network::BatchItem;
use near_runtime_ext::host::Verification;
use near_runtime_ext::{PricedFunction, Prices};

impl BatchItem for Item {
    const PRICED: PricedFunction = PricedFunction::Ed25519VerifyMany;
    const MANY: &'static str = "ed25519_verify_many";
    /// NEP-364's rule.
    const CHOICE: u64 = 0;
    const CHOICE_OF_MOST: u64 = 0;
    const CHOICES: &'static [u64] = &[0, 1];
    const UNKNOWN: &'static [u64] = &[2, 256, 1 << 32, (1 << 32) + 1, u64::MAX];
    const REFUSAL: &'static str = "invalid rule";
    const VERDICT: usize = 1;

    fn charged_at(prices: Prices) -> Verification {
        Verification {
            many_parameters: prices,
            ..Verification::default()
        }
    }

    /// A valid signature is valid by every rule.
    fn valid_by(_rule: u64, seed: u8, len: usize) -> Self {
        Self::valid(seed, len)
    }

    fn with_message(self, message: Vec<u8>) -> Self {
        Self { message, ..self }
    }

    fn parts(&self) -> [&[u8]; 3] {
        [&self.public_key, &self.signature, &self.message]
    }

    fn judged(items: &[Self], rule: u64) -> (u64, Vec<u8>) {
        let verdicts = items.iter().map(|item| u8::from(item.verifies_by(rule)));
        let verdicts: Vec<_> = verdicts.collect();
        (verdicts.iter().map(|&it| u64::from(it)).sum(), verdicts)
    }

    fn laid_out(layout: &[u8], _rule: u64) -> Option<Vec<Self>> {
        parse(layout, 64, |public_key, signature, message| {
            Some(Self {
                public_key,
                signature: signature.try_into().ok()?,
                message: message.to_vec(),
            })
        })
    }
}
