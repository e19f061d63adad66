//! The inputs of the operator's proofs: they are fixed before a proof can exist.

use near_sdk::borsh::{self, BorshSerialize};
use near_sdk::{AccountIdRef, near};

/// The requester's own contribution to the randomness of its request.
pub type Seed = [u8; 32];

/// The values that a request fixes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[near(serializers = [borsh])]
pub struct Fixed {
    /// The height of the block that executed the request.
    pub block_height: u64,
    /// That block's random seed; when the request was signed, at most the block's producer knew it.
    pub random_seed: [u8; 32],
    /// The request's own seed.
    pub seed: Seed,
}

/// The alpha of a request to the beacon of `account`, in Borsh: the account, the request's id, and
/// the values that it fixed.
#[must_use]
pub fn of_request(account: &AccountIdRef, id: u64, fixed: &Fixed) -> Vec<u8> {
    encode(&(account.as_str(), id, fixed))
}

/// The alpha whose proof shows that the operator has the secret key, in Borsh: the account and the
/// operator. Every request's alpha is longer.
#[must_use]
pub fn of_operator(account: &AccountIdRef, operator: &AccountIdRef) -> Vec<u8> {
    encode(&(account.as_str(), operator.as_str()))
}

fn encode(value: &impl BorshSerialize) -> Vec<u8> {
    borsh::to_vec(value).expect("writing to memory cannot fail")
}
