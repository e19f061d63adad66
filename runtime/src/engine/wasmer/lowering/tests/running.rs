//! Modules, looked into and run.

use super::super::lower;
use std::cell::RefCell;
use wasmer::sys::{CompilerConfig, EngineBuilder, Features, Singlepass};
use wasmer::{Function, Instance, Module, RuntimeError, Store, Value, imports};
use wasmparser::{FunctionBody, Operator, Parser, Payload, ValType};

pub(super) fn wasm(wat: &str) -> Vec<u8> {
    wat::parse_str(wat).unwrap()
}

fn bodies(wasm: &[u8]) -> Vec<FunctionBody<'_>> {
    let payloads = Parser::new(0).parse_all(wasm).map(Result::unwrap);
    payloads
        .filter_map(|payload| match payload {
            Payload::CodeSectionEntry(body) => Some(body),
            _ => None,
        })
        .collect()
}

pub(super) fn wide_instructions(wasm: &[u8]) -> usize {
    let is_wide = |operator: &Operator<'_>| {
        matches!(
            operator,
            Operator::I64Add128
                | Operator::I64Sub128
                | Operator::I64MulWideU
                | Operator::I64MulWideS
        )
    };
    let bodies = bodies(wasm);
    let operators = bodies
        .iter()
        .flat_map(|body| body.get_operators_reader().unwrap());
    operators
        .filter(|operator| is_wide(operator.as_ref().unwrap()))
        .count()
}

pub(super) fn locals(wasm: &[u8]) -> Vec<Vec<(u32, ValType)>> {
    let locals = |body: &FunctionBody<'_>| {
        body.get_locals_reader()
            .unwrap()
            .into_iter()
            .map(Result::unwrap)
            .collect()
    };
    bodies(wasm).iter().map(locals).collect()
}

/// A module in an engine that has wide arithmetic or has not.
pub(super) struct Running {
    pub(super) store: RefCell<Store>,
    pub(super) instance: Instance,
}

impl Running {
    pub(super) fn new(
        wasm: &[u8],
        compiler: impl Into<Box<dyn CompilerConfig>>,
        wide_arithmetic: bool,
    ) -> Self {
        let mut features = Features::default();
        features.wide_arithmetic(wide_arithmetic);
        let engine = EngineBuilder::new(compiler)
            .set_features(Some(features))
            .engine();
        let mut store = Store::new(engine);
        let module = Module::new(&store, wasm).unwrap();
        let mut exhausted = |what: &'static str| {
            let trap = move || -> Result<(), RuntimeError> { Err(RuntimeError::new(what)) };
            Function::new_typed(&mut store, trap)
        };
        let (gas, stack) = (exhausted("gas"), exhausted("stack"));
        let charge = |_: i64| -> Result<(), RuntimeError> { Err(RuntimeError::new("charge")) };
        let imports = imports! {
            "host" => { "exhausted" => stack.clone() },
            "internal" => {
                "finite_wasm_gas_exhausted" => gas,
                "finite_wasm_stack_exhausted" => stack,
                "finite_wasm_gas" => Function::new_typed(&mut store, charge),
            },
        };
        let instance = Instance::new(&mut store, &module, &imports).unwrap();
        Self {
            store: RefCell::new(store),
            instance,
        }
    }

    pub(super) fn lowered(wasm: &[u8]) -> Self {
        Self::new(&lower(wasm).unwrap(), Singlepass::new(), false)
    }

    /// Calls a function; an error is the trap's message.
    pub(super) fn call(&self, export: &str, arguments: &[u64]) -> Result<Option<u64>, String> {
        let argument = |argument: &u64| Value::I64(argument.cast_signed());
        let arguments: Vec<_> = arguments.iter().map(argument).collect();
        let function = self.instance.exports.get_function(export).unwrap();
        let results = function
            .call(&mut *self.store.borrow_mut(), &arguments)
            .map_err(|error| error.message())?;
        Ok(results
            .first()
            .map(|result| result.unwrap_i64().cast_unsigned()))
    }

    /// Calls `lo` and `hi`.
    pub(super) fn wide(&self, arguments: &[u64]) -> u128 {
        let half = |export| u128::from(self.call(export, arguments).unwrap().unwrap());
        half("lo") | half("hi") << 64
    }
}
