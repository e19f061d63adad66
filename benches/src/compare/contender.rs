//! Who verifies, and the one signature that everybody is given.

use crate::library::Library;
use crate::verification::meter::measured;
use anyhow::ensure;
use dalek_child::Signed;
use serde_json::json;
use std::hint::black_box;
use std::sync::LazyLock;
use std::time::Duration;
use test_contracts::fixtures::nep364;

/// The method of the contract, which also verifies where nobody meters.
pub(super) const METHOD: &str = "verify_ed25519";

/// What the contract panics with where it refuses.
pub(super) const REFUSED: &str = "signature verification failed";

/// The NEP's own: of 32 bytes, by a key which the contract holds.
pub(crate) static NEP: LazyLock<Signed> = LazyLock::new(|| Signed {
    signature: nep364::SIGNATURE,
    message: nep364::MESSAGE.into(),
    public_key: nep364::PUBLIC_KEY,
});

/// The NEP's, of a message with one bit changed.
fn forged() -> Signed {
    let mut forged = NEP.clone();
    forged.message[0] ^= 1;
    forged
}

/// Arguments of the contract's method.
pub(super) fn args(signed: &Signed, iterations: u32) -> Vec<u8> {
    let (p1, p2) = signed.signature.split_at(32);
    let args = json!({
        "signature_p1": p1,
        "signature_p2": p2,
        "msg": signed.message,
        "iterations": iterations,
    });
    args.to_string().into_bytes()
}

/// What a contender did.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Answer {
    /// Whether the signature was accepted, each time; after a refusal it is not looked at again.
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
    fn verify(&mut self, signed: &Signed, iterations: u32) -> anyhow::Result<Answer>;

    /// Gas of one verification: between one and two in a call, nothing else changes.
    ///
    /// # Errors
    ///
    /// As [`Self::verify`].
    fn gas_per_verification(&mut self) -> anyhow::Result<Option<u64>> {
        let one = self.verify(&NEP, 1)?.burnt_gas;
        let two = self.verify(&NEP, 2)?.burnt_gas;
        Ok(one.zip(two).map(|(one, two)| two.saturating_sub(one)))
    }
}

impl Contender for &Library {
    fn verify(&mut self, signed: &Signed, iterations: u32) -> anyhow::Result<Answer> {
        // Opaque inputs: the compiler may not verify once for all rounds.
        let all = || (0..iterations).all(|_| (self.verify)(black_box(signed)));
        let (is_accepted, elapsed) = measured(all);
        Ok(Answer {
            is_accepted,
            elapsed,
            burnt_gas: None,
        })
    }
}

/// Sees that a contender verifies at all: it takes the NEP's signature and no forgery.
///
/// # Errors
///
/// It does not; or as [`Contender::verify`].
pub(crate) fn judge(contender: &mut dyn Contender) -> anyhow::Result<()> {
    let is_accepted = contender.verify(&NEP, 1)?.is_accepted;
    ensure!(is_accepted, "refused the NEP's signature");
    let is_accepted = contender.verify(&forged(), 1)?.is_accepted;
    ensure!(!is_accepted, "accepted a forged signature");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::subjects::subjects;
    use super::*;
    use test_contracts::fixtures::verify_ed25519_args;

    /// Says yes to everything, or no.
    struct Careless(bool);

    impl Contender for Careless {
        fn verify(&mut self, _: &Signed, _: u32) -> anyhow::Result<Answer> {
            Ok(Answer {
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
        let subjects = subjects();
        for it in subjects.iter().filter(|it| it.row.unavailable.is_none()) {
            let mut contender = it.contender(cache.path()).expect(&it.row.name);
            judge(contender.as_mut()).expect(&it.row.name);
            if it.has_call() {
                let call_alone = contender.verify(&forged(), 0).expect(&it.row.name);
                assert!(call_alone.is_accepted);
            }
        }
    }

    #[test]
    fn the_neps_call_is_the_fixtures() {
        let value =
            |bytes: &[u8]| -> serde_json::Value { serde_json::from_slice(bytes).expect("JSON") };
        assert_eq!(value(&args(&NEP, 7)), value(&verify_ed25519_args(7)));
    }
}
