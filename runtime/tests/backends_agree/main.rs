//! Contract level oracle: every program behaves on wasmer, with either compiler, as on nearcore's
//! own runner: same gas, return data, logs, failure, profile, receipts and account.
//!
//! Snapshots show what all three agree on; `UPDATE_EXPECT=1` blesses them again.

mod contracts;
mod corpus;
mod gas;
mod host_calls;
mod linking;
mod modules;
mod support;
mod traps;
