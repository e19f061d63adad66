//! The inputs that the operator proves: fixed before a proof can exist.

use near_sdk::borsh::{self, BorshSerialize};
use near_sdk::{AccountIdRef, near};

/// What a request adds to its block's randomness, of the requester's choice.
pub type Seed = [u8; 32];

/// What was fixed when a request was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[near(serializers = [borsh])]
pub struct Fixed {
    /// The height of the block that executed the request.
    pub block_height: u64,
    /// That block's random seed, which at most the block's producer knew when the request was signed.
    pub random_seed: [u8; 32],
    /// The request's own.
    pub seed: Seed,
}

/// The alpha of a request to the beacon of `account`, in Borsh: the account, the request's id, and what
/// was fixed when it was made.
#[must_use]
pub fn of_request(account: &AccountIdRef, id: u64, fixed: &Fixed) -> Vec<u8> {
    encode(&(account.as_str(), id, fixed))
}

/// The alpha that shows that the operator has the secret key, in Borsh: the account and the operator. Every
/// request's is longer.
#[must_use]
pub fn of_operator(account: &AccountIdRef, operator: &AccountIdRef) -> Vec<u8> {
    encode(&(account.as_str(), operator.as_str()))
}

fn encode(value: &impl BorshSerialize) -> Vec<u8> {
    borsh::to_vec(value).expect("writing to memory cannot fail")
}
