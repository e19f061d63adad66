//! The contract on plain wasmer, without metering, gas or runtime, as in the NEP's measurement.

use super::subjects::{Compiler, METHOD, REFUSED, args};
use crate::contender::Contender;
use crate::verification::measured;
use anyhow::bail;
use test_contracts::{Build, signature_verifier};
use wasmer::sys::{CompilerConfig, Cranelift, CraneliftOptLevel, EngineBuilder, Singlepass};
use wasmer::{
    Engine, ExternType, Function, FunctionEnv, FunctionEnvMut, Imports, Instance, Memory, Module,
    RuntimeError, Store, TypedFunction, Value,
};

fn config(compiler: Compiler) -> anyhow::Result<Box<dyn CompilerConfig>> {
    Ok(match compiler {
        Compiler::Singlepass => Box::new(Singlepass::new()),
        Compiler::Cranelift => Box::new(Cranelift::new()),
        Compiler::Unoptimised => {
            let mut cranelift = Cranelift::new();
            cranelift.opt_level(CraneliftOptLevel::None);
            Box::new(cranelift)
        }
        #[cfg(feature = "llvm")]
        Compiler::Llvm => Box::new(wasmer::sys::LLVM::new()),
        #[cfg(not(feature = "llvm"))]
        Compiler::Llvm => bail!("not in this build"),
    })
}

/// The part of a host that the method uses.
struct Host {
    args: Vec<u8>,
    memory: Option<Memory>,
}

/// The reason why the program stops.
#[derive(Debug, thiserror::Error)]
enum Stop {
    #[error("{0}")]
    Panic(String),
    #[error("the program reaches outside its memory")]
    Memory,
    #[error("the program calls {0}, which this host does not offer")]
    NotOffered(String),
}

/// Compiles the module, and instantiates it anew for each call, since it never frees memory.
pub(super) fn program(compiler: Compiler, build: Build) -> anyhow::Result<Contender> {
    let engine: Engine = EngineBuilder::new(config(compiler)?).engine().into();
    let module = Module::new(&engine, signature_verifier(build).wasm())?;
    Ok(Box::new(move |signed| {
        let mut store = Store::new(engine.clone());
        let instance = instantiate(&module, &mut store, args(signed))?;
        let method: TypedFunction<(), ()> = instance.exports.get_typed_function(&store, METHOD)?;
        let (result, elapsed) = measured(|| method.call(&mut store));
        let is_accepted = match result.map_err(|error| error.downcast::<Stop>()) {
            Ok(()) => true,
            Err(Ok(Stop::Panic(message))) if message == REFUSED => false,
            Err(Ok(stop)) => return Err(stop.into()),
            Err(Err(trap)) => return Err(trap.into()),
        };
        Ok((is_accepted, elapsed))
    }))
}

fn instantiate(module: &Module, store: &mut Store, args: Vec<u8>) -> anyhow::Result<Instance> {
    let env = FunctionEnv::new(store, Host { args, memory: None });
    let mut imports = Imports::new();
    for import in module.imports() {
        let name = import.name().to_owned();
        let ExternType::Function(ty) = import.ty() else {
            bail!("the program imports {name}, which is not a function");
        };
        let called = name.clone();
        let call = move |env: FunctionEnvMut<'_, Host>, args: &[Value]| {
            host_call(env, &called, args).map_err(|stop| RuntimeError::user(Box::new(stop)))
        };
        let function = Function::new_with_env(store, &env, ty.clone(), call);
        imports.define(import.module(), &name, function);
    }
    let instance = Instance::new(store, module, &imports)?;
    let memory = instance.exports.get_memory("memory")?.clone();
    env.as_mut(store).memory = Some(memory);
    Ok(instance)
}

/// An import's effect. The only register holds the arguments.
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
        ("attached_deposit", [Value::I64(to)]) => {
            let written = view()?.write(to.cast_unsigned(), &[0; 16]);
            written.map(|()| vec![]).or(Err(Stop::Memory))
        }
        ("panic_utf8", [Value::I64(len), Value::I64(at)]) => {
            // A refusal's message is short, but `len` is untrusted.
            let mut message = vec![0; usize::try_from(*len).map_or(0, |len| len.min(1_024))];
            let read = view()?.read(at.cast_unsigned(), &mut message);
            read.or(Err(Stop::Memory))?;
            Err(Stop::Panic(String::from_utf8_lossy(&message).into_owned()))
        }
        (other, _) => Err(Stop::NotOffered(other.to_owned())),
    }
}
