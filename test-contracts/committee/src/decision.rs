//! A committee's decisions, and the bytes that it signs for them.

use near_sdk::borsh::{self, BorshSerialize};
use near_sdk::json_types::Base58CryptoHash;
use near_sdk::{AccountId, AccountIdRef, NearToken, near};
use near_sdk_ext::PublicKey;

/// The beginning of the signed bytes: bytes signed for another purpose do not begin with it.
pub const DOMAIN: [u8; 24] = *b"near-ed25519 committee 1";

/// An action that a committee can approve.
#[derive(Clone, Debug, PartialEq, Eq)]
#[near(serializers = [borsh, json])]
pub enum Action {
    /// The committee attests to a digest, such as the root of another chain's state.
    Attest(Base58CryptoHash),
    /// The contract's account sends tokens. It does not wait for their arrival: if the receiver
    /// does not exist, they come back, and the approval is spent.
    Transfer {
        /// The receiver.
        receiver: AccountId,
        /// The amount.
        amount: NearToken,
    },
}

/// The signed decision, in Borsh. The variant is part of the bytes, so no signature of an action
/// ever rotates a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, BorshSerialize)]
#[borsh(crate = "near_sdk::borsh")]
pub enum Decision<'a> {
    /// To carry out an action, signed by the group's key or by many members.
    Approve(&'a Action),
    /// To change the group's key, signed by today's key and the new one.
    Rotate(&'a PublicKey),
}

/// The bytes that the committee of `account` signs for its decision number `nonce`, in Borsh:
/// [`DOMAIN`], the account, the nonce and the decision. A signature for another account, nonce or
/// decision is therefore of other bytes.
#[must_use]
pub fn signed_bytes(account: &AccountIdRef, nonce: u64, decision: Decision<'_>) -> Vec<u8> {
    let signed = (DOMAIN, account.as_str(), nonce, decision);
    borsh::to_vec(&signed).expect("writing to memory cannot fail")
}
