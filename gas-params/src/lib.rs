#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod parameters;
mod yaml;

pub use parameters::{EcvrfVerifyManyParameters, Parameters, VerifyManyParameters};
pub use yaml::{LoadError, Problem};
