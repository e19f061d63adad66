//! Groups with a dealer's keys, made from a seed, which sign by FROST, and others that generate keys. They are for
//! tests and measurements only: anybody can generate the same keys from the seed.

mod generation;
mod group;
mod round;
mod seeded;

pub use generation::Generation;
pub use group::Group;
pub use round::Round;
pub use seeded::Seeded;
