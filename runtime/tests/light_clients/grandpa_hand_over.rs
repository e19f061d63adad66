//! One authority set hands over to the next: the votes and headers with which the client follows,
//! its refusals, and the blocks where it stops for good. `near-sdk-ext/tests/grandpa/hand_over`
//! explores every order of events, on the rule alone.

use crate::client::{Client, rule};
use crate::clients::Clients;
use near_runtime_ext::Account;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use test_contracts::grandpa::generate::{Authorities, Block};
use test_contracts::grandpa::{AuthoritySet, Justification, init_args};
use test_contracts::grandpa_client;
use test_support::everywhere::ACCOUNT;

/// The old set's id; the next set's is one higher.
const OLD: u64 = 7;
const ROUND: u64 = 3;

/// Two sets, and blocks 8 to 10 of a chain: the old set hands over to the new one with block 9.
struct Chain {
    old: Authorities,
    new: Authorities,
    before: Block,
    change: Block,
    after: Block,
}

impl Chain {
    /// The next set has these authorities.
    fn to(new: Authorities) -> Self {
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

    fn new() -> Self {
        Self::to(Authorities::equal(OLD + 1, 4, "new"))
    }

    /// Starts the clients anew with the old set, some blocks before the hand-over.
    fn start(&self, clients: &mut Clients) {
        clients.start(self.old.set(), &Block::new(0, ""));
    }

    /// Starts the clients anew, and hands over.
    fn start_and_hand_over(&self, clients: &mut Clients) {
        self.start(clients);
        clients.takes(&shown(&self.old, &self.change));
        assert_eq!(clients.at(), (OLD + 1, 9));
    }

    /// These clients accept the new set's votes.
    #[track_caller]
    fn goes_on(&self, clients: &mut Clients) {
        clients.takes(&self.new.justify(ROUND, &self.after));
        assert_eq!(clients.at(), (OLD + 1, 10));
    }
}

/// The votes of a set for a block, with the block's header.
fn shown(set: &Authorities, block: &Block) -> Justification {
    Justification {
        headers: vec![block.header.clone()],
        ..set.justify(ROUND, block)
    }
}

/// The clients, for one test at a time: compiling the contracts takes longer than all of the tests.
fn clients() -> MutexGuard<'static, Clients> {
    static CLIENTS: LazyLock<Mutex<Clients>> = LazyLock::new(|| {
        let nobodys = |build| Client::nobodys(grandpa_client(build), 0);
        Mutex::new(Clients::of_the_host(nobodys))
    });
    // Each test starts them anew, so a poisoned lock does not matter.
    CLIENTS.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Clients {
    /// Starts them anew at this block; these authorities vote after it.
    #[track_caller]
    fn start(&mut self, authorities: &AuthoritySet, block: &Block) {
        let nobodys = Account::new(ACCOUNT.parse().expect("a name"));
        self.restore(&[nobodys.clone(), nobodys]);
        let init = init_args(authorities, block.number, &block.hash);
        self.call("init", &init).expect("started");
    }

    #[track_caller]
    fn takes(&mut self, justification: &Justification) {
        self.submit_finality(justification).expect("final");
    }

    /// They refuse it by this rule, and their state is unchanged.
    #[track_caller]
    fn refuse(&mut self, justification: &Justification, expected: &str) {
        let refusal = self.refuses(justification);
        assert_eq!(rule(&refusal), expected, "{refusal}");
    }

    /// The id of the current set, and the latest final block.
    fn at(&mut self) -> (u64, u64) {
        let status = self.view("status");
        let number = |field: &str| status[field].as_u64().expect("a number");
        (number("set_id"), number("number"))
    }
}

#[test]
fn the_new_sets_votes_for_the_block_that_made_it_change_nothing() {
    let chain = Chain::new();
    let mut clients = clients();
    chain.start_and_hand_over(&mut clients);
    clients.refuse(&shown(&chain.new, &chain.change), "invalid: known_block");
    let bare = chain.new.justify(ROUND, &chain.change);
    clients.refuse(&bare, "invalid: known_block");
    chain.goes_on(&mut clients);
}

#[test]
fn the_old_sets_votes_hand_over_once() {
    let chain = Chain::new();
    let mut clients = clients();
    chain.start_and_hand_over(&mut clients);
    clients.refuse(&shown(&chain.old, &chain.change), "invalid: known_block");
    chain.goes_on(&mut clients);
}

/// A session may begin with the previous one's keys: only the set's id distinguishes them.
#[test]
fn a_change_to_the_same_authorities_is_applied_once() {
    let chain = Chain::to(Authorities::equal(OLD + 1, 4, "old"));
    let mut clients = clients();
    chain.start(&mut clients);
    clients.refuse(&shown(&chain.new, &chain.change), "invalid: bad_signature");
    clients.takes(&shown(&chain.old, &chain.change));
    clients.refuse(&shown(&chain.new, &chain.change), "invalid: known_block");
    clients.refuse(
        &chain.old.justify(ROUND, &chain.after),
        "invalid: bad_signature",
    );
    chain.goes_on(&mut clients);
}

#[test]
fn a_header_that_was_left_out_can_be_brought_later() {
    let chain = Chain::new();
    let mut clients = clients();
    chain.start(&mut clients);
    let bare = chain.old.justify(ROUND, &chain.change);
    clients.takes(&bare);
    // Again without it: accepted, and the state is unchanged.
    let before = clients.accounts();
    clients.takes(&bare);
    assert!(clients.accounts() == before);
    clients.takes(&shown(&chain.old, &chain.change));
    clients.refuse(&shown(&chain.old, &chain.change), "invalid: known_block");
    chain.goes_on(&mut clients);
}

#[test]
fn before_the_header_was_shown_the_new_sets_votes_are_a_strangers() {
    let chain = Chain::new();
    let mut clients = clients();
    chain.start(&mut clients);
    clients.takes(&chain.old.justify(ROUND, &chain.change));
    for votes in [
        shown(&chain.new, &chain.change),
        chain.new.justify(ROUND, &chain.after),
    ] {
        clients.refuse(&votes, "invalid: unknown_authority");
    }
    clients.takes(&shown(&chain.old, &chain.change));
    chain.goes_on(&mut clients);
}

#[test]
fn no_gap_leads_over_a_hand_over() {
    let chain = Chain::new();
    let mut clients = clients();
    chain.start(&mut clients);
    for votes in [
        shown(&chain.new, &chain.after),
        shown(&chain.new, &chain.change),
    ] {
        clients.refuse(&votes, "invalid: unknown_authority");
    }
    // A gap within one set's blocks is allowed.
    clients.takes(&shown(&chain.old, &chain.change));
    let far = Block::new(1000, "");
    clients.takes(&chain.new.justify(ROUND, &far));
    assert_eq!(clients.at(), (OLD + 1, 1000));
}

#[test]
fn two_changes_in_a_row_are_followed_one_by_one() {
    let chain = Chain::new();
    let third = Authorities::equal(OLD + 2, 4, "third");
    let second = chain.change.child_with_change(third.set(), 0);
    let mut clients = clients();
    chain.start(&mut clients);
    clients.refuse(&shown(&chain.new, &second), "invalid: unknown_authority");
    clients.takes(&shown(&chain.old, &chain.change));
    clients.refuse(&shown(&third, &second), "invalid: unknown_authority");
    clients.refuse(&shown(&chain.new, &chain.change), "invalid: known_block");
    clients.takes(&shown(&chain.new, &second));
    for set in [&chain.new, &third] {
        clients.refuse(&shown(set, &second), "invalid: known_block");
        clients.refuse(&shown(set, &chain.change), "invalid: old_block");
    }
    clients.takes(&third.justify(ROUND, &second.child("")));
    assert_eq!(clients.at(), (OLD + 2, 11));
}

#[test]
fn a_client_starts_at_a_hand_over_with_the_set_after_it() {
    let chain = Chain::new();
    let mut clients = clients();
    clients.start(chain.new.set(), &chain.change);
    for votes in [&chain.old, &chain.new].map(|set| shown(set, &chain.change)) {
        clients.refuse(&votes, "invalid: known_block");
    }
    chain.goes_on(&mut clients);
}

/// The one mistake at the start without a remedy: `init` must get the set that votes after the
/// block.
#[test]
fn a_client_that_starts_at_a_hand_over_with_the_set_before_it_stops_there() {
    let chain = Chain::new();
    let mut clients = clients();
    clients.start(chain.old.set(), &chain.change);
    for set in [&chain.old, &chain.new] {
        clients.refuse(&shown(set, &chain.change), "invalid: known_block");
    }
    clients.refuse(
        &shown(&chain.new, &chain.after),
        "invalid: unknown_authority",
    );
    // A block earlier, it starts with that set.
    clients.start(chain.old.set(), &chain.before);
    clients.takes(&shown(&chain.old, &chain.change));
    chain.goes_on(&mut clients);
}

/// pallet-bridge-grandpa does not follow it either.
#[test]
fn a_delayed_change_is_refused_and_its_block_is_the_last() {
    let chain = Chain::new();
    let announcing = chain.before.child_with_change(chain.new.set(), 2);
    let (between, effective) = (announcing.child(""), announcing.child("").child(""));
    let mut clients = clients();
    chain.start(&mut clients);
    let announced = shown(&chain.old, &announcing);
    clients.refuse(&announced, "invalid: delayed_change");
    // Without its header it is like any other block, up to the old set's last one.
    clients.takes(&chain.old.justify(ROUND, &announcing));
    clients.refuse(&announced, "invalid: delayed_change");
    for block in [&between, &effective] {
        clients.takes(&shown(&chain.old, block));
    }
    for block in [&effective, &effective.child("")] {
        let refusal = clients.refuses(&shown(&chain.new, block));
        let expected = match block.number == effective.number {
            true => "invalid: known_block",
            false => "invalid: unknown_authority",
        };
        assert_eq!(rule(&refusal), expected, "{refusal}");
    }
    assert_eq!(clients.at(), (OLD, 11));
}

#[test]
fn a_change_on_the_way_of_the_votes_is_not_the_targets() {
    let mut clients = clients();
    for delay in [0, 2] {
        let chain = Chain::new();
        let change = chain.before.child_with_change(chain.new.set(), delay);
        let votes = [(0, &change), (1, &change), (2, &change)];
        let ahead = chain
            .old
            .justify_by(ROUND, &chain.before, &votes, &[&change]);
        chain.start(&mut clients);
        clients.takes(&ahead);
        assert_eq!(clients.at(), (OLD, 8));
    }
    // A target with the change is followed.
    let chain = Chain::new();
    let votes = [(0, &chain.change), (1, &chain.change), (2, &chain.change)];
    chain.start(&mut clients);
    clients.takes(
        &chain
            .old
            .justify_by(ROUND, &chain.before, &votes, &[&chain.change]),
    );
    clients.takes(&shown(&chain.old, &chain.change));
    // The next set may vote for the block that made it, with votes for later blocks.
    let votes = [(0, &chain.after), (1, &chain.after), (2, &chain.after)];
    let base = chain
        .new
        .justify_by(ROUND, &chain.change, &votes, &[&chain.change, &chain.after]);
    clients.refuse(&base, "invalid: known_block");
    chain.goes_on(&mut clients);
}

/// pallet-bridge-grandpa does not follow it either: the old set never votes for it.
#[test]
fn a_forced_change_is_refused_and_the_old_sets_blocks_are_the_last() {
    let chain = Chain::new();
    let forcing = chain.before.child_with_forced_change(chain.new.set(), 8, 1);
    let next = forcing.child("");
    let mut clients = clients();
    chain.start(&mut clients);
    clients.takes(&shown(&chain.old, &chain.before));
    clients.refuse(&shown(&chain.old, &forcing), "invalid: forced_change");
    clients.refuse(&shown(&chain.new, &chain.before), "invalid: known_block");
    for block in [&forcing, &next] {
        clients.refuse(
            &chain.new.justify(ROUND, block),
            "invalid: unknown_authority",
        );
    }
    clients.takes(&chain.old.justify(ROUND, &forcing));
    clients.takes(&shown(&chain.old, &next));
    clients.refuse(
        &chain.new.justify(ROUND, &next.child("")),
        "invalid: unknown_authority",
    );
    assert_eq!(clients.at(), (OLD, 10));
}

#[test]
fn a_block_below_the_latest_is_old_whoever_votes() {
    let chain = Chain::new();
    let mut clients = clients();
    chain.start_and_hand_over(&mut clients);
    for set in [&chain.old, &chain.new] {
        clients.refuse(&shown(set, &chain.before), "invalid: old_block");
    }
    chain.goes_on(&mut clients);
    for set in [&chain.old, &chain.new] {
        clients.refuse(&shown(set, &chain.change), "invalid: old_block");
    }
}

#[test]
fn another_block_of_the_latest_number_conflicts_whoever_votes() {
    let chain = Chain::new();
    let fork = Block::new(9, "fork");
    let forked_change = Block::new(8, "fork").child_with_change(chain.new.set(), 0);
    let mut clients = clients();
    // With the header of the latest block, and without.
    for header_shown in [true, false] {
        match header_shown {
            true => chain.start_and_hand_over(&mut clients),
            false => {
                chain.start(&mut clients);
                clients.takes(&chain.old.justify(ROUND, &chain.change));
            }
        }
        for set in [&chain.old, &chain.new] {
            for block in [&fork, &forked_change] {
                clients.refuse(&shown(set, block), "invalid: conflicting_block");
            }
        }
    }
}

#[test]
fn the_last_set_id_hands_over_to_nobody() {
    let last = Authorities::equal(u64::MAX, 4, "last");
    let before = Block::new(8, "");
    let change = before.child_with_change(Authorities::equal(0, 4, "next").set(), 0);
    let mut clients = clients();
    clients.start(last.set(), &before);
    clients.refuse(&shown(&last, &change), "invalid: last_set");
    clients.takes(&last.justify(ROUND, &change));
    clients.refuse(&shown(&last, &change), "invalid: last_set");
    clients.takes(&last.justify(ROUND, &change.child("")));
}

#[test]
fn after_the_last_number_there_is_no_block() {
    let chain = Chain::new();
    let last = Block::new(u32::MAX, "");
    let mut clients = clients();
    chain.start(&mut clients);
    clients.takes(&shown(&chain.old, &last));
    for started_there in [false, true] {
        if started_there {
            clients.start(chain.old.set(), &last);
        }
        clients.refuse(&shown(&chain.old, &last), "invalid: known_block");
        clients.refuse(&shown(&chain.old, &chain.before), "invalid: old_block");
    }
}
