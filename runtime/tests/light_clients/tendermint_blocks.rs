//! Blocks of the Cosmos Hub, and a generated one: valid ones verify, and similar ones do not.

use crate::client::{Client, rule};
use crate::clients::Clients;
use crate::gas::figures;
use crate::tendermint::{
    SECOND, TRUSTING_PERIOD_NS, at_the_threshold, header, parameters, time_ns,
};
use crate::tendermint_mutations::{self as mutations, Mutation};
use chain_files::tendermint::{LightBlock, rpc};
use expect_test::{Expect, expect};
use std::collections::BTreeMap;
use test_contracts::ClientBuild;
use test_contracts::tendermint::generate::{Chain, Power};

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

    /// A second after the time of the block to verify.
    fn now_ns(&self) -> u64 {
        time_ns(header(&self.untrusted)) + SECOND
    }

    /// A client that trusts the trusted block.
    fn client(&self, build: ClientBuild) -> Client {
        let trusted = header(&self.trusted);
        Client::tendermint(
            build,
            &parameters(&trusted.chain_id),
            trusted,
            self.now_ns(),
        )
    }

    /// The block verifies in every build, and its state is stored, for this gas.
    fn verifies(&self, gas: &Expect) {
        let run = |build| {
            let mut client = self.client(build);
            let outcome = client
                .update(&self.update(&self.untrusted))
                .expect("verified");
            assert_eq!(outcome.0.return_bytes(), b"\"Stored\"");
            let height = serde_json::json!({ "height": self.untrusted.height() });
            let state = client.view("consensus_state", &height).expect("stored");
            let root = hex::encode_upper(&header(&self.untrusted).app_hash);
            assert_eq!(state["root"], root, "{build}");
            // The same header again changes nothing.
            let again = client
                .update(&self.update(&self.untrusted))
                .expect("verified");
            assert_eq!(again.0.return_bytes(), b"\"Unchanged\"");
            outcome.0
        };
        gas.assert_eq(&figures("update", run, 3200));
    }

    /// No changed block verifies; `rules` counts the changes that each rule refused.
    fn refuses_what_is_near(&self, rules: &Expect) {
        let mut client = Clients::of_the_host(|build| self.client(build));
        let exact = self.update(&at_the_threshold(&self.untrusted));
        let before = client.accounts();
        client
            .update(&exact)
            .expect("a commit with just enough votes verifies");
        client.restore(&before);

        let mut counts = BTreeMap::new();
        let mut refused =
            |client: &mut Clients, (name, update): Mutation| match client.update(&update) {
                Ok(_) => panic!("accepted: {name}"),
                Err(refusal) => *counts.entry(rule(&refusal)).or_insert(0) += 1,
            };
        for mutation in mutations::of_hashed_fields(&exact) {
            refused(&mut client, mutation);
        }
        for mutation in mutations::of_signed_fields(&exact) {
            refused(&mut client, mutation);
        }
        for mutation in mutations::of_validators(&exact) {
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

        let counts: Vec<_> = counts
            .iter()
            .map(|(rule, count)| format!("{count} {rule}\n"))
            .collect();
        rules.assert_eq(&counts.concat());
    }
}

macro_rules! pairs {
    ($($name:ident $trusted:literal $untrusted:literal $gas:expr, $rules:expr;)*) => {$(
        mod $name {
            use super::*;

            #[test]
            fn verifies() {
                if let Some(pair) = Pair::read($trusted, $untrusted) {
                    pair.verifies(&$gas);
                }
            }

            #[test]
            fn nothing_near_it_does() {
                if let Some(pair) = Pair::read($trusted, $untrusted) {
                    pair.refuses_what_is_near(&$rules);
                }
            }
        }
    )*};
}

pairs! {
    adjacent_blocks 8512856 8512857 expect![[r#"
        update
          host: 24935708481222, 1.384 times 18009620293512 for 82 signatures
          host-many: 17078118399895, 0.948 times 18009620293512 for 82 signatures
          wasm: 273711364671069, 15.198 times 18009620293512 for 82 signatures
          wasm-best: 148768565857100, 8.260 times 18009620293512 for 82 signatures
    "#]], expect![[r#"
        497 invalid: has_sufficient_signers_overlap
        15 invalid: header_matches_commit
        1 invalid: is_block_protocol
        1 invalid: is_header_from_past
        1 invalid: is_matching_chain_id
        1 invalid: is_matching_revision
        1 invalid: is_within_trust_period
        1 invalid: known_height
        2 invalid: malformed_header
        6 invalid: malformed_validator_set
        82 invalid: valid_commit
        6 invalid: validator_sets_match
    "#]];
    a_skip_of_107140_blocks 8512856 8619996 expect![[r#"
        update
          host: 15437328624309, 3.055 times 5051539747203 for 23 signatures
          host-many: 13328770300426, 2.638 times 5051539747203 for 23 signatures
          wasm: 85181108261349, 16.862 times 5051539747203 for 23 signatures
          wasm-best: 50189028285668, 9.935 times 5051539747203 for 23 signatures
    "#]], expect![[r#"
        143 invalid: has_sufficient_signers_overlap
        15 invalid: header_matches_commit
        1 invalid: is_block_protocol
        1 invalid: is_header_from_past
        1 invalid: is_matching_chain_id
        1 invalid: is_matching_revision
        1 invalid: is_within_trust_period
        1 invalid: known_height
        2 invalid: malformed_header
        6 invalid: malformed_validator_set
        23 invalid: valid_commit
        6 invalid: validator_sets_match
    "#]];
    a_changed_validator_set_and_a_nil_vote 8619997 8619998 expect![[r#"
        update
          host: 12033659578443, 2.382 times 5051616555201 for 23 signatures
          host-many: 9923197088200, 1.964 times 5051616555201 for 23 signatures
          wasm: 81731404902837, 16.179 times 5051616555201 for 23 signatures
          wasm-best: 46763812613984, 9.257 times 5051616555201 for 23 signatures
    "#]], expect![[r#"
        143 invalid: has_sufficient_signers_overlap
        15 invalid: header_matches_commit
        1 invalid: is_block_protocol
        1 invalid: is_header_from_past
        1 invalid: is_matching_chain_id
        1 invalid: is_matching_revision
        1 invalid: is_within_trust_period
        1 invalid: known_height
        2 invalid: malformed_header
        6 invalid: malformed_validator_set
        23 invalid: valid_commit
        6 invalid: validator_sets_match
    "#]];
}

#[test]
fn nothing_near_a_generated_block_verifies() {
    // With equal powers, two validators that exchange their keys would be the same set.
    let chain = Chain::new(10, Power::CosmosLike, "near");
    let [trusted, next, untrusted] = [5, 6, 9].map(|height| chain.block(height, ""));
    let pair = Pair {
        trusted,
        untrusted,
        next,
    };
    pair.refuses_what_is_near(&expect![[r#"
        47 invalid: has_sufficient_signers_overlap
        15 invalid: header_matches_commit
        1 invalid: is_block_protocol
        1 invalid: is_header_from_past
        1 invalid: is_matching_chain_id
        1 invalid: is_matching_revision
        1 invalid: is_within_trust_period
        1 invalid: known_height
        2 invalid: malformed_header
        6 invalid: malformed_validator_set
        7 invalid: valid_commit
        6 invalid: validator_sets_match
    "#]]);
}

#[test]
fn a_skip_verifies_with_the_stored_validators_too() {
    let (Some(first), Some(skip)) = (Pair::read(8512856, 8512857), Pair::read(8512857, 8619996))
    else {
        return;
    };
    let mut client = Clients::of_the_host(|build| first.client(build));
    client
        .update(&first.update(&first.untrusted))
        .expect("verified");
    client.set_time(skip.now_ns());
    let mut update = skip.update(&skip.untrusted);
    update.trusted_validators = None;
    client
        .update(&update)
        .expect("the client has the validators");
}

/// Somebody brings an older header between two updates of a relayer that leaves the validators out.
#[test]
fn a_header_from_before_leaves_the_stored_validators_as_they_are() {
    let pairs = [(8512856, 8512857), (8512856, 8619996), (8619996, 8619997)];
    let [Some(before), Some(skip), Some(next)] = pairs.map(|(from, to)| Pair::read(from, to))
    else {
        return;
    };
    let mut client = Clients::of_the_host(|build| before.client(build));
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
