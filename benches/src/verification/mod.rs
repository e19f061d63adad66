//! What is measured: one verification, of signatures of every family, in every layer.

pub mod case;
pub mod family;
pub mod layer;
pub(crate) mod meter;
mod named;
pub(crate) mod placement;
pub mod scalars;

pub use case::Case;
pub use family::Family;
pub use layer::{Bench, Layer, Place};
