//! What `near-ed25519` measures, and what it makes of it; shared by the binary and the benches.
#![forbid(unsafe_code)]

pub mod plot;
pub mod statistics;
pub mod verification;
