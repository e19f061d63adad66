//! Blocks of the Cosmos Hub verify. `tendermint_properties` changes a generated one.

use crate::client::{Client, HOST_BUILDS};
use chain_files::tendermint::{LightBlock, rpc};
use test_contracts::Build;
use test_contracts::tendermint::wire;

fn block(height: u64) -> Option<LightBlock> {
    let read =
        |what| requirements::peers::read(&format!("tendermint/cosmoshub-4/{height}_{what}.json"));
    let (commit, validators) = (read("commit")?, read("validators")?);
    let block = rpc::block(commit.as_bytes()).expect("a block of the hub");
    let validators = rpc::page(validators.as_bytes()).expect("its validators");
    Some(block.with(validators).expect("of one height"))
}

/// An update to a block from a trusted one; the trusted validators are those of the block after the trusted one.
fn update([trusted, untrusted]: [u64; 2]) -> Option<wire::Header> {
    let next = block(trusted + 1)?;
    Some(block(untrusted)?.update(trusted, &next.validators))
}

/// A client that trusts one block, a second or two after the time of another.
fn client(builds: &[Build], trusted: &LightBlock, last: &LightBlock) -> Client {
    let second = last.header.time.expect("a time").seconds + 2;
    let now = u64::try_from(second).expect("after 1970") * 1_000_000_000;
    Client::tendermint(builds, trusted, now)
}

#[test]
fn real_blocks_verify_in_every_build() {
    // The next block; a skip of 107,140 blocks; a changed validator set and a nil vote.
    for pair in [[8512856, 8512857], [8512856, 8619996], [8619997, 8619998]] {
        let ([Some(trusted), Some(untrusted)], Some(update)) = (pair.map(block), update(pair))
        else {
            continue;
        };
        let mut client = client(&Build::CLIENT, &trusted, &untrusted);
        let success = client.update(&update).expect("verified");
        assert_eq!(success.text(), "\"Stored\"");
        let height = serde_json::json!({ "height": pair[1] });
        let state = client.view("consensus_state", &height).expect("stored");
        let root = hex::encode_upper(&untrusted.header.app_hash);
        assert_eq!(state["root"], root);
        // A second update with the same header changes nothing.
        let again = client.update(&update).expect("verified");
        assert_eq!(again.text(), "\"Unchanged\"");
    }
}

/// A third party submits an older header between two updates of a relayer that omits the
/// validators.
#[test]
fn a_header_from_before_leaves_the_stored_validators_as_they_are() {
    let pairs = [[8512856, 8619996], [8512856, 8512857], [8619996, 8619997]];
    let ([Some(skip), Some(before), Some(mut next)], [Some(trusted), Some(last)]) =
        (pairs.map(update), [8512856, 8619997].map(block))
    else {
        return;
    };
    let mut client = client(&HOST_BUILDS, &trusted, &last);
    next.trusted_validators = None;
    for update in [&skip, &before, &next] {
        let verified = client.update(update);
        verified.expect("the client has the latest block's validators");
    }
}
