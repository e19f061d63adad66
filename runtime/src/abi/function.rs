//! One row of the ABI table, and the macros that turn rows into code.

use crate::host::{Host, HostResult};
use near_parameters::vm::Config;
use std::fmt;
use wasmparser::ValType;

/// Condition under which a network has a host function.
#[derive(Clone, Copy, Debug)]
pub enum Gate {
    /// Every supported protocol version has it.
    Always,
    /// A flag of the protocol version's configuration.
    Protocol(fn(&Config) -> bool),
    /// No network has it: [`Gates::open`](crate::Gates::open) offers it.
    Extension,
}

/// Source of a row's implementation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// `near_vm_runner::logic::host`.
    Nearcore,
    /// [`crate::overlay`].
    Overlay,
}

/// A host function: the description of an import, and its implementation.
pub struct HostFunction {
    /// Import module: `env` for contracts, `internal` for the instrumentation.
    pub module: &'static str,
    /// Import name.
    pub name: &'static str,
    /// Parameter types.
    pub params: &'static [ValType],
    /// Result type, if any.
    pub result: Option<ValType>,
    /// Condition under which a network has it.
    pub gate: Gate,
    /// Source of the implementation.
    pub origin: Origin,
    pub(crate) implementation: fn(&mut Host<'_>, &mut [u8], &[u64]) -> HostResult<u64>,
}

impl HostFunction {
    /// Calls the function without an engine; `memory` takes the place of the guest's.
    ///
    /// Returns the result, 0 for a function that has none. An argument missing from `args`
    /// counts as 0, and an `i32` takes the low half of its argument.
    ///
    /// # Errors
    ///
    /// The host function's own.
    ///
    /// # Cost
    ///
    /// That of a contract's call, less the Wasm instructions around it.
    pub fn call(&self, host: &mut Host<'_>, memory: &mut [u8], args: &[u64]) -> HostResult<u64> {
        (self.implementation)(host, memory, args)
    }
}

impl fmt::Debug for HostFunction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}::{} ({:?})", self.module, self.name, self.origin)
    }
}

/// A Rust type that a host function takes or returns.
pub(crate) trait AbiValue {
    /// Its Wasm type; `None` for "no result".
    const TYPE: Option<ValType>;
    /// The low bits of an untyped value.
    fn from_bits(bits: u64) -> Self;
    /// The untyped value.
    fn to_bits(self) -> u64;
}

impl AbiValue for u64 {
    const TYPE: Option<ValType> = Some(ValType::I64);
    fn from_bits(bits: u64) -> Self {
        bits
    }
    fn to_bits(self) -> u64 {
        self
    }
}

impl AbiValue for u32 {
    const TYPE: Option<ValType> = Some(ValType::I32);
    #[expect(clippy::cast_possible_truncation, reason = "an i32 is the low half")]
    fn from_bits(bits: u64) -> Self {
        bits as Self
    }
    fn to_bits(self) -> u64 {
        self.into()
    }
}

impl AbiValue for () {
    const TYPE: Option<ValType> = None;
    fn from_bits(_: u64) -> Self {}
    fn to_bits(self) -> u64 {
        0
    }
}

/// Rows to typed functions: `fn name(host, memory, args…) -> HostResult<result>`.
macro_rules! typed_functions {
    ($($module:ident $name:ident($($arg:ident: $ty:ty),*) -> $result:ty
        [$charges:ident, $view:ident $(as $told:ident)? $(, $gate:ident)?] $(via $path:path)?;)*) => {$(
        #[allow(clippy::too_many_arguments, reason = "the host ABI")]
        pub(crate) fn $name(
            host: &mut $crate::host::Host<'_>,
            memory: &mut [u8],
            $($arg: $ty),*
        ) -> $crate::host::HostResult<$result> {
            $crate::abi::body!($name, host, memory, [$($arg),*], $charges, [$view $($told)?], [$($path)?])
        }
    )*};
}

/// A typed function's body: nearcore's function of that name, or the path after `via`.
macro_rules! body {
    ($name:ident, $host:ident, $memory:ident, [$($arg:ident),*], $charges:ident, $view:tt, []) => {
        $host.nearcore(
            $crate::host::Charges::$charges,
            $crate::abi::body!(@forbidden $view, $name),
            |ctx| near_vm_runner::logic::host::$name(ctx, $memory, $($arg),*),
        )
    };
    ($name:ident, $host:ident, $memory:ident, [$($arg:ident),*], $charges:ident, $view:tt, [$path:path]) => {
        $path($host, $memory, $($arg),*)
    };
    (@forbidden [forbidden], $name:ident) => { Some(stringify!($name)) };
    (@forbidden [forbidden $told:ident], $name:ident) => { Some(stringify!($told)) };
    (@forbidden [allowed], $name:ident) => { None };
    (@gate) => { $crate::abi::Gate::Always };
    (@gate always) => { $crate::abi::Gate::Always };
    (@gate extension) => { $crate::abi::Gate::Extension };
    (@gate $flag:ident) => { $crate::abi::Gate::Protocol(|config| config.$flag) };
}

/// Rows to descriptions: a `&'static [HostFunction]` that calls the functions in `$functions`.
macro_rules! rows {
    ($origin:expr, $functions:ident;
     $($module:ident $name:ident($($arg:ident: $ty:ty),*) -> $result:ty
        [$charges:ident, $view:ident $(as $told:ident)? $(, $gate:ident)?] $(via $path:path)?;)*) => {{
        use $crate::abi::AbiValue;
        &[$($crate::abi::HostFunction {
            module: stringify!($module),
            name: stringify!($name),
            params: &[$(<$ty as AbiValue>::TYPE.expect("a parameter has a type")),*],
            result: <$result as AbiValue>::TYPE,
            gate: $crate::abi::body!(@gate $($gate)?),
            origin: $origin,
            implementation: |host, memory, args| {
                #[allow(unused, reason = "some functions have no parameters")]
                let mut args = args.iter().copied();
                $functions::$name(
                    host,
                    memory,
                    $({
                        let $arg = args.next().unwrap_or_default();
                        <$ty as AbiValue>::from_bits($arg)
                    }),*
                )
                .map(AbiValue::to_bits)
            },
        }),*]
    }};
}

pub(crate) use {body, rows, typed_functions};
