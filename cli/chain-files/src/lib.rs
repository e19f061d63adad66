//! The files that the command reads: blocks of Tendermint chains, GRANDPA's proofs of finality, and
//! messages of wallets, in every form in which nodes, tools and wallets write them. Each kind has a
//! table of its forms, with an example of each, and a generator of chains for examples and tests.
//!
//! Files come from strangers: each is read, or refused in one line that names the field.

pub mod grandpa;
mod json;
pub mod nep413;
mod shape;
pub mod tendermint;

pub use grandpa::{BASE64, after_0x};
pub use json::{JsonError, read as read_json};
