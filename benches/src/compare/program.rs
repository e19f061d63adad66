//! The contract on plain wasmer, without metering, gas or runtime, as in the NEP's measurement.

use super::subjects::{Compiler, METHOD, REFUSED, args};
use crate::contender::Contender;
use crate::verification::measured;
use anyhow::{Context as _, bail};
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

/// Compiles the module, and instantiates it for each call, since an instance never frees memory.
pub(super) fn program(compiler: Compiler, build: Build) -> anyhow::Result<Contender> {
    let engine: Engine = EngineBuilder::new(config(compiler)?).engine().into();
    let module = Module::new(&engine, signature_verifier(build).wasm())?;
    Ok(Box::new(move |signed| {
        let mut store = Store::new(engine.clone());
        let instance = instantiate(&module, &mut store, args(signed))?;
        let method: TypedFunction<(), ()> = instance.exports.get_typed_function(&store, METHOD)?;
        let (result, elapsed) = measured(|| method.call(&mut store));
        let is_accepted = match result {
            Ok(()) => true,
            Err(stop) if stop.message() == REFUSED => false,
            Err(stop) => return Err(stop.into()),
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
            host_call(env, &called, args).map_err(|stop| RuntimeError::new(stop.to_string()))
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
) -> anyhow::Result<Vec<Value>> {
    let (host, store) = env.data_and_store_mut();
    let view = || anyhow::Ok(host.memory.as_ref().context("no memory")?.view(&store));
    match (name, args) {
        ("input", _) => {}
        ("register_len", _) => return Ok(vec![Value::I64(i64::try_from(host.args.len())?)]),
        ("read_register", [_, Value::I64(to)]) => view()?.write(to.cast_unsigned(), &host.args)?,
        ("attached_deposit", [Value::I64(to)]) => view()?.write(to.cast_unsigned(), &[0; 16])?,
        ("panic_utf8", [Value::I64(len), Value::I64(at)]) => {
            // A refusal's message is short, but `len` is untrusted.
            let mut message = vec![0; usize::try_from(*len).map_or(0, |len| len.min(1_024))];
            view()?.read(at.cast_unsigned(), &mut message)?;
            bail!("{}", String::from_utf8_lossy(&message));
        }
        (other, _) => bail!("the program calls {other}, which this host does not offer"),
    }
    Ok(vec![])
}
