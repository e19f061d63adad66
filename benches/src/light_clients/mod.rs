//! Light clients: headers verified by this project's contracts, and their cost.

mod client;
#[cfg(feature = "measuring")]
pub(crate) mod made_up;
mod phases;
mod update;
mod verdict;

pub use client::{ATTACHED, GRANDPA, LightClient, TENDERMINT, runtime, runtime_builder};
pub use phases::Phase;
pub use update::{Measured, Update, header, just_after};
pub use verdict::{NOT_ENOUGH_TRUST, OUT_OF_GAS, Verdict};
