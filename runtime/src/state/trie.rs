//! Nodes of the shard's trie that storage operations touch.
//!
//! Since flat storage (NEP-399), nearcore charges for nodes only in writes and removals. These look
//! up the key in the trie as it was when the chunk began, and dereference the value that they
//! replace. They find the chunk's own writes without the trie. Since protocol version 82, a node
//! costs the same whether or not the chunk touched it before.
//!
//! A contract's keys form a subtree below the account's name. The keys determine the subtree's
//! nodes. The number of nodes above it depends on the shard's other accounts, so it is a setting:
//! [`TYPICAL_TRIE_DEPTH`].

use std::collections::BTreeMap;
use std::ops::Bound;

/// Nodes above the keys of a contract on a public network. Source: the nodes of testnet's trie that
/// `set_greeting` of `hello.sleet.testnet` touched in December 2025, in three transactions
/// (`8poBwSrvGCH4pebXeJEKoivukzX1aDhdcazmiTesEmyA` is the first), without the leaf and the value of
/// the contract's one key. An earlier call of `v1.dagro.near` shows at most 16 on mainnet.
pub const TYPICAL_TRIE_DEPTH: u32 = 18;

/// Nodes that a lookup of `key` visits in the account's subtree, found or not; 0 if it is empty.
///
/// nearcore's trie is a Patricia trie over nibbles: a single key is a leaf; several keys are an
/// extension, if they share nibbles here, and a branch. The keys of one account share at least the
/// nibbles that distinguish its name, so the subtree of two or more keys begins with an extension.
///
/// # Cost
///
/// Two searches of the storage for each branch visited.
pub(super) fn nodes_visited(storage: &BTreeMap<Vec<u8>, Vec<u8>>, key: &[u8]) -> u64 {
    let mut visited = 0;
    // Nibbles of the key on the path to the node. The name's nibbles lead to the first node.
    let mut depth = 0;
    let mut is_top = true;
    while let Some((first, last)) = ends(storage, key, depth) {
        visited += 1;
        if first == last {
            break;
        }
        let shared = shared_nibbles(first, last);
        if is_top || shared > depth {
            // The node is an extension; a key that follows it reaches a branch.
            if shared_nibbles(first, key) < shared {
                break;
            }
            visited += 1;
        }
        if shared == 2 * key.len() {
            break;
        }
        depth = shared + 1;
        is_top = false;
    }
    visited
}

/// The first and the last stored key that begin with the first `nibbles` of `key`.
fn ends<'a>(
    storage: &'a BTreeMap<Vec<u8>, Vec<u8>>,
    key: &[u8],
    nibbles: usize,
) -> Option<(&'a [u8], &'a [u8])> {
    let mut lower = key[..nibbles.div_ceil(2)].to_vec();
    let mut upper = lower.clone();
    if nibbles % 2 == 1
        && let (Some(low), Some(high)) = (lower.last_mut(), upper.last_mut())
    {
        *low &= 0xf0;
        *high |= 0x0f;
    }
    // The least key above all keys with this prefix.
    while upper.pop_if(|byte| *byte == 0xff).is_some() {}
    let upper = match upper.last_mut() {
        Some(byte) => {
            *byte += 1;
            Bound::Excluded(upper)
        }
        None => Bound::Unbounded,
    };
    let mut keys = storage.range((Bound::Included(lower), upper));
    let (first, _) = keys.next()?;
    let last = keys.next_back().map_or(first, |(last, _)| last);
    Some((first, last))
}

fn shared_nibbles(one: &[u8], other: &[u8]) -> usize {
    let bytes = one.iter().zip(other).take_while(|(a, b)| a == b).count();
    let half = matches!((one.get(bytes), other.get(bytes)), (Some(a), Some(b)) if a >> 4 == b >> 4);
    2 * bytes + usize::from(half)
}

#[cfg(test)]
mod tests;
