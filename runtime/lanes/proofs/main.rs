//! What is proved by machine, for all inputs: SOUNDNESS.md has the list.

mod assembly;
mod exact;
mod group;
mod integers;
mod kernels;
mod protocols;
mod vectors;
