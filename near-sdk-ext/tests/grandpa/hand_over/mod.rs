//! A client's progress through all submissions of a relayer, in any order. It stops only where
//! pallet-bridge-grandpa stops, and never follows a set too early or twice.

mod node;

use std::{
    collections::{HashMap, hash_map::Entry},
    hash::Hash,
};

use chain_files::grandpa::generate::Block;
use near_sdk_ext::grandpa::{Error, Finalized, Header, Progress};

use node::{Chain, Log, Set, next_authorities};

use crate::case::is_named;

/// Blocks that may announce changes. Enough further blocks follow for every change to take effect,
/// and one more.
const SIGNALS: u32 = 5;
const TAIL: usize = 3;
/// The announcements that each of these blocks may make.
const LOGS: [Log; 6] = [
    Log::Nothing,
    Log::Scheduled { delay: 0 },
    Log::Scheduled { delay: 1 },
    Log::Scheduled { delay: 2 },
    Log::Forced { delay: 0 },
    Log::Forced { delay: 2 },
];

/// A block that the verifier takes as final.
fn finalized(block: &Block, with_header: bool) -> Finalized<'_> {
    let header = Header::decode(&block.header).expect("a header");
    Finalized {
        hash: &block.hash,
        number: block.number,
        round: 1,
        signatures: 1,
        weight: 1,
        header: with_header.then_some(header),
    }
}

/// The client after this set's votes for a block, with or without the block's header; unchanged if
/// they are refused.
fn after(mut client: Progress, chain: &Chain, (set, number): (&Set, u32), shown: bool) -> Progress {
    let (before, block) = (client, chain.block(number));
    // The set's id is part of what its authorities sign.
    if set.id != client.set_id() || client.expects(number, &block.hash).is_err() {
        return client;
    }
    match client.advance(&finalized(block, shown)) {
        Ok(None) => {}
        Ok(Some(change)) => {
            let next = next_authorities(number);
            let next = next.authorities.iter().map(|(key, weight)| (key, *weight));
            assert!(change.next_authorities().eq(next));
        }
        Err(error) => {
            is_named(&error);
            let expected = match chain.log(number) {
                Log::Nothing => None,
                Log::Scheduled { delay } => Some(Error::DelayedChange { delay }),
                Log::Forced { .. } => Some(Error::ForcedChange),
            };
            assert_eq!((Some(error), client), (expected, before), "unchanged");
        }
    }
    let leads_on = number > before.number() || shown;
    assert!(
        leads_on || client == before,
        "{before:?} leads to {client:?}"
    );
    client
}

/// Asserts the invariants of a client in any state.
fn check(client: &Progress, chain: &Chain) {
    let (latest, hash) = (client.number(), *client.hash());
    assert_eq!(hash, chain.block(latest).hash);
    // The set votes for the client's block, so it is neither ahead of the chain nor behind.
    let set = chain.set(client.set_id());
    assert!((set.base..=set.last).contains(&latest), "{client:?}");
    // Other blocks up to this number are refused, whichever set votes for them.
    let refuses = |number, hash, expected: Error| {
        is_named(&expected);
        client.expects(number, hash) == Err(expected)
    };
    let conflicting = Error::ConflictingBlock { number: latest };
    assert!(refuses(latest, &[0xfe; 32], conflicting));
    let is_old = |number| refuses(number, &hash, Error::OldBlock { number, latest });
    assert!((0..latest).all(is_old), "{client:?}");
    let known = Error::KnownBlock { number: latest };
    assert!(client.expects(latest, &hash).is_ok() || refuses(latest, &hash, known));
}

/// The last block that honest votes can bring a client to: the end of the first set that ends
/// without an undelayed change.
fn stop(client: &Progress, chain: &Chain) -> u32 {
    let mut sets = chain.sets.iter().filter(|set| set.id >= client.set_id());
    let is_last = |set: &&Set| set.end != Log::Scheduled { delay: 0 };
    sets.find(is_last).expect("the chain's last set").last
}

/// pallet-bridge-grandpa, polkadot-sdk's own client of such chains: its best block, and the id of
/// its set.
type Pallet = (u32, u64);

/// The pallet after this set's votes for a block, always with its header; unchanged if they are
/// refused.
///
/// Source: `submit_finality_proof_ex`, `check_obsolete` and `try_enact_authority_change`
/// (`bridges/modules/grandpa`).
fn pallet_after(pallet: Pallet, chain: &Chain, (set, number): (&Set, u32)) -> Pallet {
    let (best, set_id) = pallet;
    match chain.log(number) {
        _ if number <= best || set.id != set_id => pallet,
        Log::Nothing => (number, set_id),
        Log::Scheduled { delay: 0 } => (number, set_id + 1),
        Log::Scheduled { .. } | Log::Forced { .. } => pallet,
    }
}

/// All states that steps reach from this one, and whether a step leads on from each.
fn reached<S: Copy + Eq + Hash>(start: S, steps: impl Fn(S) -> Vec<S>) -> HashMap<S, bool> {
    let (mut reached, mut open) = (HashMap::new(), vec![start]);
    while let Some(state) = open.pop() {
        let Entry::Vacant(entry) = reached.entry(state) else {
            continue;
        };
        let before = open.len();
        open.extend(steps(state).into_iter().filter(|next| *next != state));
        entry.insert(open.len() > before);
    }
    reached
}

/// Makes all sequences of submissions, which is everything that the chain gossips, to a client and
/// to the pallet. Both start at this block, with the authorities that follow. Returns the number of
/// states in which the client will stop before the chain's end.
fn explore(chain: &Chain, start: u32) -> usize {
    let (set_id, hash) = (chain.set_after(start).id, chain.block(start).hash);
    let pallets = reached((start, set_id), |pallet| {
        let step = |votes| pallet_after(pallet, chain, votes);
        chain.votes().map(step).collect()
    });
    let theirs = pallets.keys().map(|(best, _)| *best).max();
    let clients = reached(Progress::new(set_id, start, hash), |client| {
        let steps = |votes| [false, true].map(|shown| after(client, chain, votes, shown));
        chain.votes().flat_map(steps).collect()
    });
    for (client, leads_on) in &clients {
        check(client, chain);
        // Numbers and set ids only grow, so every sequence ends in a state that leads nowhere.
        let stop = stop(client, chain);
        let is_right = (*leads_on || client.number() == stop) && Some(stop) >= theirs;
        let logs = &chain.logs;
        assert!(
            is_right,
            "{client:?} stops, the pallet at {theirs:?}: {logs:?}"
        );
    }
    let end = chain.blocks[chain.blocks.len() - 1].number;
    let stops = clients.keys().filter(|client| stop(client, chain) < end);
    stops.count()
}

#[test]
fn no_sequence_of_submissions_stops_a_client_where_the_bridge_pallet_goes_on() {
    let mut stopped = 0;
    let kinds = u32::try_from(LOGS.len()).expect("few");
    for chain in 0..kinds.pow(SIGNALS) {
        let digit = |place| LOGS[(chain / kinds.pow(place) % kinds) as usize];
        let logs: Vec<_> = (0..SIGNALS).map(digit).collect();
        if let Some(chain) = Chain::new(&logs, TAIL) {
            let starts = (0..=SIGNALS).map(|start| explore(&chain, start));
            stopped += starts.sum::<usize>();
        }
    }
    assert!(stopped > 0, "no change was one that nobody follows");
}

/// Without its header, a block that announces a change is like any other.
#[test]
fn no_set_follows_the_last_id() {
    let before = Block::new(u32::MAX - 1, "");
    let block = before.child_with_change(&next_authorities(u32::MAX), 0);
    let mut progress = Progress::new(u64::MAX, before.number, before.hash);
    is_named(&Error::LastSet);
    // The second time, the block is the latest.
    for _ in 0..2 {
        let refused = progress.advance(&finalized(&block, true));
        assert_eq!(refused, Err(Error::LastSet));
        assert_eq!(progress.advance(&finalized(&block, false)), Ok(None));
    }
    assert_eq!((progress.set_id(), progress.number()), (u64::MAX, u32::MAX));
}
