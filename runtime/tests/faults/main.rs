//! Faults of the file system: a cache folder that is damaged, full, emptied or shared, state files with a
//! killed writer, and folders that a stranger has filled. Outcomes are those of a runtime without a cache;
//! a file is the old one or the new one. With every byte of a cache entry damaged, by hand:
//!
//! ```sh
//! FAULTS_STRIDE=1 cargo test --workspace --release --test faults
//! ```
#![allow(clippy::panic, reason = "a test fails by panicking")]

mod cached;
mod child;
mod damage;
mod disk;
mod planted;
mod race;
mod state_file;
mod state_kill;
