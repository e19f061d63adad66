//! The network's host functions, as wasmtime links them.

use super::run::{Guest, block, call_host, enter, leave};
use crate::abi::{Origin, nearcore, nearcore_functions};
use crate::functions::{BLOCK, ENTER, LEAVE, MODULE};
use crate::imports::Imports;
use crate::overlay::{functions as overlay, overlay_functions};
use wasmtime::{Caller, Engine, Linker, Result};

/// Everything that `imports` offers.
pub(super) fn linker(engine: &Engine, imports: &Imports) -> Linker<Guest> {
    let mut linker = Linker::new(engine);
    link_nearcore(&mut linker, imports)
        .and_then(|()| link_overlay(&mut linker, imports))
        .expect("a name has one function, and every function a type of Wasm's");
    linker
}

/// Adds the functions that instrumented contracts report to.
pub(super) fn link_functions(linker: &mut Linker<Guest>) {
    linker
        .func_wrap(MODULE, ENTER, enter)
        .and_then(|linker| linker.func_wrap(MODULE, LEAVE, leave))
        .and_then(|linker| linker.func_wrap(MODULE, BLOCK, block))
        .expect("no host function has these names");
}

/// The name of a host function that a contract calls; `None` for one that only code added by preparation calls.
macro_rules! host_function {
    (internal $name:ident) => {
        None
    };
    ($module:ident $name:ident) => {
        Some(stringify!($name))
    };
}

/// Rows to typed functions of the engine.
macro_rules! link_rows {
    ($link:ident, $origin:expr, $functions:ident;
     $($module:ident $name:ident($($arg:ident: $ty:ty),*) -> $result:ty
        [$($columns:tt)*] $(via $path:path)?;)*) => {
        fn $link(linker: &mut Linker<Guest>, imports: &Imports) -> Result<()> {
            $(if imports.offers($origin, stringify!($module), stringify!($name)) {
                linker.func_wrap(
                    stringify!($module),
                    stringify!($name),
                    |caller: Caller<'_, Guest>, $($arg: $ty),*| -> Result<$result> {
                        call_host(caller, host_function!($module $name), |host, memory| {
                            $functions::$name(host, memory, $($arg),*)
                        })
                    },
                )?;
            })*
            Ok(())
        }
    };
}

nearcore_functions!(link_rows, link_nearcore, Origin::Nearcore, nearcore);
overlay_functions!(link_rows, link_overlay, Origin::Overlay, overlay);
