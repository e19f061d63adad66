//! The contract under plain wasmer, as it is: no metering, no gas, no runtime around it. This is
//! what the NEP measured.

use super::contender::{Answer, Contender, METHOD, REFUSED, args};
use crate::verification::meter::measured;
use anyhow::{Context as _, bail};
use dalek_child::Signed;
use test_contracts::{Build, signature_verifier};
use wasmer::sys::{CompilerConfig, Cranelift, CraneliftOptLevel, EngineBuilder, Singlepass};
use wasmer::{
    Engine, ExternType, Function, FunctionEnv, FunctionEnvMut, Imports, Instance, Memory, Module,
    RuntimeError, Store, TypedFunction, Value,
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
            let name = import.name().to_owned();
            let ExternType::Function(ty) = import.ty() else {
                bail!("the program imports {name}, no function");
            };
            let call = {
                let name = name.clone();
                move |env: FunctionEnvMut<'_, Host>, args: &[Value]| {
                    host_call(env, &name, args).map_err(|stop| RuntimeError::user(Box::new(stop)))
                }
            };
            let function = Function::new_with_env(store, &env, ty.clone(), call);
            imports.define(import.module(), &name, function);
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

/// What an import does. There is one register, and it holds the arguments.
fn host_call(
    mut env: FunctionEnvMut<'_, Host>,
    name: &str,
    args: &[Value],
) -> Result<Vec<Value>, Stop> {
    let (host, store) = env.data_and_store_mut();
    let view = || Ok(host.memory.as_ref().ok_or(Stop::Memory)?.view(&store));
    match (name, args) {
        ("input", _) => Ok(vec![]),
        ("register_len", _) => {
            let len = i64::try_from(host.args.len()).or(Err(Stop::Memory))?;
            Ok(vec![Value::I64(len)])
        }
        ("read_register", [_, Value::I64(to)]) => {
            let written = view()?.write(to.cast_unsigned(), &host.args);
            written.map(|()| vec![]).or(Err(Stop::Memory))
        }
        ("panic_utf8", [Value::I64(len), Value::I64(at)]) => {
            // As long as a refusal, or not one: a length is not to be trusted.
            let mut message = vec![0; usize::try_from(*len).map_or(0, |len| len.min(1_024))];
            let read = view()?.read(at.cast_unsigned(), &mut message);
            read.or(Err(Stop::Memory))?;
            Err(Stop::Panic(String::from_utf8_lossy(&message).into_owned()))
        }
        (other, _) => Err(Stop::NotOffered(other.to_owned())),
    }
}
