#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod prices;
mod problem;

pub use prices::{PricedFunction, Prices};
pub use problem::{LoadError, Problem};
