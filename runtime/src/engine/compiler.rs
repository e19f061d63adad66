//! The choice of a wasmer compiler.

use std::fmt;
use std::str::FromStr;

/// A wasmer compiler.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Compiler {
    /// Cranelift without optimisation: the default.
    ///
    /// Optimised code keeps values alive across calls in native stack that metering does not
    /// charge for, so strangers' code must not be optimised. Contracts that it would take too long
    /// over are left to Singlepass.
    #[default]
    Cranelift,
    /// Singlepass: compiles in linear time, several times faster, to slower code.
    Singlepass,
}

impl Compiler {
    /// Every compiler.
    pub const ALL: [Self; 2] = [Self::Cranelift, Self::Singlepass];
}

impl fmt::Display for Compiler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Cranelift => "cranelift",
            Self::Singlepass => "singlepass",
        })
    }
}

/// A name that is no compiler's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown compiler `{0}`: expected cranelift or singlepass")]
pub struct UnknownCompiler(String);

impl FromStr for Compiler {
    type Err = UnknownCompiler;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|compiler| compiler.to_string() == name)
            .ok_or_else(|| UnknownCompiler(name.to_owned()))
    }
}
