//! Arguments of calls to `committee`, and the bytes that its group or its members sign.

use borsh::BorshSerialize;
use ed25519_dalek::{Signer as _, SigningKey};
use sha2::{Digest as _, Sha256};

use crate::fixtures::encode;

/// The beginning of the signed bytes.
const DOMAIN: [u8; 24] = *b"near-ed25519 committee 1";

/// An action that a committee can approve.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize)]
pub enum Action {
    /// Attests to a digest.
    Attest([u8; 32]),
    /// Sends tokens.
    Transfer {
        /// The receiver.
        receiver: String,
        /// The amount, yoctoNEAR.
        amount: u128,
    },
}

/// A signed decision.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize)]
pub enum Decision {
    /// To carry out an action.
    Approve(Action),
    /// To change the group's key.
    Rotate([u8; 32]),
}

/// The bytes that the committee of `account` signs for its decision number `nonce`.
#[must_use]
pub fn signed_bytes(account: &str, nonce: u64, decision: &Decision) -> Vec<u8> {
    encode(&(DOMAIN, account, nonce, decision))
}

/// The key of the member with this number; it is the same on every machine.
#[must_use]
pub fn member(number: u16) -> SigningKey {
    SigningKey::from_bytes(&Sha256::digest(number.to_le_bytes()).into())
}

/// The public keys of the first `count` members.
#[must_use]
pub fn members(count: u16) -> Vec<[u8; 32]> {
    let key = |number| member(number).verifying_key().to_bytes();
    (0..count).map(key).collect()
}

/// The signatures of these bytes by members, each with its member's number.
#[must_use]
pub fn signatures(bytes: &[u8], members: impl IntoIterator<Item = u16>) -> Vec<(u16, [u8; 64])> {
    let sign = |number| (number, member(number).sign(bytes).to_bytes());
    members.into_iter().map(sign).collect()
}

/// Borsh arguments of `new`.
#[must_use]
pub fn new_args(group_key: &[u8; 32], members: &[[u8; 32]], threshold: u16) -> Vec<u8> {
    encode(&(group_key, members, threshold))
}

/// Borsh arguments of `approve_group`.
#[must_use]
pub fn approve_group_args(action: &Action, signature: &[u8; 64]) -> Vec<u8> {
    encode(&(action, signature))
}

/// Borsh arguments of `approve_members`.
#[must_use]
pub fn approve_members_args(action: &Action, signatures: &[(u16, [u8; 64])]) -> Vec<u8> {
    encode(&(action, signatures))
}

/// Borsh arguments of `rotate`.
#[must_use]
pub fn rotate_args(new_key: &[u8; 32], signature: &[u8; 64], by_new_key: &[u8; 64]) -> Vec<u8> {
    encode(&(new_key, signature, by_new_key))
}
