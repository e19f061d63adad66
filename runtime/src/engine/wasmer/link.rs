//! Imports of a module: which functions they link to, and nearcore's error where they do not.

use super::guest::{Guest, call_host};
use crate::abi::{HostFunction, Origin, ValType, nearcore, nearcore_functions};
use crate::imports::Imports;
use crate::overlay::{functions as overlay, overlay_functions};
use wasmer::{
    Extern, ExternType, Function, FunctionEnv, FunctionEnvMut, FunctionType, Module, Store, Type,
};

/// Makes the engine's function for an import, in the store of one run.
pub(super) type Linker = fn(&mut Store, &FunctionEnv<Guest>) -> Function;

/// What an import that does not link reports: wasmtime's text, which nearcore puts on chain.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum LinkError {
    /// No such function, or its gate is closed.
    #[error("unknown or invalid import")]
    Unknown,
    /// The function exists with another type.
    #[error("types incompatible: expected type `{expected}`, found type `{found}`")]
    Mistyped {
        /// What the contract imports.
        expected: String,
        /// What the host offers.
        found: String,
    },
}

/// The functions that a module's imports link to, in import order.
///
/// # Errors
///
/// The first unknown import, else the first mistyped one: wasmtime looks all names up before
/// it compares types.
pub(super) fn resolve(module: &Module, imports: &Imports) -> Result<Vec<Linker>, LinkError> {
    let found: Vec<_> = module
        .imports()
        .map(|import| {
            let function = imports
                .get(import.module(), import.name())
                .ok_or(LinkError::Unknown)?;
            Ok((import.ty().clone(), function))
        })
        .collect::<Result<_, _>>()?;
    found
        .into_iter()
        .map(|(expected, function)| {
            check_type(&expected, function)?;
            linker(function).ok_or(LinkError::Unknown)
        })
        .collect()
}

/// The externs of one run.
pub(super) fn instantiate(
    linkers: &[Linker],
    store: &mut Store,
    env: &FunctionEnv<Guest>,
) -> Vec<Extern> {
    linkers
        .iter()
        .map(|link| Extern::Function(link(store, env)))
        .collect()
}

fn check_type(expected: &ExternType, function: &HostFunction) -> Result<(), LinkError> {
    let wasm_type = |ty: ValType| match ty {
        ValType::I32 => Type::I32,
        ValType::I64 => Type::I64,
    };
    let found = FunctionType::new(
        function
            .params
            .iter()
            .copied()
            .map(wasm_type)
            .collect::<Vec<_>>(),
        function
            .result
            .map(wasm_type)
            .into_iter()
            .collect::<Vec<_>>(),
    );
    match expected {
        ExternType::Function(expected) if *expected == found => Ok(()),
        ExternType::Function(expected) => Err(LinkError::Mistyped {
            expected: wat_type(expected),
            found: wat_type(&found),
        }),
        // Preparation rejects imports that are not functions.
        _ => Err(LinkError::Unknown),
    }
}

/// A function type as wasmtime prints it: `(func (param i64 i64) (result i64))`.
fn wat_type(ty: &FunctionType) -> String {
    let list = |keyword, types: &[Type]| match types {
        [] => String::new(),
        types => {
            let types: Vec<_> = types
                .iter()
                .map(|ty| format!(" {}", ty.to_string().to_lowercase()))
                .collect();
            format!(" ({keyword}{})", types.concat())
        }
    };
    format!(
        "(func{}{})",
        list("param", ty.params()),
        list("result", ty.results())
    )
}

/// Rows to a lookup of typed engine functions.
macro_rules! linkers {
    ($lookup:ident, $functions:ident;
     $($module:ident $name:ident($($arg:ident: $ty:ty),*) -> $result:ty
        [$($columns:tt)*] $(via $path:path)?;)*) => {
        fn $lookup(module: &str, name: &str) -> Option<Linker> {
            $(if (module, name) == (stringify!($module), stringify!($name)) {
                return Some(|store, env| {
                    Function::new_typed_with_env(
                        store,
                        env,
                        |env: FunctionEnvMut<'_, Guest>, $($arg: $ty),*| {
                            call_host(env, stringify!($name), |host, memory| {
                                $functions::$name(host, memory, $($arg),*)
                            })
                        },
                    )
                });
            })*
            None
        }
    };
}

nearcore_functions!(linkers, nearcore_linker, nearcore);
overlay_functions!(linkers, overlay_linker, overlay);

fn linker(function: &HostFunction) -> Option<Linker> {
    match function.origin {
        Origin::Nearcore => nearcore_linker(function.module, function.name),
        Origin::Overlay => overlay_linker(function.module, function.name),
    }
}
