#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod parameters;
mod yaml;

pub use parameters::{Parameters, VerifyManyParameters};
pub use yaml::{LoadError, Problem};
