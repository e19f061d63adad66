//! Many signatures, and a verdict on each.
//!
//! One source, four builds by cargo feature: `host-many` verifies all signatures in one batch call
//! of `ed25519_verify_many`, `host` in one call of `ed25519_verify` for each, with the same
//! function of the SDK; `wasm` and `wasm-best` carry dalek in their own code.

#![expect(
    missing_docs,
    reason = "near-sdk's macros write public items without documentation"
)]

mod verify;

use near_sdk::near;
use near_sdk_ext::Rule;
use near_sdk_ext::env::refuse_deposit;

/// A public key, a signature and a message.
pub type Signed = ([u8; 32], [u8; 64], Vec<u8>);

/// The contract keeps no state.
#[near(contract_state)]
#[derive(Default)]
pub struct ManyVerifier {}

#[near]
impl ManyVerifier {
    /// 1 for each signature that is accepted, by NEP-364, and 0 for each that is not. Arguments
    /// and answer are borsh.
    ///
    /// # Panics
    /// In the host builds, where there are none or more than
    /// [`Items::MAX`](near_sdk_ext::Items::MAX).
    #[result_serializer(borsh)]
    pub fn verdicts(#[serializer(borsh)] signed: Vec<Signed>) -> Vec<u8> {
        refuse_deposit("verdicts");
        verify::verdicts(&signed, Rule::Nep364)
    }

    /// [`Self::verdicts`], but keys of small order are refused.
    ///
    /// # Panics
    /// As [`Self::verdicts`].
    #[result_serializer(borsh)]
    pub fn binding_verdicts(#[serializer(borsh)] signed: Vec<Signed>) -> Vec<u8> {
        refuse_deposit("binding_verdicts");
        verify::verdicts(&signed, Rule::Binding)
    }
}
