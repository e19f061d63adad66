//! What a committee decides, and the bytes that are signed for it.

use near_sdk::borsh::{self, BorshSerialize};
use near_sdk::json_types::Base58CryptoHash;
use near_sdk::{AccountId, AccountIdRef, NearToken, near};
use near_sdk_ext::PublicKey;

/// Before all else in what is signed: no signature for another purpose begins so.
pub const DOMAIN: [u8; 24] = *b"near-ed25519 committee 1";

/// What a committee can approve.
#[derive(Clone, Debug, PartialEq, Eq)]
#[near(serializers = [borsh, json])]
pub enum Action {
    /// The committee attests to a digest, such as the root of another chain's state.
    Attest(Base58CryptoHash),
    /// The contract's account sends tokens. Whether they arrive is not waited for: should there be
    /// no such receiver, they come back, and the approval is spent.
    Transfer {
        /// To whom.
        receiver: AccountId,
        /// How much.
        amount: NearToken,
    },
}

/// What is signed: in Borsh, its variant tells the one from the other, so that no signature of an
/// action ever rotates a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, BorshSerialize)]
#[borsh(crate = "near_sdk::borsh")]
pub enum Decision<'a> {
    /// To carry out an action, by the group's key or by many members'.
    Approve(&'a Action),
    /// To have another group key, by the group's keys alone, today's and the new one.
    Rotate(&'a PublicKey),
}

/// The bytes that the committee of `account` signs for its decision number `nonce`, in Borsh:
/// [`DOMAIN`], the account, the nonce and the decision. Signatures for another account's committee, another
/// nonce or another decision are of other bytes.
#[must_use]
pub fn signed_bytes(account: &AccountIdRef, nonce: u64, decision: Decision<'_>) -> Vec<u8> {
    let signed = (DOMAIN, account.as_str(), nonce, decision);
    borsh::to_vec(&signed).expect("writing to memory cannot fail")
}
