//! Distributed key generation: the packages of its first round, and its third part.
//!
//! The first and second part are frost-core's: [`Package::to_frost`] is what the second takes.

pub(crate) mod package;
pub(crate) mod part3;

pub use package::{Package, decode_packages, decode_packages_by};
pub use part3::{part3, part3_by};
