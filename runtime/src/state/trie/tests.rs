//! Compares the charged nodes with a trie that is built node by node over all keys of a shard.

use crate::external::CallExternal;
use crate::host::bare_context;
use crate::state::{Block, apply};
use near_parameters::{ExtCosts, RuntimeConfig, RuntimeConfigStore};
use near_primitives_core::types::Gas;
use near_primitives_core::version::PROTOCOL_VERSION;
use near_vm_runner::logic::{ExecutionResultState, HostCtx, VMContext, host};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock};

type Nibbles = Vec<u8>;

static CONFIG: LazyLock<Arc<RuntimeConfig>> = LazyLock::new(|| {
    RuntimeConfigStore::new(None)
        .get_config(PROTOCOL_VERSION)
        .clone()
});

/// A node of nearcore's trie, as its documentation draws it. A node stores its value beside it.
enum Node {
    Leaf(Nibbles),
    Extension(Nibbles, Box<Node>),
    Branch(BTreeMap<u8, Node>, bool),
}

impl Node {
    /// Builds the trie of these keys: at least one, none twice.
    fn of(keys: Vec<Nibbles>) -> Self {
        if let [key] = keys.as_slice() {
            return Self::Leaf(key.clone());
        }
        let goes_with = |nibbles: &[u8]| keys.iter().all(|key| key.starts_with(nibbles));
        let shared = (0..=keys[0].len())
            .rev()
            .find(|it| goes_with(&keys[0][..*it]));
        let shared = shared.expect("nothing is shared by all");
        if shared > 0 {
            let rests = keys.iter().map(|key| key[shared..].to_vec()).collect();
            return Self::Extension(keys[0][..shared].to_vec(), Box::new(Self::of(rests)));
        }
        let mut children: BTreeMap<u8, Vec<Nibbles>> = BTreeMap::new();
        for key in keys.iter().filter(|key| !key.is_empty()) {
            children.entry(key[0]).or_default().push(key[1..].to_vec());
        }
        let has_value = keys.iter().any(Vec::is_empty);
        let children = children.into_iter().map(|(it, keys)| (it, Self::of(keys)));
        Self::Branch(children.collect(), has_value)
    }

    /// The nodes on the path to `key`, and whether a value is at its end.
    fn look_up(&self, key: &[u8]) -> (u64, bool) {
        let (visited, found) = match self {
            Self::Leaf(rest) => (0, rest == key),
            Self::Extension(nibbles, child) => match key.strip_prefix(nibbles.as_slice()) {
                Some(rest) => child.look_up(rest),
                None => (0, false),
            },
            Self::Branch(children, has_value) => match key.split_first() {
                None => (0, *has_value),
                Some((nibble, rest)) => match children.get(nibble) {
                    Some(child) => child.look_up(rest),
                    None => (0, false),
                },
            },
        };
        (visited + 1, found)
    }
}

/// A contract's key in the trie of its shard: column 9, the account, a comma.
fn nibbles(key: &[u8]) -> Nibbles {
    let whole = [b"\x09contract.near,".as_slice(), key].concat();
    whole
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 15])
        .collect()
}

#[derive(Clone, Debug)]
enum Operation {
    Write(Vec<u8>),
    Remove(Vec<u8>),
    Read(Vec<u8>),
    Has(Vec<u8>),
}

/// Keys with few distinct nibbles: many are prefixes of others, or differ in half a byte.
fn key() -> impl Strategy<Value = Vec<u8>> {
    let byte = prop::sample::select(&[0x00_u8, 0x01, 0x10, 0x11, 0xf0, 0xff]);
    prop_oneof![
        4 => prop::collection::vec(byte, 0..5),
        1 => prop::collection::vec(any::<u8>(), 0..40),
    ]
}

/// Successive calls; each is a chunk of its own.
fn history() -> impl Strategy<Value = Vec<Vec<Operation>>> {
    let operation = prop_oneof![
        4 => key().prop_map(Operation::Write),
        2 => key().prop_map(Operation::Remove),
        1 => key().prop_map(Operation::Read),
        1 => key().prop_map(Operation::Has),
    ];
    prop::collection::vec(prop::collection::vec(operation, 1..12), 1..5)
}

/// `touching_trie_node` in the profile of one call, made with nearcore's own host functions.
fn charged(external: &mut CallExternal<'_>, call: &[Operation]) -> u64 {
    let config = &*CONFIG;
    let context = VMContext {
        storage_usage: 1 << 20, // more than all removed bytes
        ..bare_context(Gas::from_teragas(300), None)
    };
    let counter = context.make_gas_counter(&config.wasm_config);
    let state = ExecutionResultState::new(&context, counter, Arc::clone(&config.wasm_config));
    let mut ctx = HostCtx::new(external, &context, Arc::clone(&config.fees), state);
    for operation in call {
        let (Operation::Write(key)
        | Operation::Remove(key)
        | Operation::Read(key)
        | Operation::Has(key)) = operation;
        let mut memory = key.clone();
        let (ctx, memory, len) = (&mut ctx, memory.as_mut_slice(), key.len() as u64);
        match operation {
            Operation::Write(_) => host::storage_write(ctx, memory, len, 0, len, 0, 0),
            Operation::Remove(_) => host::storage_remove(ctx, memory, len, 0, 0),
            Operation::Read(_) => host::storage_read(ctx, memory, len, 0, 0),
            Operation::Has(_) => host::storage_has_key(ctx, memory, len, 0),
        }
        .expect("there is gas");
    }
    let outcome = near_vm_runner::logic::VMOutcome::ok(ctx.into_result_state());
    let gas = outcome.profile.wasm_ext_profile[ExtCosts::touching_trie_node].as_gas();
    let costs = &config.wasm_config.ext_costs;
    let price = |cost| costs.gas_cost(cost).as_gas();
    let cached = ExtCosts::read_cached_trie_node;
    assert_eq!(price(ExtCosts::touching_trie_node), price(cached));
    gas / price(cached)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn the_nodes_charged_are_those_of_a_trie_that_is_built(history in history(), above in 1..20_u32) {
        let block = Block::default();
        let mut storage = BTreeMap::new();
        for call in &history {
            let keys: Vec<_> = storage.keys().map(|key: &Vec<u8>| nibbles(key)).collect();
            let trie = (!keys.is_empty()).then(|| Node::of(keys));
            let mut written = BTreeSet::new();
            let mut expected = 0;
            for operation in call {
                let (Operation::Write(key) | Operation::Remove(key)) = operation else {
                    continue;
                };
                if written.insert(key) {
                    let (visited, found) =
                        trie.as_ref().map_or((0, false), |trie| trie.look_up(&nibbles(key)));
                    expected += u64::from(above) + visited + u64::from(found);
                }
            }
            let external = || CallExternal::alone(&storage, &block, PROTOCOL_VERSION);
            let mut below = external();
            below.storage = below.storage.below(above);
            prop_assert_eq!(charged(&mut below, call), expected);
            prop_assert_eq!(charged(&mut external(), call), 0);
            let changes = below.storage.changes;
            apply(changes, &mut storage);
        }
    }
}
