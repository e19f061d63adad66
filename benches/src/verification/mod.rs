//! Signatures of every family, and what times their verification.

mod case;
pub(crate) mod meter;
mod named;
mod network;
mod placement;
mod scalars;

pub(crate) use case::{Family, message, signed, signer};
pub(crate) use meter::measured;
pub(crate) use named::named;
pub(crate) use network::Network;
pub(crate) use placement::{PAGE, STEP, at_place};
