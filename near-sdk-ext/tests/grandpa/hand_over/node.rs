//! A chain as polkadot-sdk makes it: its headers' announcements, and each set's blocks.
//!
//! Sources: for announcements pallet-grandpa's `schedule_change` and `on_finalize`
//! (`substrate/frame/grandpa`); for voters `AuthoritySet::{apply_standard_changes,
//! apply_forced_changes, current_limit}` (`substrate/client/consensus/grandpa/src/authorities.rs`)
//! and the default voting rule, which votes for a round's base if there is no better block.

use chain_files::grandpa::{AuthoritySet, generate::Block};

/// A header's announcement. The pallet deposits at most one such log in a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Log {
    Nothing,
    Scheduled { delay: u32 },
    Forced { delay: u32 },
}

/// An authority set, and the blocks that it votes for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Set {
    pub(crate) id: u64,
    /// The base of its first round.
    pub(crate) base: u32,
    /// The next set's base, or the end of the chain: honest voters vote for no later block.
    pub(crate) last: u32,
    /// The announcement that ended it.
    pub(crate) end: Log,
}

/// A chain from block 0; set 0 votes on the blocks after it.
#[derive(Clone, Debug)]
pub(crate) struct Chain {
    /// By number.
    pub(crate) blocks: Vec<Block>,
    /// By number.
    pub(crate) logs: Vec<Log>,
    /// By id.
    pub(crate) sets: Vec<Set>,
}

/// The child of a block, with this announcement.
fn child(before: &Block, log: Log) -> Block {
    let next = next_authorities(before.number + 1);
    match log {
        Log::Nothing => before.child(""),
        Log::Scheduled { delay } => before.child_with_change(&next, delay),
        Log::Forced { delay } => before.child_with_forced_change(&next, before.number, delay),
    }
}

/// The authorities that the block of this number announces.
pub(crate) fn next_authorities(number: u32) -> AuthoritySet {
    let mut key = [0; 32];
    key[..4].copy_from_slice(&number.to_le_bytes());
    AuthoritySet {
        set_id: 0, // no header names it
        authorities: vec![(key, 1)],
    }
}

impl Chain {
    /// The chain whose blocks from 1 on announce these `logs`, followed by blocks without
    /// announcements. `None` if the pallet would refuse to schedule one of them.
    ///
    /// The old set may vote until a forced change takes effect, the longest time that a node can be
    /// behind: a change is only forced if the voters have stalled.
    pub(crate) fn new(logs: &[Log], tail: usize) -> Option<Self> {
        let logs = [&[Log::Nothing], logs, &vec![Log::Nothing; tail]].concat();
        let set = |id, base| Set {
            id,
            base,
            last: u32::try_from(logs.len() - 1).expect("short"),
            end: Log::Nothing,
        };
        let (mut blocks, mut sets) = (vec![Block::new(0, "")], vec![set(0, 0)]);
        let (mut pending_until, mut next_forced) = (0, 0);
        for (number, &log) in (0..).zip(&logs).skip(1) {
            blocks.push(child(&blocks[blocks.len() - 1], log));
            let (effective, base) = match log {
                Log::Nothing => continue,
                Log::Scheduled { delay } => (number + delay, number + delay),
                Log::Forced { .. } if number < next_forced => return None,
                Log::Forced { delay } => {
                    next_forced = number + 2 * delay;
                    (number + delay, number - 1)
                }
            };
            if number <= pending_until {
                return None;
            }
            pending_until = effective;
            let last = sets.last_mut().expect("set 0");
            (last.last, last.end) = (effective, log);
            let id = last.id + 1;
            sets.push(set(id, base));
        }
        Some(Self { blocks, logs, sets })
    }

    /// Each set's votes, each for one of its blocks.
    pub(crate) fn votes(&self) -> impl Iterator<Item = (&Set, u32)> {
        let sets = self.sets.iter();
        sets.flat_map(|set| (set.base..=set.last).map(move |number| (set, number)))
    }

    pub(crate) fn log(&self, number: u32) -> Log {
        self.logs[number as usize]
    }

    pub(crate) fn block(&self, number: u32) -> &Block {
        &self.blocks[number as usize]
    }

    pub(crate) fn set(&self, id: u64) -> &Set {
        let set = self.sets.iter().find(|set| set.id == id);
        set.expect("no client is ahead of the chain")
    }

    /// The set that votes on blocks after this one.
    pub(crate) fn set_after(&self, number: u32) -> &Set {
        let after = self.sets.iter().rfind(|set| set.base <= number);
        after.expect("set 0 starts at block 0")
    }
}
