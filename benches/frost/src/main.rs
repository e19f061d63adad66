//! `near-frost-measure`: a measuring process of `near-ed25519-bench frost measure`, with every ciphersuite of
//! RFC 9591. `near_ed25519_benches::frost` has the table, and starts it:
//!
//! ```sh
//! cargo build --release --workspace --bin near-ed25519 --bin near-frost-measure
//! target/release/near-ed25519-bench frost measure
//! ```
#![forbid(unsafe_code)]

mod generation;
mod group;
mod groups;
mod many;
mod step;
mod wire;

use groups::Groups;
use near_ed25519_benches::frost::{Cell, measure};
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut groups = Groups::default();
    measure(|cell| match cell {
        Cell::Step(step, size, suite) => groups.step(step, size, suite),
        Cell::Task(task, by) => groups.task(task, by),
    })
}
