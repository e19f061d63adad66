//! Arguments of calls to `grandpa-client`.

pub use chain_files::grandpa::{AuthoritySet, Justification, generate};

use crate::fixtures::encode;

/// Borsh arguments of `init`: the client trusts the block of this number and hash, and the
/// authorities to vote on blocks after it.
#[must_use]
pub fn init_args(authorities: &AuthoritySet, number: u32, hash: &[u8; 32]) -> Vec<u8> {
    encode(&(authorities.set_id, &authorities.authorities, number, hash))
}

/// Borsh arguments of `submit_finality`.
#[must_use]
pub fn submit_finality_args(justification: &Justification) -> Vec<u8> {
    encode(&(&justification.scale, &justification.headers))
}
