//! What is proved by machine: SOUNDNESS.md has the list.

mod assembly;
mod exact;
mod group;
