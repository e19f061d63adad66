//! Groups of a dealer that sign by FROST, from a seed: for tests and measurements, since what a seed
//! generates is known.
#![forbid(unsafe_code)]

mod group;
mod seeded;

pub use group::Group;
pub use seeded::Seeded;
