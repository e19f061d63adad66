//! One authority set hands over to the next in the contract. The change is stored once, and the
//! contract names a change that it does not follow. `near-sdk-ext/tests/grandpa/hand_over` explores
//! every order of events with the rule alone.

use crate::client::{Client, HOST_BUILDS, rule};
use near_runtime_ext::Account;
use test_contracts::grandpa::generate::{Authorities, Block};
use test_contracts::grandpa::{AuthoritySet, Justification, init_args};
use test_contracts::grandpa_client;
use test_support::everywhere::ACCOUNT;

/// The old set's id; the next set's is one higher.
const OLD: u64 = 7;
const ROUND: u64 = 3;

/// Two sets, and blocks 8 to 10 of a chain: block 9 hands over from the old set to the new one.
struct Chain {
    old: Authorities,
    new: Authorities,
    before: Block,
    change: Block,
    after: Block,
}

impl Chain {
    fn new() -> Self {
        let new = Authorities::equal(OLD + 1, 4, "new");
        let before = Block::new(8, "");
        let change = before.child_with_change(new.set(), 0);
        Self {
            old: Authorities::equal(OLD, 4, "old"),
            after: change.child(""),
            new,
            before,
            change,
        }
    }
}

/// The votes of a set for a block.
fn bare(set: &Authorities, block: &Block) -> Justification {
    set.justify(ROUND, block)
}

/// The same with the block's header.
fn shown(set: &Authorities, block: &Block) -> Justification {
    Justification {
        headers: vec![block.header.clone()],
        ..bare(set, block)
    }
}

/// The votes are accepted.
const TAKEN: &str = "taken";

fn client() -> Client {
    Client::nobodys(HOST_BUILDS.map(grandpa_client), 0)
}

impl Client {
    /// Starts the client anew at this block; these authorities vote from there.
    #[track_caller]
    fn start(&mut self, authorities: &AuthoritySet, block: &Block) {
        self.restore(&Account::new(ACCOUNT.parse().expect("a name")));
        let init = init_args(authorities, block.number, &block.hash);
        self.call("init", &init).expect("started");
    }

    /// Starts the client anew with the old set, some blocks before the hand-over.
    #[track_caller]
    fn start_before(&mut self, chain: &Chain) {
        self.start(chain.old.set(), &Block::new(0, ""));
    }

    /// Submits votes in order; each must be accepted, or refused by this rule.
    #[track_caller]
    fn gets(&mut self, all: &[(Justification, &str)]) {
        for (at, (votes, expected)) in all.iter().enumerate() {
            let refusal = self.submit_finality(votes).err();
            let said = refusal.map_or(TAKEN.to_owned(), |refusal| rule(&refusal));
            assert_eq!(said.trim_start_matches("invalid: "), *expected, "{at}");
        }
    }

    /// The id of the current set, and the latest final block.
    fn at(&mut self) -> (u64, u64) {
        let status = self.status();
        let number = |field: &str| status[field].as_u64().expect("a number");
        (number("set_id"), number("number"))
    }
}

#[test]
fn a_change_is_applied_once_whoever_votes_for_its_block() {
    let it = Chain::new();
    let mut client = client();
    client.start_before(&it);
    client.gets(&[
        (shown(&it.new, &it.change), "unknown_authority"),
        // The header can be submitted later.
        (bare(&it.old, &it.change), TAKEN),
        (bare(&it.new, &it.after), "unknown_authority"),
        (shown(&it.old, &it.change), TAKEN),
        (shown(&it.new, &it.change), "known_block"),
        (bare(&it.new, &it.change), "known_block"),
        (shown(&it.old, &it.change), "known_block"),
        (shown(&it.old, &it.before), "old_block"),
        (shown(&it.new, &it.before), "old_block"),
        (bare(&it.new, &it.after), TAKEN),
        (shown(&it.old, &it.change), "old_block"),
        (shown(&it.new, &it.change), "old_block"),
    ]);
    assert_eq!(client.at(), (OLD + 1, 10));
}

/// pallet-bridge-grandpa does not follow the first two either; pallet-grandpa never makes the other
/// two. Without its header, such a block is like any other, and the set stays.
#[test]
fn a_change_that_is_not_followed_is_named() {
    let it = Chain::new();
    let item = |log: Vec<u8>| {
        let length = u8::try_from(log.len() * 4).expect("a length of one byte");
        [&b"\x04FRNK"[..], &[length], &log].concat()
    };
    let of = |items: &[Vec<u8>]| Block::with_parent(it.before.hash, 9, "", items);
    let one = item([&[1, 4][..], &[5; 32], &1_u64.to_le_bytes(), &[0; 4]].concat());
    let mut client = client();
    for (block, expected) in [
        (
            it.before.child_with_change(it.new.set(), 2),
            "delayed_change",
        ),
        (
            it.before.child_with_forced_change(it.new.set(), 8, 1),
            "forced_change",
        ),
        (of(&[item(vec![1, 0, 0, 0, 0, 0])]), "no_authorities"),
        (of(&[one.clone(), one.clone()]), "several_changes"),
    ] {
        client.start_before(&it);
        client.gets(&[
            (shown(&it.old, &block), expected),
            (bare(&it.old, &block), TAKEN),
            (shown(&it.old, &block), expected),
            (bare(&it.new, &block.child("")), "unknown_authority"),
            (shown(&it.old, &block.child("")), TAKEN),
        ]);
        assert_eq!(client.at(), (OLD, 10));
    }
    client.start_before(&it);
    client.gets(&[(shown(&it.old, &of(&[one])), TAKEN)]);
}

#[test]
fn the_last_set_id_hands_over_to_nobody_and_after_the_last_number_is_no_block() {
    let last = Authorities::equal(u64::MAX, 4, "last");
    let before = Block::new(8, "");
    let change = before.child_with_change(Authorities::equal(0, 4, "next").set(), 0);
    let end = Block::new(u32::MAX, "");
    let mut client = client();
    client.start(last.set(), &before);
    client.gets(&[
        (shown(&last, &change), "last_set"),
        (bare(&last, &change), TAKEN),
        (shown(&last, &change), "last_set"),
        (bare(&last, &change.child("")), TAKEN),
        (shown(&last, &end), TAKEN),
    ]);
    for started_there in [false, true] {
        if started_there {
            client.start(last.set(), &end);
        }
        client.gets(&[
            (shown(&last, &end), "known_block"),
            (shown(&last, &before), "old_block"),
        ]);
    }
}
