//! NEP-364's benchmark contract, with one more method that shows the effect of an abort.
//!
//! One source, three builds by cargo feature: `host` calls the runtime's `ed25519_verify`; `wasm`
//! and `wasm-best` carry dalek in their own code (the baseline, without and with precomputed
//! tables). Methods and arguments are the same in all three, and answers but that of `verify_raw`.

#![expect(
    missing_docs,
    reason = "near-sdk's macros write public items without documentation"
)]

pub mod nep364;
mod verifier;

use std::hint::black_box;

use near_sdk::{env, near};
use near_sdk_ext::env::refuse_deposit;
use near_sdk_ext::{PublicKey, Signature};
use signature::Verifier as _;

use verifier::{Verifier, verify_any_length};

/// The state: how often [`SignatureVerifier::verify_raw`] ran to its end.
#[near(contract_state)]
#[derive(Default)]
pub struct SignatureVerifier {
    attempts: u64,
}

#[near]
impl SignatureVerifier {
    /// The method of NEP-364's own benchmark: verifies, `iterations` times, the signature made of
    /// both halves against the NEP's fixed key. Arguments are JSON.
    ///
    /// # Panics
    /// Where the signature is refused.
    pub fn verify_ed25519(
        signature_p1: [u8; 32],
        signature_p2: [u8; 32],
        msg: [u8; 32],
        iterations: u32,
    ) {
        refuse_deposit("verify_ed25519");
        let signature = Signature::from(nep364::join(signature_p1, signature_p2));
        let verifier = Verifier(PublicKey::from(nep364::PUBLIC_KEY));
        for _ in 0..iterations {
            // Opaque inputs, so that the compiler cannot verify once for all rounds.
            let (verifier, msg, signature) = black_box((&verifier, &msg, &signature));
            if verifier.verify(msg, signature).is_err() {
                env::panic_str("signature verification failed");
            }
        }
    }

    /// Whether `signature` is `public_key`'s signature of `message`. Arguments and answer are
    /// borsh.
    #[result_serializer(borsh)]
    pub fn verify(
        #[serializer(borsh)] signature: [u8; 64],
        #[serializer(borsh)] message: Vec<u8>,
        #[serializer(borsh)] public_key: [u8; 32],
    ) -> bool {
        refuse_deposit("verify");
        Verifier(PublicKey::from(public_key))
            .verify(&message, &signature.into())
            .is_ok()
    }

    /// [`SignatureVerifier::verify`] with a signature and a key of any length, counted: the new
    /// count is in storage before the verification begins, and an abort must undo it. Arguments
    /// and answer are borsh.
    ///
    /// # Panics
    /// Where the signature is not 64 bytes or the key not 32, naming the length. In the `host` build
    /// the host function aborts, but not for a key if the signature's top bits are set.
    #[result_serializer(borsh)]
    pub fn verify_raw(
        #[serializer(borsh)] signature: Vec<u8>,
        #[serializer(borsh)] message: Vec<u8>,
        #[serializer(borsh)] public_key: Vec<u8>,
    ) -> bool {
        refuse_deposit("verify_raw");
        // Written by hand, since near-sdk writes a `&mut self` only after the method has returned.
        let mut state: Self = env::state_read().unwrap_or_default();
        state.attempts += 1;
        env::state_write(&state);
        verify_any_length(&signature, &message, &public_key)
    }

    /// How many calls of [`SignatureVerifier::verify_raw`] ran to their end. The answer is JSON.
    pub fn attempts(&self) -> u64 {
        refuse_deposit("attempts");
        self.attempts
    }

    /// Does nothing: its gas is what any call costs.
    pub fn noop() {
        refuse_deposit("noop");
    }
}
