//! The command line as users see it: output, exit codes, and no data lost by failures.

mod call_seen;
mod errors;
mod grandpa;
mod help;
mod large;
mod session;
mod state_lock;
mod tendermint;
mod verify;
mod vrf;
