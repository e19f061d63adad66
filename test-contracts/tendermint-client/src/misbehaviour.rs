//! Evidence that two headers of one chain contradict each other.

use crate::{
    error::Error,
    verify::{Client, Purpose},
    wire,
};

/// Verifies both headers; returns the greater height, at which the client freezes.
///
/// Two headers contradict each other where they are of one height and of different blocks, or
/// where the higher one is not later. Source: ibc-go's `CheckForMisbehaviour`.
///
/// # Errors
/// Either header does not verify, or they do not contradict each other.
pub(crate) fn check(client: &Client<'_>, misbehaviour: wire::Misbehaviour) -> Result<u64, Error> {
    let missing = |field| Error::malformed("misbehaviour", format!("{field} is missing"));
    let first = misbehaviour.header_1.ok_or_else(|| missing("header_1"))?;
    let second = misbehaviour.header_2.ok_or_else(|| missing("header_2"))?;
    let first = client.verify(first, Purpose::Misbehaviour)?;
    let second = client.verify(second, Purpose::Misbehaviour)?;

    let (lower, higher) = match first.height() <= second.height() {
        true => (first, second),
        false => (second, first),
    };
    let contradiction = match lower.height() == higher.height() {
        // The verifier has compared each header with its commit's block id.
        true => {
            lower.signed_header.commit.block_id.hash != higher.signed_header.commit.block_id.hash
        }
        false => higher.signed_header.header.time <= lower.signed_header.header.time,
    };
    match contradiction {
        true => Ok(higher.height()),
        false => Err(Error::invalid(
            "headers_contradict",
            "both headers may be of one chain",
        )),
    }
}
