//! Contracts on the overlay and on nearcore's own runner: gas, return data, logs, failure, profile,
//! receipts and account must be equal.

mod corpus;
mod floats;
mod gas;
mod linking;
