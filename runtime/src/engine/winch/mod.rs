//! wasmtime's Winch: nearcore's own compiler, under nearcore's own configuration.
//!
//! What strangers wrote is compiled here unless another compiler is asked for and shown to be safe and
//! cheap for it. Winch reads a function once and keeps every value where the instrumentation has
//! charged for it: compilation takes time and memory linear in the code, and a native frame is at most
//! [`FRAME_FACTOR`] times the metered one, by construction.
#![allow(
    unsafe_code,
    reason = "native code is loaded as the bytes that its compiler makes"
)]

#[cfg(all(test, feature = "wasmer", target_arch = "x86_64"))]
mod frames;
mod link;
mod run;
mod trap;

#[cfg(all(test, feature = "wasmer", target_arch = "x86_64"))]
pub(super) use frames::native_frames;
pub(super) use run::{Linked, exported_functions};

use crate::imports::Imports;
use near_parameters::vm::{Config, LimitConfig};
use near_vm_runner::logic::errors::CompilationError;
use run::Guest;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use wasmtime::{
    Engine, Inlining, Linker, Module, OptLevel, RegallocAlgorithm, StoreLimits, StoreLimitsBuilder,
    Strategy, WasmBacktraceDetails,
};

/// nearcore's default where the configuration sets no limit.
const DEFAULT_MAX_TABLES: u32 = 1;
const DEFAULT_MAX_TABLE_ELEMENTS: usize = 10_000;
/// Bytes in a page of Wasm memory.
const PAGE: usize = 1 << 16;

/// The metered stack of a run that nearcore allows, bytes.
pub(super) const METERED_STACK: usize = 256 * 1024;
/// How many times the metered frame a native one takes at most; `engine::frames` measures it.
pub(super) const FRAME_FACTOR: usize = 2;
/// The native stack of a run, bytes; a call takes that much of its thread's, and what a host function
/// takes besides.
const WASM_STACK: usize = FRAME_FACTOR * METERED_STACK;

/// wasmtime with Winch, for one network.
pub(super) struct Winch {
    engine: Engine,
    linker: Linker<Guest>,
    limits: Limits,
}

impl Winch {
    pub(super) fn new(config: &Config, imports: &Imports) -> Self {
        let limits = Limits::new(&config.limit_config);
        let engine = Engine::new(&engine_config(&limits))
            .expect("nearcore's configuration is one that wasmtime takes");
        let linker = link::linker(&engine, imports);
        Self {
            engine,
            linker,
            limits,
        }
    }

    /// Changes with wasmtime's version, this configuration and the processor.
    pub(super) fn version(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.engine
            .precompile_compatibility_hash()
            .hash(&mut hasher);
        hasher.finish()
    }

    pub(super) fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Native code of a prepared module, as bytes.
    ///
    /// # Errors
    ///
    /// nearcore's, in its words: what Winch refuses is the contract's fault there, too.
    pub(super) fn compile(&self, prepared: &[u8]) -> Result<Code, CompilationError> {
        let compiled = self.engine.precompile_module(prepared);
        compiled.map(Code).map_err(|error| {
            let msg = error.to_string();
            CompilationError::WasmtimeCompileError { msg }
        })
    }

    /// Loads what [`Self::compile`] made.
    ///
    /// # Errors
    ///
    /// wasmtime's words: the machine has no memory left for native code.
    pub(super) fn load(&self, code: &Code) -> Result<Module, String> {
        // SAFETY: wasmtime requires bytes that it made itself, and only `compile` makes a `Code`. That
        // the engine is set up alike, wasmtime checks.
        let module = unsafe { Module::deserialize(&self.engine, &code.0) };
        module.map_err(|error| error.to_string())
    }

    /// The module, its imports linked.
    pub(super) fn link(&self, module: &Module) -> Linked {
        Linked::new(module, &self.linker, self.limits)
    }
}

/// Native code that Winch made, not loaded yet.
pub(super) struct Code(Vec<u8>);

/// What an instance may have.
#[derive(Clone, Copy)]
struct Limits {
    memory: usize,
    tables: usize,
    table_elements: usize,
}

impl Limits {
    fn new(limits: &LimitConfig) -> Self {
        let count = |count: u32| usize::try_from(count).unwrap_or(usize::MAX);
        let tables = limits.max_tables_per_contract.unwrap_or(DEFAULT_MAX_TABLES);
        Self {
            memory: count(limits.max_memory_pages).saturating_mul(PAGE),
            tables: count(tables),
            table_elements: limits
                .max_elements_per_contract_table
                .unwrap_or(DEFAULT_MAX_TABLE_ELEMENTS),
        }
    }

    fn of_a_store(self) -> StoreLimits {
        StoreLimitsBuilder::new()
            .instances(1)
            .memories(1)
            .memory_size(self.memory)
            .tables(self.tables)
            .table_elements(self.table_elements)
            .build()
    }
}

/// The settings of nearcore's `WasmtimeVM` that decide what is compiled and how memory is laid out.
///
/// Two differ: instances are made on demand, since a pool reserves the memories of a thousand, and the
/// native stack has a limit, since wasmtime's own check then stands between a defect and the guard page.
fn engine_config(limits: &Limits) -> wasmtime::Config {
    let mut config = wasmtime::Config::new();
    config
        // nearcore's choice, too: on other processors Winch has no wide arithmetic.
        .strategy(if cfg!(target_arch = "x86_64") {
            Strategy::Winch
        } else {
            Strategy::Cranelift
        })
        .cranelift_opt_level(OptLevel::None)
        .cranelift_regalloc_algorithm(RegallocAlgorithm::SinglePass)
        .compiler_inlining(Inlining::No)
        .cranelift_nan_canonicalization(true) // Winch's, too
        .wasm_wide_arithmetic(true) // which instrumentation uses
        .native_unwind_info(false)
        .wasm_backtrace_max_frames(None)
        .wasm_backtrace_details(WasmBacktraceDetails::Disable)
        .generate_address_map(false)
        .memory_init_cow(true)
        .force_memory_init_memfd(true)
        .memory_guaranteed_dense_image_size(0)
        .signals_based_traps(true)
        .guard_before_linear_memory(false)
        .memory_guard_size(0)
        .memory_may_move(false)
        .memory_reservation(limits.memory.try_into().unwrap_or(u64::MAX))
        .memory_reservation_for_growth(0)
        .max_wasm_stack(WASM_STACK);
    config
}
