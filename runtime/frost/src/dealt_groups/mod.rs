//! Groups with a dealer's keys that sign by FROST, made from a seed: for tests and measurements only, since
//! anybody can generate the same keys from the seed.

mod group;
mod round;
mod seeded;

pub use group::Group;
pub use round::Round;
pub use seeded::Seeded;
