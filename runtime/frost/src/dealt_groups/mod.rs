//! Groups with a dealer's keys, made from a seed, which sign by FROST. They are for tests and
//! measurements only: anybody can generate the same keys from the seed.

mod group;
mod round;
mod seeded;

pub use group::Group;
pub use round::Round;
pub use seeded::Seeded;
