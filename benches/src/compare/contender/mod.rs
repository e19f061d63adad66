//! Who verifies, and the one signature that everybody is given.

mod contract;
mod native;
mod program;

pub(crate) use contract::ContractMethod;
pub(crate) use native::Native;
pub(crate) use program::{Program, WasmCompiler};

use anyhow::ensure;
use ed25519_lanes::Item;
use serde_json::json;
use std::time::Duration;
use test_contracts::fixtures::nep364;

/// The method of the contract, which also verifies where nobody meters.
const METHOD: &str = "verify_ed25519";

/// What the contract panics with where it refuses.
const REFUSED: &str = "signature verification failed";

/// A signature of 32 bytes by the NEP's key, which the contract holds.
#[derive(Clone, Copy)]
pub(crate) struct Signed {
    pub(crate) signature: [u8; 64],
    pub(crate) message: [u8; 32],
    pub(crate) public_key: [u8; 32],
}

impl Signed {
    /// The NEP's own.
    pub(crate) const NEP: Self = Self {
        signature: nep364::SIGNATURE,
        message: nep364::MESSAGE,
        public_key: nep364::PUBLIC_KEY,
    };

    /// The NEP's, of a message with one bit changed.
    pub(crate) fn forged() -> Self {
        let mut forged = Self::NEP;
        forged.message[0] ^= 1;
        forged
    }

    /// As libraries are given it.
    fn item(&self) -> Item<'_> {
        Item {
            public_key: &self.public_key,
            signature: &self.signature,
            message: &self.message,
        }
    }

    /// Arguments of the contract's method.
    fn args(&self, iterations: u32) -> Vec<u8> {
        let (p1, p2) = self.signature.split_at(32);
        json!({
            "signature_p1": p1,
            "signature_p2": p2,
            "msg": self.message,
            "iterations": iterations,
        })
        .to_string()
        .into_bytes()
    }
}

/// What a contender did.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    /// Whether the signature was accepted, each time; the first refusal ends the run.
    pub(crate) is_accepted: bool,
    /// How long all took, with the call around them.
    pub(crate) elapsed: Duration,
    /// Where there is gas.
    pub(crate) burnt_gas: Option<u64>,
}

/// Somebody who verifies.
pub(crate) trait Contender {
    /// Decodes the key and verifies, so many times; no times is the call alone.
    ///
    /// # Errors
    ///
    /// Something other than the signature is at fault.
    fn verify(&mut self, signed: &Signed, iterations: u32) -> anyhow::Result<Run>;

    /// Gas of one verification: between one and two in a call, nothing else changes.
    ///
    /// # Errors
    ///
    /// As [`Self::verify`].
    fn gas_per_verification(&mut self) -> anyhow::Result<Option<u64>> {
        let one = self.verify(&Signed::NEP, 1)?.burnt_gas;
        let two = self.verify(&Signed::NEP, 2)?.burnt_gas;
        Ok(one.zip(two).map(|(one, two)| two.saturating_sub(one)))
    }
}

/// Sees that a contender verifies at all: it takes the NEP's signature and no forgery.
///
/// # Errors
///
/// It does not; or as [`Contender::verify`].
pub(crate) fn judge(contender: &mut dyn Contender) -> anyhow::Result<()> {
    let is_accepted = contender.verify(&Signed::NEP, 1)?.is_accepted;
    ensure!(is_accepted, "refused the NEP's signature");
    let is_accepted = contender.verify(&Signed::forged(), 1)?.is_accepted;
    ensure!(!is_accepted, "accepted a forged signature");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::row::ROWS;
    use super::*;
    use test_contracts::fixtures::verify_ed25519_args;

    /// Says yes to everything, or no.
    struct Careless(bool);

    impl Contender for Careless {
        fn verify(&mut self, _: &Signed, _: u32) -> anyhow::Result<Run> {
            Ok(Run {
                is_accepted: self.0,
                elapsed: Duration::ZERO,
                burnt_gas: None,
            })
        }
    }

    #[test]
    fn whoever_does_not_verify_is_found_out() {
        let error = |verdict| judge(&mut Careless(verdict)).expect_err("found out");
        assert_eq!(error(true).to_string(), "accepted a forged signature");
        assert_eq!(error(false).to_string(), "refused the NEP's signature");
    }

    #[test]
    fn every_contender_accepts_the_neps_signature_and_refuses_a_forgery() {
        let cache = tempfile::tempdir().expect("a folder");
        for row in ROWS.iter().filter(|row| row.unavailable().is_none()) {
            let mut contender = row.contender(cache.path()).expect(row.name);
            judge(contender.as_mut()).expect(row.name);
            if row.group.has_call() {
                assert!(
                    contender
                        .verify(&Signed::forged(), 0)
                        .expect(row.name)
                        .is_accepted
                );
            }
        }
    }

    #[test]
    fn the_neps_call_is_the_fixtures() {
        let value =
            |bytes: &[u8]| -> serde_json::Value { serde_json::from_slice(bytes).expect("JSON") };
        assert_eq!(value(&Signed::NEP.args(7)), value(&verify_ed25519_args(7)));
    }
}
