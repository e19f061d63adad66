//! wasmer's compilers, for the contracts that they are shown to be safe and cheap for.
//!
//! nearcore's limits are for a compiler in one pass. Cranelift takes more than linear time over some
//! contracts within them, and keeps values on the native stack that nobody has paid for over others.
//! Before it is asked, [`effort`] bounds what it would take; afterwards [`frames`] measures what it
//! made. Whatever else is out of the ordinary, an error of wasmer's included, leaves the contract to
//! Winch, whose verdict is nearcore's.

mod effort;
pub(super) mod frames;
mod guest;
mod link;
#[cfg(feature = "singlepass")]
mod lowering;
pub(super) mod outline;
mod trap;
mod tunables;

pub(super) use guest::{Linked, exported_functions};

use super::compiler::Compiler;
use super::instance_size;
use crate::imports::Imports;
use near_parameters::vm::Config;
use outline::Outline;
use std::borrow::Cow;
use tunables::NearTunables;
#[cfg(feature = "singlepass")]
use wasmer::sys::Singlepass;
use wasmer::sys::{CompilerConfig, Cranelift, CraneliftOptLevel, EngineBuilder, Features, Target};
use wasmer::{Engine, Module};

/// Locals, parameters among them, that an engine's parser takes in a function.
const LOCALS: u64 = 50_000;

/// A compiled module, and the engine that runs it.
pub(super) struct Compiled {
    pub(super) compiler: Compiler,
    pub(super) engine: Engine,
    pub(super) module: Module,
}

impl Compiled {
    /// Native code as bytes; `None` if wasmer has none.
    pub(super) fn serialize(&self) -> Option<Vec<u8>> {
        self.module.serialize().ok().map(Vec::from)
    }
}

/// wasmer with each of its compilers, for one network.
pub(super) struct Wasmer {
    cranelift: Engine,
    #[cfg(feature = "singlepass")]
    singlepass: Engine,
    imports: Imports,
}

impl Wasmer {
    pub(super) fn new(config: &Config, imports: Imports) -> Self {
        let engine = |compiler: Box<dyn CompilerConfig>, wide_arithmetic| {
            let mut features = Features::default();
            features.wide_arithmetic(wide_arithmetic);
            let mut engine = EngineBuilder::new(compiler)
                .set_features(Some(features))
                .engine();
            engine.set_tunables(NearTunables::new(
                config.limit_config.max_elements_per_contract_table,
            ));
            engine.into()
        };
        let mut cranelift = Cranelift::new();
        // Optimised code keeps values alive across calls in native stack that metering does not
        // charge for.
        cranelift
            .opt_level(CraneliftOptLevel::None)
            .canonicalize_nans(true);
        #[cfg(feature = "singlepass")]
        let mut singlepass = Singlepass::new();
        #[cfg(feature = "singlepass")]
        singlepass.canonicalize_nans(true);
        Self {
            cranelift: engine(Box::new(cranelift), true),
            #[cfg(feature = "singlepass")]
            singlepass: engine(Box::new(singlepass), false),
            imports,
        }
    }

    /// The engine of one of wasmer's compilers.
    pub(super) fn of(&self, compiler: Compiler) -> Option<&Engine> {
        match compiler {
            Compiler::Winch => None,
            Compiler::Cranelift => Some(&self.cranelift),
            #[cfg(feature = "singlepass")]
            Compiler::Singlepass => Some(&self.singlepass),
        }
    }

    /// The module, its imports linked.
    pub(super) fn link(&self, compiled: Compiled) -> Linked {
        Linked::new(compiled, &self.imports)
    }

    /// What native code is compiled for: the platform, and the features of its CPU.
    pub(super) fn target(&self) -> String {
        let target = Target::default(); // which is what engines compile for
        format!("{} {:x}", target.triple(), target.cpu_features().as_u64())
    }

    /// A prepared module, compiled, for an instance of which nearcore's engine has room; `None` where
    /// Winch was asked for or is to take it.
    pub(super) fn compile(&self, compiler: Compiler, prepared: &[u8]) -> Option<Compiled> {
        let engine = self.of(compiler)?;
        let outline = Outline::read(prepared).ok()?;
        let is_ordinary = outline.functions.iter().all(|it| it.locals <= LOCALS)
            && instance_size::fits(prepared).ok()?;
        if !is_ordinary {
            return None;
        }
        let wasm = match compiler {
            Compiler::Winch => return None,
            Compiler::Cranelift if effort::suits_cranelift(&outline).ok()? => {
                Cow::Borrowed(prepared)
            }
            Compiler::Cranelift => return None,
            #[cfg(feature = "singlepass")]
            Compiler::Singlepass => Cow::Owned(lowering::lower(prepared).ok()?),
        };
        let module = Module::new(engine, wasm).ok()?;
        frames::are_bounded(&module, &outline)?.then(|| Compiled {
            compiler,
            engine: engine.clone(),
            module,
        })
    }
}
