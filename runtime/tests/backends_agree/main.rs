//! Contract level oracle: every program behaves on the overlay as on nearcore's own runner: same gas,
//! return data, logs, failure, profile, receipts and account.

mod contracts;
mod corpus;
mod floats;
mod gas;
mod linking;
mod modules;
mod traps;
