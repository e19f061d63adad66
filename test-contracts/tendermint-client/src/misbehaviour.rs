//! Evidence that two headers of one chain contradict each other.

use crate::{TendermintClient, error::Error, verify::Purpose, wire};

/// Verifies both headers. Returns the greater height, at which the client freezes, or none if both
/// headers may be of one chain.
///
/// Two headers contradict each other if they have one height and different blocks, or if the
/// higher one is not later. Source: ibc-go's `Misbehaviour.ValidateBasic`
/// (07-tendermint/misbehaviour.go), which requires the higher one first, and
/// `CheckForMisbehaviour` (misbehaviour_handle.go), for which evidence of nothing is no error.
/// Tests: `tendermint_misbehaviour.txt`.
///
/// # Errors
/// Either header does not verify, or the first is the lower one.
pub(crate) fn check(
    client: &TendermintClient,
    misbehaviour: wire::Misbehaviour,
) -> Result<Option<u64>, Error> {
    let missing = |field| Error::invalid("malformed_misbehaviour", format!("{field} is missing"));
    let first = misbehaviour.header_1.ok_or_else(|| missing("header_1"))?;
    let second = misbehaviour.header_2.ok_or_else(|| missing("header_2"))?;
    let heights = [&first, &second].map(wire::Header::height);
    if heights[0] < heights[1] {
        let detail = format!("height {} is before {}", heights[0], heights[1]);
        return Err(Error::invalid("headers_in_order", detail));
    }
    let first = client.verify(first, Purpose::Misbehaviour)?;
    let second = client.verify(second, Purpose::Misbehaviour)?;

    let [higher, lower] = [&first, &second].map(|verified| &verified.signed_header);
    let contradict = match higher.header.height == lower.header.height {
        // The verifier has compared each header with its commit's block id.
        true => higher.commit.block_id.hash != lower.commit.block_id.hash,
        false => higher.header.time <= lower.header.time,
    };
    Ok(contradict.then(|| first.height()))
}
