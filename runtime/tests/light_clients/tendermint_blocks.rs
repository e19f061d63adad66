//! Blocks of the Cosmos Hub, and a generated one: they verify, and changed ones do not.

use crate::client::{Client, HOST_BUILDS, rule};
use crate::gas::figures;
use crate::tendermint::{
    SECOND, TRUSTING_PERIOD_NS, at_the_threshold, header, parameters, time_ns,
};
use crate::tendermint_mutations::{self as mutations, Mutation};
use chain_files::tendermint::{LightBlock, rpc};
use std::collections::BTreeMap;
use test_contracts::ClientBuild;
use test_contracts::tendermint::generate::{Chain, Power};
use test_contracts::tendermint::update_client_args;

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

    fn update(&self, untrusted: &LightBlock) -> test_contracts::tendermint::wire::Header {
        untrusted.update(self.trusted.height(), &self.next.validators)
    }

    /// One second after the time of the block to verify.
    fn now_ns(&self) -> u64 {
        time_ns(header(&self.untrusted)) + SECOND
    }

    /// A client that trusts the trusted block.
    fn client(&self, builds: &[ClientBuild]) -> Client {
        let trusted = header(&self.trusted);
        let parameters = parameters(&trusted.chain_id);
        Client::tendermint(builds, &parameters, trusted, self.now_ns())
    }

    /// The block verifies in every build, and its state is stored.
    fn verifies(&self) {
        let run = |build| {
            let mut client = self.client(&[build]);
            let update = self.update(&self.untrusted);
            let success = client.update(&update).expect("verified");
            assert_eq!(success.text(), "\"Stored\"");
            let height = serde_json::json!({ "height": self.untrusted.height() });
            let state = client.view("consensus_state", &height).expect("stored");
            let root = hex::encode_upper(&header(&self.untrusted).app_hash);
            assert_eq!(state["root"], root, "{build}");
            // A second update with the same header changes nothing.
            let again = client.update(&update).expect("verified");
            assert_eq!(again.text(), "\"Unchanged\"");
            success.0
        };
        println!("{}", figures("update", run, 3200));
    }

    /// No changed block verifies. The commit just reaches the threshold, so no vote may be missing.
    fn refuses_what_is_near(&self, needed: usize) {
        let mut client = self.client(&HOST_BUILDS);
        let exact = self.update(&at_the_threshold(&self.untrusted));
        // A commit that just reaches the threshold verifies.
        client.would_take("update_client", &update_client_args(&exact));

        let mut counts = BTreeMap::new();
        let mut refused =
            |client: &mut Client, (name, update): Mutation| match client.update(&update) {
                Ok(_) => panic!("accepted: {name}"),
                Err(refusal) => *counts.entry(rule(&refusal)).or_insert(0) += 1,
            };
        for mutation in mutations::all(&exact) {
            refused(&mut client, mutation);
        }
        let mut unknown = exact.clone();
        unknown
            .trusted_height
            .as_mut()
            .expect("a height")
            .revision_height -= 1;
        refused(
            &mut client,
            ("a trusted height that is not stored".to_owned(), unknown),
        );
        let mut revision = exact.clone();
        revision
            .trusted_height
            .as_mut()
            .expect("a height")
            .revision_number -= 1;
        refused(&mut client, ("another revision".to_owned(), revision));

        client.set_time(time_ns(header(&self.untrusted)));
        refused(
            &mut client,
            ("a header from the future".to_owned(), exact.clone()),
        );
        client.set_time(time_ns(header(&self.trusted)) + TRUSTING_PERIOD_NS);
        refused(
            &mut client,
            ("an expired trusting period".to_owned(), exact.clone()),
        );
        client.set_time(time_ns(header(&self.trusted)) + TRUSTING_PERIOD_NS - 1);
        client
            .update(&exact)
            .expect("a nanosecond earlier it verifies");

        let by_rule = [
            // Each vote: for nil, both parts of the time, R, s, and dropped; or exchanged, twice,
            // or by another validator.
            ("has_sufficient_signers_overlap", 6 * needed + 5),
            ("header_matches_commit", 15),
            ("is_block_protocol", 1),
            ("is_header_from_past", 1),
            ("is_matching_chain_id", 1),
            ("is_matching_revision", 1),
            ("is_within_trust_period", 1),
            ("known_height", 1),
            ("malformed_header", 2),
            ("malformed_validator_set", 6),
            // Each vote: the address.
            ("valid_commit", needed),
            ("validator_sets_match", 6),
        ];
        let expected = by_rule.map(|(rule, count)| (format!("invalid: {rule}"), count));
        assert_eq!(counts, BTreeMap::from(expected));
    }
}

#[test]
fn real_blocks_verify_and_nothing_near_them() {
    for (trusted, untrusted, needed) in [
        // The next block; a skip of 107,140 blocks; a changed validator set and a nil vote.
        (8512856, 8512857, 82),
        (8512856, 8619996, 23),
        (8619997, 8619998, 23),
    ] {
        if let Some(pair) = Pair::read(trusted, untrusted) {
            pair.verifies();
            pair.refuses_what_is_near(needed);
        }
    }
}

#[test]
fn nothing_near_a_generated_block_verifies() {
    // With equal powers, two validators that exchange their keys would form the same set.
    let chain = Chain::new(10, Power::CosmosLike, "near");
    let [trusted, next, untrusted] = [5, 6, 9].map(|height| chain.block(height, ""));
    let pair = Pair {
        trusted,
        untrusted,
        next,
    };
    pair.refuses_what_is_near(7);
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
        let update = pair.update(&pair.untrusted);
        client.update(&update).expect("verified");
    }
    let mut update = next.update(&next.untrusted);
    update.trusted_validators = None;
    client
        .update(&update)
        .expect("the client has the latest block's validators");
}
