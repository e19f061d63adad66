//! Light clients: headers through the contracts of this project, and what that costs.
//!
//! | module | what it is |
//! |---|---|
//! | `client` | a light client's contract, deployed and called, and the network for it |
//! | `update` | a header for it |
//! | `verdict` | what the contract says |
//! | `measured` | one update: gas, time, signatures, what they cost one at a time |
//! | `phases` | what its gas went for |
//! | `made_up` | headers of chains that there are not, for tables |

mod client;
#[cfg(feature = "measuring")]
pub(crate) mod made_up;
mod measured;
mod phases;
mod update;
mod verdict;

pub use client::{Deployed, GRANDPA, LightClient, TENDERMINT, runtime, runtime_builder};
pub use measured::Measured;
pub use phases::Phase;
pub use update::{Update, header, just_after};
pub use verdict::{NOT_ENOUGH_TRUST, OUT_OF_GAS, Verdict};
