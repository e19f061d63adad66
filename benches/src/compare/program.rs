//! The contract under plain wasmer, as it is: no metering, no gas, no runtime around it. This is
//! what the NEP measured.

use super::contender::{Answer, Contender, METHOD, REFUSED, args};
use anyhow::{Context as _, bail};
use dalek_child::Signed;
use near_ed25519::verification::meter::measured;
use test_contracts::{Build, signature_verifier};
use wasmer::sys::{CompilerConfig, Cranelift, CraneliftOptLevel, EngineBuilder, Singlepass};
use wasmer::{
    Engine, Extern, ExternType, Function, FunctionEnv, FunctionEnvMut, FunctionType, Imports,
    Instance, Memory, Module, Store, TypedFunction,
};

/// What wasmer compiles with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WasmCompiler {
    Singlepass,
    /// As wasmer has it by default: optimising.
    Cranelift,
    /// As this project's runtime has it.
    Unoptimised,
    Llvm,
}

impl WasmCompiler {
    pub(super) const ALL: [Self; 4] = [
        Self::Singlepass,
        Self::Cranelift,
        Self::Unoptimised,
        Self::Llvm,
    ];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Singlepass => "Singlepass",
            Self::Cranelift => "Cranelift",
            Self::Unoptimised => "Cranelift unoptimised",
            Self::Llvm => "LLVM",
        }
    }

    /// Why it cannot be measured here, if it cannot.
    pub(super) fn unavailable(self) -> Option<&'static str> {
        let is_built_in = self != Self::Llvm || cfg!(feature = "llvm");
        (!is_built_in).then_some("not in this build")
    }

    fn engine(self) -> anyhow::Result<Engine> {
        let config: Box<dyn CompilerConfig> = match self {
            Self::Singlepass => Box::new(Singlepass::new()),
            Self::Cranelift => Box::new(Cranelift::new()),
            Self::Unoptimised => {
                let mut cranelift = Cranelift::new();
                cranelift.opt_level(CraneliftOptLevel::None);
                Box::new(cranelift)
            }
            #[cfg(feature = "llvm")]
            Self::Llvm => Box::new(wasmer::sys::LLVM::new()),
            #[cfg(not(feature = "llvm"))]
            Self::Llvm => bail!("LLVM is not in this build"),
        };
        Ok(EngineBuilder::new(config).engine().into())
    }
}

/// A compiled module, instantiated anew for each call: it never frees memory.
pub(crate) struct Program {
    engine: Engine,
    module: Module,
}

/// The little of a host that the method asks for.
struct Host {
    args: Vec<u8>,
    memory: Option<Memory>,
}

/// What stops the program.
#[derive(Debug, thiserror::Error)]
enum Stop {
    #[error("{0}")]
    Panic(String),
    #[error("the program reaches outside its memory")]
    Memory,
    #[error("the program calls {0}, which nobody offers here")]
    NotOffered(String),
}

impl Program {
    pub(crate) fn new(compiler: WasmCompiler, build: Build) -> anyhow::Result<Self> {
        let engine = compiler.engine()?;
        let module = Module::new(&engine, signature_verifier(build).wasm())
            .with_context(|| format!("{}, {build}", compiler.name()))?;
        Ok(Self { engine, module })
    }

    fn instantiate(&self, store: &mut Store, args: Vec<u8>) -> anyhow::Result<Instance> {
        let host = Host { args, memory: None };
        let env = FunctionEnv::new(store, host);
        let mut imports = Imports::new();
        for import in self.module.imports() {
            let ExternType::Function(ty) = import.ty() else {
                bail!("the program imports {}, no function", import.name());
            };
            let function = host_function(store, &env, import.name(), ty);
            imports.define(import.module(), import.name(), Extern::Function(function));
        }
        let instance = Instance::new(store, &self.module, &imports)?;
        let memory = instance.exports.get_memory("memory")?.clone();
        env.as_mut(store).memory = Some(memory);
        Ok(instance)
    }
}

impl Contender for Program {
    fn verify(&mut self, signed: &Signed, iterations: u32) -> anyhow::Result<Answer> {
        let mut store = Store::new(self.engine.clone());
        let instance = self.instantiate(&mut store, args(signed, iterations))?;
        let method: TypedFunction<(), ()> = instance.exports.get_typed_function(&store, METHOD)?;
        let (result, elapsed) = measured(|| method.call(&mut store));
        let is_accepted = match result.map_err(|error| error.downcast::<Stop>()) {
            Ok(()) => true,
            Err(Ok(Stop::Panic(message))) if message == REFUSED => false,
            Err(Ok(stop)) => return Err(stop.into()),
            Err(Err(trap)) => return Err(trap.into()),
        };
        Ok(Answer {
            is_accepted,
            elapsed,
            burnt_gas: None,
        })
    }
}

/// The function for an import. There is one register, and it holds the arguments.
fn host_function(
    store: &mut Store,
    env: &FunctionEnv<Host>,
    name: &str,
    ty: &FunctionType,
) -> Function {
    type Env<'a> = FunctionEnvMut<'a, Host>;
    match name {
        "input" => Function::new_typed(store, |_register: u64| {}),
        "register_len" => {
            Function::new_typed_with_env(store, env, |env: Env<'_>, _register: u64| {
                env.data().args.len() as u64
            })
        }
        "read_register" => {
            Function::new_typed_with_env(store, env, |mut env: Env<'_>, _register: u64, to: u64| {
                let (host, store) = env.data_and_store_mut();
                let memory = host.memory.as_ref().ok_or(Stop::Memory)?.view(&store);
                memory.write(to, &host.args).or(Err(Stop::Memory))
            })
        }
        "panic_utf8" => {
            Function::new_typed_with_env(store, env, |mut env: Env<'_>, len: u64, at: u64| {
                let (host, store) = env.data_and_store_mut();
                let memory = host.memory.as_ref().ok_or(Stop::Memory)?.view(&store);
                // As long as a refusal, or not one: a length is not to be trusted.
                let mut message = vec![0; usize::try_from(len).map_or(0, |len| len.min(1_024))];
                memory.read(at, &mut message).or(Err(Stop::Memory))?;
                Err::<(), _>(Stop::Panic(String::from_utf8_lossy(&message).into_owned()))
            })
        }
        other => {
            let name = other.to_owned();
            Function::new(store, ty.clone(), move |_| {
                let stop = Stop::NotOffered(name.clone());
                Err(wasmer::RuntimeError::user(Box::new(stop)))
            })
        }
    }
}
