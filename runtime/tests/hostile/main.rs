//! Hostile contracts: each has nearcore's outcome, needs bounded memory and time, and never crashes
//! the host.
//!
//! `contracts.txt` has contracts written by hand; `native_stack` generates contracts that recurse.
//!
//! Each runs in its own process under limits of the system, so that a crash fails only its case.
//! `outcomes.md` has nearcore's answers; `UPDATE_EXPECT=1` writes it.
//! `--nocapture` prints the memory and time of every run.
//!
//! One case alone, in this process, for a debugger or a profiler:
//!
//! ```sh
//! HOSTILE_JOB='nearcore: <case>' cargo test --workspace --release --test hostile -- \
//!     --exact child::runs_one_job --ignored --nocapture
//! ```

mod bomb;
mod bound;
mod case;
mod child;
mod contracts;
mod native_stack;
mod outcomes;
