//! Faults of the file system: damaged, full, emptied or shared cache folders, state files whose
//! writer was killed, and folders that a stranger has filled. Outcomes must equal those of a
//! runtime without a cache; a file must be the old one or the new one. To damage every byte of a
//! cache entry, by hand:
//!
//! ```sh
//! FAULTS_STRIDE=1 cargo test --workspace --release --test faults
//! ```
#![allow(clippy::panic, reason = "a test fails by panicking")]

mod cached;
mod child;
mod damage;
mod disk;
mod race;
mod state_file;
mod state_kill;
mod strangers;
