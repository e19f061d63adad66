//! Memory that is never given back: a call ends, and its memory with it, before much of it is used.
//!
//! The standard library's allocator keeps lists of free blocks, which cost this client half a Tgas
//! a header of 150 validators (`benches/recorded/functions`). What a call allocates, it also fills, and pays for; about a megabyte of empty votes fills the memory.

use lol_alloc::{AssumeSingleThreaded, LeakingAllocator};

// SAFETY: a contract's instance has one thread: nearcore's Wasm has no threads.
#[global_allocator]
static ALLOCATOR: AssumeSingleThreaded<LeakingAllocator> =
    unsafe { AssumeSingleThreaded::new(LeakingAllocator::new()) };
