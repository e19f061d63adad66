//! A client's progress through all submissions of a relayer, in any order. It stops only where
//! pallet-bridge-grandpa stops, and never follows a set too early or twice.

mod node;
mod pallet;

use std::{collections::HashMap, hash::Hash};

use chain_files::grandpa::{AuthoritySet, generate::Block};
use near_sdk_ext::grandpa::{Error, Finalized, Header, Progress};
use parity_scale_codec::Encode as _;

use node::{Chain, Log};
use pallet::Pallet;

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

/// A set's votes for one of its blocks, with or without the block's header.
#[derive(Clone, Copy, Debug)]
struct Submission {
    set: u64,
    number: u32,
    with_header: bool,
}

/// All possible submissions: everything that the chain gossips.
fn submissions(chain: &Chain) -> Vec<Submission> {
    let of = |set: &node::Set| {
        let id = set.id;
        (set.base..=set.last).flat_map(move |number| {
            [false, true].map(|with_header| Submission {
                set: id,
                number,
                with_header,
            })
        })
    };
    chain.sets.iter().flat_map(of).collect()
}

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

/// The rule under test, and the authorities that the contract stores beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Client {
    progress: Progress,
    authority: u8,
}

impl Client {
    fn new(chain: &Chain, number: u32) -> Self {
        let set = chain.set_after(number);
        Self {
            progress: Progress::new(set.id, number, chain.block(number).hash),
            authority: set.authority,
        }
    }

    /// The client after a submission; unchanged if it is refused.
    fn after(mut self, chain: &Chain, submission: Submission) -> Self {
        let (set, block) = (chain.set(submission.set), chain.block(submission.number));
        let before = self;
        // Votes carry a set's id, and its authorities sign them.
        let is_theirs = (set.id, set.authority) == (self.progress.set_id(), self.authority);
        if !is_theirs || self.progress.expects(block.number, &block.hash).is_err() {
            return before;
        }
        let finalized = finalized(block, submission.with_header);
        match self.progress.advance(&finalized) {
            Err(_) => assert_eq!(self, before, "refused, and changed"),
            Ok(None) => {}
            Ok(Some(change)) => {
                let (key, weight) = change.next_authorities().next().expect("one authority");
                assert_eq!((change.next_authorities().len(), weight), (1, 1));
                self.authority = key[0];
            }
        }
        self
    }

    /// Asserts the invariants of a client in any state.
    fn check(&self, chain: &Chain) {
        let (number, hash) = (self.progress.number(), self.progress.hash());
        assert_eq!(hash, &chain.block(number).hash);
        // The set votes for the client's block, so it is neither ahead of the chain nor behind.
        let set = chain.set(self.progress.set_id());
        assert!((set.base..=set.last).contains(&number), "{self:?}");
        assert_eq!(self.authority, set.authority);
        // Another block with this number is refused, whichever set votes for it.
        let conflicting = Error::ConflictingBlock { number };
        assert_eq!(self.progress.expects(number, &[0xfe; 32]), Err(conflicting));
    }

    /// The last block that honest votes can reach: the end of the first set that ends without an
    /// undelayed change.
    fn stop(&self, chain: &Chain) -> u32 {
        let sets = &chain.sets[usize::try_from(self.progress.set_id()).expect("few")..];
        let is_last = |set: &&node::Set| set.end != Log::Scheduled { delay: 0 };
        sets.iter()
            .find(is_last)
            .expect("the chain's last set")
            .last
    }
}

/// The greatest number that any submissions reach from a state. `known` then has it of every state on the way too.
fn furthest<S: Copy + Eq + Hash>(
    state: S,
    number: fn(&S) -> u32,
    steps: &impl Fn(S) -> Vec<S>,
    known: &mut HashMap<S, u32>,
) -> u32 {
    if let Some(&furthest) = known.get(&state) {
        return furthest;
    }
    // Numbers and set ids only grow, so no step leads back. The entry ends the search even if a
    // rule is wrong.
    known.insert(state, number(&state));
    let next = steps(state).into_iter().filter(|next| *next != state);
    let reached = next.map(|next| furthest(next, number, steps, known)).max();
    let reached = reached.unwrap_or(0).max(number(&state));
    known.insert(state, reached);
    reached
}

/// Makes all sequences of submissions to a client and to the pallet, which both start at this
/// block. Returns the number of states in which the client will stop.
fn explore(chain: &Chain, start: u32) -> usize {
    let submissions = submissions(chain);
    let pallet_steps = |pallet: Pallet| -> Vec<_> {
        let after = |it: &Submission| pallet.after(chain, chain.set(it.set), it.number);
        submissions.iter().map(after).collect()
    };
    let pallet = Pallet::new(chain, start);
    let theirs = furthest(pallet, Pallet::best, &pallet_steps, &mut HashMap::new());
    let client_steps = |client: Client| -> Vec<_> {
        let after = |it: &Submission| client.after(chain, *it);
        submissions.iter().map(after).collect()
    };
    let (client, mut clients) = (Client::new(chain, start), HashMap::new());
    furthest(
        client,
        |it| it.progress.number(),
        &client_steps,
        &mut clients,
    );
    for (client, &ours) in &clients {
        client.check(chain);
        let logs = &chain.logs;
        assert!(
            ours >= theirs,
            "{client:?} stops at {ours}, the pallet at {theirs}: {logs:?}"
        );
        assert_eq!(ours, client.stop(chain), "{client:?}: {logs:?}");
    }
    let end = chain.blocks[chain.blocks.len() - 1].number;
    clients.values().filter(|number| **number < end).count()
}

#[test]
fn no_sequence_of_submissions_stops_a_client_where_the_bridge_pallet_goes_on() {
    let mut stopped = 0;
    let kinds = u32::try_from(LOGS.len()).expect("few");
    for chain in 0..kinds.pow(SIGNALS) {
        let digit = |place| LOGS[(chain / kinds.pow(place) % kinds) as usize];
        let logs: Vec<_> = (0..SIGNALS).map(digit).collect();
        for same_authorities in [false, true] {
            if let Some(chain) = Chain::new(&logs, TAIL, same_authorities) {
                stopped += (0..=SIGNALS)
                    .map(|start| explore(&chain, start))
                    .sum::<usize>();
            }
        }
    }
    assert!(stopped > 0, "no change was one that nobody follows");
}

/// Also at the last set id and the last block number. pallet-bridge-grandpa does not follow delayed or forced changes
/// either, and pallet-grandpa never makes two changes in a block. Without its header, such a block is like any other.
#[test]
fn a_change_or_a_block_that_is_not_followed_is_named() {
    let before = Block::new(8, "");
    let next = AuthoritySet {
        set_id: 0, // no header names it
        authorities: vec![([5; 32], 1)],
    };
    let log = (1_u8, &next.authorities, 0_u32).encode();
    let item = (4_u8, *b"FRNK", log).encode();
    let twice = Block::with_parent(before.hash, 9, "", &[item.clone(), item]);
    let [at_once, delayed] = [0, 2].map(|delay| before.child_with_change(&next, delay));
    let forced = before.child_with_forced_change(&next, 8, 1);
    for (set_id, block, expected) in [
        (7, delayed, Error::DelayedChange { delay: 2 }),
        (7, forced, Error::ForcedChange),
        (7, twice, Error::SeveralChanges),
        (u64::MAX, at_once, Error::LastSet),
    ] {
        is_named(&expected);
        let mut progress = Progress::new(set_id, 8, before.hash);
        for is_taken in [false, true] {
            let state = progress;
            assert_eq!(progress.advance(&finalized(&block, true)), Err(expected));
            assert_eq!(progress, state);
            if !is_taken {
                assert_eq!(progress.advance(&finalized(&block, false)), Ok(None));
            }
        }
        assert_eq!((progress.set_id(), progress.number()), (set_id, 9));
    }
    let (number, latest) = (8, u32::MAX);
    let [end, fork] = ["", "fork"].map(|name| Block::new(latest, name));
    let mut progress = Progress::new(7, number, before.hash);
    assert_eq!(progress.advance(&finalized(&end, true)), Ok(None));
    for (block, expected) in [
        (&before, Error::OldBlock { number, latest }),
        (&end, Error::KnownBlock { number: latest }),
        (&fork, Error::ConflictingBlock { number: latest }),
    ] {
        is_named(&expected);
        assert_eq!(progress.expects(block.number, &block.hash), Err(expected));
    }
}
