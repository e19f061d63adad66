//! One verification, of signatures of every family, in every layer.

pub(crate) mod case;
mod family;
pub(crate) mod layer;
pub(crate) mod meter;
pub(crate) mod named;
pub(crate) mod network;
pub(crate) mod placement;
mod scalars;

pub(crate) use family::Family;
pub(crate) use layer::{Layer, Place};
