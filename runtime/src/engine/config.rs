//! wasmtime's settings: nearcore's own compiler, under nearcore's own configuration.

use near_parameters::vm::LimitConfig;
use std::num::NonZeroUsize;
use wasmtime::{
    Inlining, OptLevel, RegallocAlgorithm, StoreLimits, StoreLimitsBuilder, Strategy,
    WasmBacktraceDetails,
};

/// nearcore's default where the configuration sets no limit.
const DEFAULT_MAX_TABLES: u32 = 1;
const DEFAULT_MAX_TABLE_ELEMENTS: usize = 10_000;
/// Bytes in a page of Wasm memory.
const PAGE: usize = 1 << 16;

/// The largest metered stack that nearcore allows a run, bytes.
const METERED_STACK: usize = 256 * 1024;
/// Largest ratio of a native frame to its metered size on Winch; the test `hostile::native_stack`
/// recurses to the end of the metered stack. Cranelift guarantees no ratio.
const FRAME_FACTOR: usize = if cfg!(target_arch = "x86_64") { 2 } else { 4 };
/// The native stack of a run, bytes. It lies on the calling thread's stack, together with the
/// frames of host functions.
const WASM_STACK: usize = FRAME_FACTOR * METERED_STACK;
/// The native stack of a run that reports its functions, bytes. An instrumented function's frame also
/// holds its result; the test `hostile::native_stack` recurses to the end of the metered stack in both
/// builds.
const INSTRUMENTED_STACK: usize = 2 * WASM_STACK;

/// Largest number of frames: preparation counts at least 64 bytes for each (near-vm-runner's `SimpleMaxStackCfg`).
const MAX_FRAMES: NonZeroUsize = NonZeroUsize::new(METERED_STACK / 64).expect("not zero");

/// What an instrumented build needs beyond [`engine_config`]: room for its frames, and addresses of its code.
pub(super) fn instrument(config: &mut wasmtime::Config) {
    config
        .max_wasm_stack(INSTRUMENTED_STACK)
        .generate_address_map(true)
        .wasm_backtrace_max_frames(Some(MAX_FRAMES));
}

/// Limits of an instance.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    memory: usize,
    tables: usize,
    table_elements: usize,
}

impl Limits {
    pub(super) fn new(limits: &LimitConfig) -> Self {
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

    pub(super) fn of_a_store(self) -> StoreLimits {
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
/// Two settings differ. Instances are allocated on demand, since a pool reserves memory for a
/// thousand of them. The native stack is limited, so that wasmtime's own check stops a defect
/// before the guard page does.
///
/// Winch reads a function once and keeps every value where the instrumentation has charged for it.
/// Therefore compilation takes time and memory linear in the code, and a native frame is at most
/// [`FRAME_FACTOR`] times the metered one.
pub(super) fn engine_config(limits: &Limits) -> wasmtime::Config {
    let mut config = wasmtime::Config::new();
    config
        // As in nearcore: on other processors Winch has no wide arithmetic.
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
