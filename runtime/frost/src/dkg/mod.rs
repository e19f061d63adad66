//! Distributed key generation: the packages of part 1, and part 3.
//!
//! frost-core does the first two parts; [`Package::to_frost`] gives its part 2 the packages.

pub(crate) mod package;
pub(crate) mod part3;

pub use package::{Package, decode_packages};
pub use part3::part3;
