//! The challenge: SHA-512 of R, the public key and the message, modulo the group's order.

mod challenge;
mod sha512;

pub(crate) use challenge::{challenge, challenges};
