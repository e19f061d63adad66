//! The choice of a compiler.

use std::fmt;
use std::str::FromStr;

/// Who compiles contracts for the overlay.
///
/// Outcomes and gas are the same with each: a contract that another compiler is not shown to be safe
/// and cheap for is left to Winch.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, borsh::BorshSerialize, borsh::BorshDeserialize,
)]
#[borsh(use_discriminant = true)]
pub enum Compiler {
    /// wasmtime's Winch, set up as in nearcore's own runner: the default.
    ///
    /// It compiles in one pass and linear time, and what it keeps on the native stack is what is
    /// metered, whatever the contract. On processors other than x86-64 it is wasmtime's Cranelift
    /// without optimisation, as in nearcore.
    #[default]
    Winch = 0,
    /// wasmer's Cranelift, without optimisation, with the feature `wasmer`: slower to compile, faster
    /// code.
    #[cfg(feature = "wasmer")]
    Cranelift = 1,
    /// wasmer's Singlepass, with the feature `singlepass`: for NEP-364's table, which it is part of.
    /// wasmer licenses this compiler for non-production use.
    #[cfg(feature = "singlepass")]
    Singlepass = 2,
}

impl Compiler {
    /// Every compiler that is built in, the default first.
    pub const ALL: [Self;
        1 + cfg!(feature = "wasmer") as usize + cfg!(feature = "singlepass") as usize] = [
        Self::Winch,
        #[cfg(feature = "wasmer")]
        Self::Cranelift,
        #[cfg(feature = "singlepass")]
        Self::Singlepass,
    ];
}

impl fmt::Display for Compiler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Winch => "winch",
            #[cfg(feature = "wasmer")]
            Self::Cranelift => "cranelift",
            #[cfg(feature = "singlepass")]
            Self::Singlepass => "singlepass",
        })
    }
}

/// A name that is no compiler's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown compiler `{0}`: expected {known}", known = known())]
pub struct UnknownCompiler(String);

fn known() -> String {
    Compiler::ALL.map(|it| it.to_string()).join(" or ")
}

impl FromStr for Compiler {
    type Err = UnknownCompiler;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|compiler| compiler.to_string() == name)
            .ok_or_else(|| UnknownCompiler(name.to_owned()))
    }
}
