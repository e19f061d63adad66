//! One verification, of signatures of every family, in every layer.

mod case;
mod layer;
pub(crate) mod meter;
mod named;
mod network;
mod placement;
mod scalars;

pub(crate) use case::{Family, message, signed, signer};
pub(crate) use layer::{
    Layer, MOST_ITERATIONS, Place, WasmLayer, by_dalek, by_host, integer_operations, sha256,
};
pub(crate) use meter::measured;
pub(crate) use named::named;
pub(crate) use network::Network;
pub(crate) use placement::{PAGE, STEP, at_place, places};
