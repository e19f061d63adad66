//! Blocks of the Cosmos Hub verify. `tendermint_properties` changes a generated one.

use crate::client::{Client, HOST_BUILDS};
use crate::tendermint::{SECOND, header, parameters, time_ns};
use chain_files::tendermint::{LightBlock, rpc};
use test_contracts::Build;

/// A pair of blocks: the trusted one and the one to verify.
struct Pair {
    trusted: LightBlock,
    untrusted: LightBlock,
    /// The validators of the block after the trusted one.
    next: LightBlock,
}

fn block(height: u64) -> Option<LightBlock> {
    let read =
        |what| requirements::peers::read(&format!("tendermint/cosmoshub-4/{height}_{what}.json"));
    let (commit, validators) = (read("commit")?, read("validators")?);
    Some(rpc::light_block(&commit, &[validators]).expect("a block of the hub"))
}

impl Pair {
    fn read(trusted: u64, untrusted: u64) -> Option<Self> {
        let (trusted, next) = (block(trusted)?, block(trusted + 1)?);
        Some(Self {
            trusted,
            next,
            untrusted: block(untrusted)?,
        })
    }

    fn update(&self) -> test_contracts::tendermint::wire::Header {
        let validators = &self.next.validators;
        self.untrusted.update(self.trusted.height(), validators)
    }

    /// One second after the time of the block to verify.
    fn now_ns(&self) -> u64 {
        time_ns(header(&self.untrusted)) + SECOND
    }

    /// A client that trusts the trusted block.
    fn client(&self, builds: &[Build]) -> Client {
        let trusted = header(&self.trusted);
        let parameters = parameters(&trusted.chain_id);
        Client::tendermint(builds, &parameters, trusted, self.now_ns())
    }

    /// The block verifies in every build, and its state is stored.
    fn verifies(&self) {
        let mut client = self.client(&Build::CLIENT);
        let update = self.update();
        let success = client.update(&update).expect("verified");
        assert_eq!(success.text(), "\"Stored\"");
        let height = serde_json::json!({ "height": self.untrusted.height() });
        let state = client.view("consensus_state", &height).expect("stored");
        let root = hex::encode_upper(&header(&self.untrusted).app_hash);
        assert_eq!(state["root"], root);
        // A second update with the same header changes nothing.
        let again = client.update(&update).expect("verified");
        assert_eq!(again.text(), "\"Unchanged\"");
    }
}

#[test]
fn real_blocks_verify_in_every_build() {
    // The next block; a skip of 107,140 blocks; a changed validator set and a nil vote.
    for (trusted, untrusted) in [(8512856, 8512857), (8512856, 8619996), (8619997, 8619998)] {
        if let Some(pair) = Pair::read(trusted, untrusted) {
            pair.verifies();
        }
    }
}

/// A third party submits an older header between two updates of a relayer that omits the
/// validators.
#[test]
fn a_header_from_before_leaves_the_stored_validators_as_they_are() {
    let pairs = [(8512856, 8512857), (8512856, 8619996), (8619996, 8619997)];
    let [Some(before), Some(skip), Some(next)] = pairs.map(|(from, to)| Pair::read(from, to))
    else {
        return;
    };
    let mut client = before.client(&HOST_BUILDS);
    client.set_time(next.now_ns());
    for pair in [&skip, &before] {
        client.update(&pair.update()).expect("verified");
    }
    let mut update = next.update();
    update.trusted_validators = None;
    client
        .update(&update)
        .expect("the client has the latest block's validators");
}
