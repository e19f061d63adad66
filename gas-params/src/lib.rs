#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod prices;
mod yaml;

pub use prices::{PricedFunction, Prices};
pub use yaml::{LoadError, Problem};
