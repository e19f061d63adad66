//! `near-ed25519-bench`: measures Ed25519 verification on NEAR, derives prices, and writes the documents' numbers.
#![forbid(unsafe_code)]
// All output passes the filter of `near_ed25519::output`.
#![cfg_attr(not(test), deny(clippy::print_stdout, clippy::print_stderr))]

mod batches;
mod bounds;
mod calibrate;
mod chains;
mod command;
mod compare;
mod contender;
mod experiments;
mod frost;
mod headers;
mod library;
mod machine;
mod measure;
mod plot;
mod report;
mod statistics;
mod verification;
mod vrf;

fn main() -> std::process::ExitCode {
    command::main()
}
