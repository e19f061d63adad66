//! Gas parameters of the Ed25519 host functions, in nearcore's YAML form.
//!
//! Each parameter is one line of `parameters/*.yaml`, under a comment that says where its value
//! comes from; each function has a file and a type of its own. Loading is strict: whatever is not exactly one known parameter with an amount of
//! gas is an error that names file, line and key.
//!
//! ```
//! use near_gas_params::Parameters;
//!
//! let parameters = Parameters::default();
//! let message = [0; 32];
//! let gas = parameters.ed25519_verify_base + parameters.ed25519_verify_byte * message.len() as u64;
//! assert_eq!(gas, 210_288_000_000); // beside the cost of reading the inputs
//! ```
#![forbid(unsafe_code)]

mod parameters;
mod yaml;

pub use parameters::{Parameters, VerifyManyParameters};
pub use yaml::{LoadError, Problem};
