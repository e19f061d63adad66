//! Authorities, justifications and headers of chains with GRANDPA: from files of nodes and other
//! projects, or generated.

mod bytes;
mod document;
mod error;
pub mod forms;
pub mod generate;
mod header;
mod read;
pub mod scale;
mod sets;
mod votes;

pub use bytes::{BASE64, after_0x};
pub use error::{Kind, ReadError};
pub use read::{Read, header, justification};
pub use sets::authority_set;
pub use votes::SecondVote;

/// The authorities that vote, and the weight of each vote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuthoritySet {
    /// The set's id, which is part of the bytes that its authorities sign.
    pub set_id: u64,
    /// Public keys and weights, in any order.
    pub authorities: Vec<([u8; 32], u64)>,
}

/// A proof of finality, and the headers beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Justification {
    /// The SCALE encoding, as a node returns it.
    pub scale: Vec<u8>,
    /// Further headers, byte for byte. If the chain's headers are not Substrate's standard ones,
    /// all of them are here and the justification's own list is empty.
    pub headers: Vec<Vec<u8>>,
}
