//! Hostile contracts: each ends in nearcore's outcome on every engine of production, in bounded memory and time,
//! and never takes the host down with it.
//!
//! Contracts written one by one are `table`'s; generated ones are `families`'.
//!
//! Each runs in a process of its own under limits of the system, so that a crash fails its case and
//! not the run. What nearcore answers is in `outcomes.md`; `UPDATE_EXPECT=1` writes it again. With
//! `--nocapture` the memory and time of every run are told.
//!
//! One case alone, in this process, where a debugger or a profiler reaches it:
//!
//! ```sh
//! HOSTILE_JOB='nearcore: <case>' cargo test --workspace --release --test hostile -- \
//!     --exact child::runs_one_job --nocapture
//! ```

#[path = "../backends_agree/assembly.rs"]
mod assembly;
mod blocks;
mod bomb;
mod case;
mod child;
mod compile;
mod endless;
mod families;
mod limits;
mod memory;
#[path = "../backends_agree/odd.rs"]
mod odd;
#[path = "../backends_agree/operators.rs"]
mod operators;
mod pointers;
mod process;
mod promises;
mod registers;
mod sections;
mod segments;
mod stack;
mod table;
mod verify;
