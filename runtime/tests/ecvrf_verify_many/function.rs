//! `ecvrf_verify_many`, for the modules that batch calls share.

use super::items::Item;
use crate::meter::parse;
use crate::network::{BatchItem, Charge, NETWORK, prices};
use near_ecvrf::{Attempts, Suite};
use near_parameters::ExtCosts;
use near_runtime_ext::host::Verification;
use near_runtime_ext::{PricedFunction, Prices};

/// near-ecvrf's suite with this number.
pub fn suite_of(choice: u64) -> Option<Suite> {
    u32::try_from(choice).ok().and_then(Suite::from_code)
}

impl BatchItem for Item {
    const PRICED: PricedFunction = PricedFunction::EcvrfVerifyMany;
    const MANY: &'static str = "ecvrf_verify_many";
    /// The suite that has rounds of tries.
    const CHOICE: u64 = 3;
    /// A call cannot pay for 4096 items by TAI.
    const CHOICE_OF_MOST: u64 = 4;
    const CHOICES: &'static [u64] = &[3, 4, 0x0304, 0x0d04];
    const UNKNOWN: &'static [u64] = &[0, 1, 2, 5, 0x0303, 0x0d03, 0x0f04, (1 << 32) + 3, u64::MAX];
    const REFUSAL: &'static str = "invalid suite";
    const VERDICT: usize = 65;

    fn charged_at(prices: Prices) -> Verification {
        Verification {
            ecvrf_many_parameters: prices,
            ..Verification::default()
        }
    }

    fn valid_by(choice: u64, seed: u8, len: usize) -> Self {
        let suite = suite_of(choice).expect("a suite");
        let alpha = (0..len).map(|at| seed.wrapping_add(at.to_le_bytes()[0]));
        Self::proved(suite, seed, alpha.collect())
    }

    fn with_message(self, alpha: Vec<u8>) -> Self {
        Self { alpha, ..self }
    }

    fn parts(&self) -> [&[u8]; 3] {
        [&self.public_key, &self.proof, &self.alpha]
    }

    fn judged(items: &[Self], choice: u64) -> (u64, Vec<u8>) {
        let suite = suite_of(choice).expect("a suite");
        let outputs: Vec<_> = items.iter().map(|item| item.output_by(suite)).collect();
        let verdict = |output: &Option<[u8; 64]>| match output {
            Some(output) => [&[1], &output[..]].concat(),
            None => vec![0; Self::VERDICT],
        };
        let accepted = outputs.iter().flatten().count() as u64;
        (accepted, outputs.iter().flat_map(verdict).collect())
    }

    fn laid_out(layout: &[u8], choice: u64) -> Option<Vec<Self>> {
        let suite = suite_of(choice)?;
        parse(layout, suite.proof_len(), |public_key, proof, alpha| {
            Some(Self {
                suite,
                public_key,
                proof: proof.to_vec(),
                alpha: alpha.to_vec(),
            })
        })
    }

    /// In each round TAI tries one more hash for every item that has no point yet: RFC 9381, section
    /// 5.4.1.1. near-ecvrf's own tests have the RFC's examples.
    fn rounds(prices: Prices, items: &[Self]) -> Vec<Charge> {
        if items[0].suite != Suite::Tai {
            return Vec::new();
        }
        let failed = |item: &Self| {
            let attempts = Attempts::new(&item.public_key, &item.alpha);
            attempts.take_while(|is_point| !is_point).count()
        };
        let failed: Vec<_> = items.iter().map(failed).collect();
        let last = failed.iter().max().copied().unwrap_or_default();
        let rounds = (0..=last).map(|round| {
            let left = failed.iter().filter(|failed| **failed >= round).count() as u64;
            (ExtCosts::ed25519_verify_base, prices.attempt * left)
        });
        rounds.collect()
    }
}

#[test]
fn gas_runs_out_before_4096_items_do_at_these_prices() {
    let most = prices::<Item>().item * 4096;
    assert!(most > NETWORK.wasm_config.limit_config.max_gas_burnt.as_gas());
}
