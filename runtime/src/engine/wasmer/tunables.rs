//! nearcore's limits, as wasmer takes them.
#![allow(
    unsafe_code,
    reason = "two methods of wasmer's `Tunables` are unsafe to call"
)]

use super::frames::FRAME_FACTOR;
use crate::engine::winch::METERED_STACK;
use std::ptr::NonNull;
use wasmer::sys::vm::{VMConfig, VMMemory, VMMemoryDefinition, VMTable, VMTableDefinition};
use wasmer::sys::{BaseTunables, Tunables};
use wasmer::{MemoryError, MemoryStyle, MemoryType, TableStyle, TableType};

/// Native stack of a run, bytes: what all frames of a run can take, and as much again for what wasmer
/// runs on the same stack, such as `memory.grow`. The deepest such call is a member of
/// `hostile::families::deepest`.
const WASM_STACK_SIZE: usize = 2 * FRAME_FACTOR * METERED_STACK;

/// What a table may grow to where the configuration sets no limit: nearcore's own default.
const DEFAULT_MAX_TABLE_ELEMENTS: u32 = 10_000;

/// wasmer's own tunables, with nearcore's stack and table limits. Memory limits need nothing
/// here: preparation writes them into the module.
pub(super) struct NearTunables {
    base: BaseTunables,
    config: VMConfig,
    max_table_elements: u32,
}

impl NearTunables {
    pub(super) fn new(max_table_elements: Option<usize>) -> Self {
        Self {
            base: BaseTunables::new(),
            // Set here: `Box<dyn Tunables>` and `Arc<dyn Tunables>` would not forward it.
            config: VMConfig {
                wasm_stack_size: Some(WASM_STACK_SIZE),
            },
            max_table_elements: max_table_elements
                .and_then(|max| u32::try_from(max).ok())
                .unwrap_or(DEFAULT_MAX_TABLE_ELEMENTS),
        }
    }

    /// `table.grow` fails beyond the limit, as under wasmtime's store limits.
    fn clamped(&self, table: &TableType) -> TableType {
        let maximum = table
            .maximum
            .unwrap_or(u32::MAX)
            .min(self.max_table_elements);
        TableType {
            maximum: Some(maximum.max(table.minimum)),
            ..*table
        }
    }
}

impl Tunables for NearTunables {
    fn memory_style(&self, memory: &MemoryType) -> MemoryStyle {
        self.base.memory_style(memory)
    }

    fn table_style(&self, table: &TableType) -> TableStyle {
        self.base.table_style(table)
    }

    fn create_host_memory(
        &self,
        ty: &MemoryType,
        style: &MemoryStyle,
    ) -> Result<VMMemory, MemoryError> {
        self.base.create_host_memory(ty, style)
    }

    unsafe fn create_vm_memory(
        &self,
        ty: &MemoryType,
        style: &MemoryStyle,
        location: NonNull<VMMemoryDefinition>,
    ) -> Result<VMMemory, MemoryError> {
        // SAFETY: wasmer, our caller, upholds the contract of this very method.
        unsafe { self.base.create_vm_memory(ty, style, location) }
    }

    fn create_host_table(&self, ty: &TableType, style: &TableStyle) -> Result<VMTable, String> {
        self.base.create_host_table(&self.clamped(ty), style)
    }

    unsafe fn create_vm_table(
        &self,
        ty: &TableType,
        style: &TableStyle,
        location: NonNull<VMTableDefinition>,
    ) -> Result<VMTable, String> {
        // SAFETY: wasmer, our caller, upholds the contract of this very method.
        unsafe {
            self.base
                .create_vm_table(&self.clamped(ty), style, location)
        }
    }

    fn vmconfig(&self) -> &VMConfig {
        &self.config
    }
}
