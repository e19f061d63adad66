//! What is measured: one verification, of signatures of every family, in every layer.
//!
//! | module | what it is |
//! |---|---|
//! | [`family`] | the kinds of signature, good and bad, that a price must cover |
//! | [`case`] | one signature of a family, for a message of some length |
//! | [`scalars`] | how heavy scalars are, and the search for the heaviest and the lightest |
//! | [`layer`] | where a verification runs: bare, in the host function, through Wasm |
//! | [`meter`] | the one function whose body is timed, or its instructions counted |
//! | [`placement`] | where the stack lies meanwhile, which matters |

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
