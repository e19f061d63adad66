//! Hostile contracts: each ends in nearcore's outcome, in bounded memory and time, and never takes the
//! host down.
//!
//! Contracts written one by one are in `table`; generated ones, which recurse, in `native_stack`.
//!
//! Each runs in a process of its own under limits of the system, so that a crash fails its case and
//! not the run. nearcore's answers are in `outcomes.md`; `UPDATE_EXPECT=1` writes it again.
//! `--nocapture` prints the memory and time of every run.
//!
//! One case alone, in this process, for a debugger or a profiler:
//!
//! ```sh
//! HOSTILE_JOB='nearcore: <case>' cargo test --workspace --release --test hostile -- \
//!     --exact child::runs_one_job --ignored --nocapture
//! ```

mod blocks;
mod bomb;
mod bound;
mod case;
mod child;
mod compile;
mod endless;
mod limits;
mod memory;
mod native_stack;
mod pointers;
mod promises;
mod registers;
mod sections;
mod segments;
mod stack;
mod table;
mod verify;
