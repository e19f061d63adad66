//! The choice of a wasmer compiler.

use super::tunables::NearTunables;
use near_parameters::vm::Config;
use std::fmt;
use std::str::FromStr;
#[cfg(feature = "singlepass")]
use wasmer::sys::Singlepass;
use wasmer::sys::{CompilerConfig, Cranelift, CraneliftOptLevel, EngineBuilder, Features};

/// A wasmer compiler.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, borsh::BorshSerialize, borsh::BorshDeserialize,
)]
#[borsh(use_discriminant = true)]
pub enum Compiler {
    /// Cranelift without optimisation: the default.
    ///
    /// Optimised code keeps values alive across calls in native stack that metering does not
    /// charge for, so strangers' code must not be optimised. Contracts that it would take too long
    /// over are left to Singlepass, where that is built in.
    #[default]
    Cranelift = 0,
    /// Singlepass: compiles in linear time, several times faster, to slower code.
    ///
    /// With the feature `singlepass`, which is off by default: wasmer licenses this compiler for
    /// non-production use.
    #[cfg(feature = "singlepass")]
    Singlepass = 1,
}

impl Compiler {
    /// Every compiler that is built in.
    pub const ALL: [Self; 1 + cfg!(feature = "singlepass") as usize] = [
        Self::Cranelift,
        #[cfg(feature = "singlepass")]
        Self::Singlepass,
    ];

    /// An engine with this compiler and one network's limits.
    pub(super) fn engine(self, config: &Config) -> wasmer::Engine {
        let mut features = Features::default();
        features.wide_arithmetic(self == Self::Cranelift);
        let mut engine = EngineBuilder::new(self.config())
            .set_features(Some(features))
            .engine();
        engine.set_tunables(NearTunables::new(
            config.limit_config.max_elements_per_contract_table,
        ));
        engine.into()
    }

    fn config(self) -> Box<dyn CompilerConfig> {
        match self {
            Self::Cranelift => {
                let mut cranelift = Cranelift::new();
                cranelift
                    .opt_level(CraneliftOptLevel::None)
                    .canonicalize_nans(true);
                Box::new(cranelift)
            }
            #[cfg(feature = "singlepass")]
            Self::Singlepass => {
                let mut singlepass = Singlepass::new();
                singlepass.canonicalize_nans(true);
                Box::new(singlepass)
            }
        }
    }
}

impl fmt::Display for Compiler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Cranelift => "cranelift",
            #[cfg(feature = "singlepass")]
            Self::Singlepass => "singlepass",
        })
    }
}

/// A name that is no compiler's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown compiler `{0}`: expected {known}", known = Compiler::ALL.map(|it| it.to_string()).join(" or "))]
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
