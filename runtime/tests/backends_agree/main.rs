//! Contract level oracle: every program behaves on the overlay as on nearcore's own runner: same gas,
//! return data, logs, failure, profile, receipts and account.
//!
//! Snapshots show the common behaviour; `UPDATE_EXPECT=1` rewrites them.

mod contracts;
mod corpus;
mod float_forms;
mod floats;
mod gas;
mod host_calls;
mod linking;
mod modules;
mod traps;
mod trie_nodes;
