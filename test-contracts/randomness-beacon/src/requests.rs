//! Requests in storage, and their outputs.

use near_sdk::{AccountId, env, near};
use near_sdk_ext::vrf::Output;

use crate::alpha::Fixed;

/// The prefix of a request's id in storage.
const REQUEST: u8 = b'r';

/// A request as it is stored.
#[near(serializers = [borsh])]
pub(crate) enum Request {
    /// The request waits for the operator's proof.
    Open {
        /// The account that gets a refund.
        requester: AccountId,
        fixed: Fixed,
    },
    /// The proven output.
    Fulfilled([u8; 64]),
}

/// `None` if no request has this id, or it was refunded.
pub(crate) fn load(id: u64) -> Option<Request> {
    let bytes = env::storage_read(&key(id))?;
    let request = near_sdk::borsh::from_slice(&bytes);
    Some(request.expect("only `store` writes here"))
}

pub(crate) fn store(id: u64, request: &Request) {
    let bytes = near_sdk::borsh::to_vec(request);
    env::storage_write(&key(id), &bytes.expect("writing to memory cannot fail"));
}

pub(crate) fn remove(id: u64) {
    env::storage_remove(&key(id));
}

/// The output of a request, if it was fulfilled.
pub(crate) fn output(id: u64) -> Option<Output> {
    match load(id)? {
        Request::Fulfilled(beta) => Some(Output::from_verified(beta)),
        Request::Open { .. } => None,
    }
}

fn key(id: u64) -> [u8; 9] {
    let mut key = [REQUEST; 9];
    key[1..].copy_from_slice(&id.to_le_bytes());
    key
}
