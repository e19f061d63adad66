//! Inputs of host functions, in guest memory or in a register.

use super::{Host, HostResult};
use near_parameters::ExtCosts;
use near_vm_runner::logic::HostError;
use std::borrow::Cow;

/// The place of an input: with a length of `u64::MAX` the pointer is a register id.
#[derive(Clone, Copy)]
pub(crate) enum Input {
    Memory { ptr: u64, len: u64 },
    Register { id: u64 },
}

impl Input {
    pub(crate) fn new(len: u64, ptr: u64) -> Self {
        if len == u64::MAX {
            Self::Register { id: ptr }
        } else {
            Self::Memory { ptr, len }
        }
    }
}

/// An input whose read is paid for. Only [`Host::charge_input`] makes one, and every read consumes
/// one.
pub(crate) struct PaidInput {
    input: Input,
    len: u64,
}

impl PaidInput {
    /// Length in bytes.
    pub(crate) fn len(&self) -> u64 {
        self.len
    }
}

impl Host<'_> {
    /// Charges for reading an input.
    ///
    /// # Errors
    ///
    /// Out of gas; memory out of bounds, found after the charge; an unset register, found
    /// before it.
    ///
    /// # Cost
    ///
    /// `input_cost(n)` of NEP-364: `read_memory_base + n * read_memory_byte`, or
    /// `read_register_base + n * read_register_byte`.
    pub(crate) fn charge_input(&mut self, memory: &[u8], input: Input) -> HostResult<PaidInput> {
        let len = match input {
            Input::Memory { ptr, len } => {
                self.charge(ExtCosts::read_memory_base, 1)?;
                self.charge(ExtCosts::read_memory_byte, len)?;
                memory_slice(memory, ptr, len)?;
                len
            }
            Input::Register { id } => {
                // The register is checked first: nearcore's read_register would burn `base` if it
                // is unset.
                let len = self
                    .ctx
                    .register_len_free(id)
                    .ok_or(HostError::InvalidRegisterId { register_id: id })?;
                self.charge(ExtCosts::read_register_base, 1)?;
                self.charge(ExtCosts::read_register_byte, len)?;
                len
            }
        };
        Ok(PaidInput { input, len })
    }

    /// The bytes of an input; a register's are copied.
    pub(crate) fn input<'m>(
        &mut self,
        memory: &'m [u8],
        paid: PaidInput,
    ) -> HostResult<Cow<'m, [u8]>> {
        match paid.input {
            Input::Memory { ptr, len } => memory_slice(memory, ptr, len).map(Cow::from),
            Input::Register { id } => self.register(id).map(Cow::from),
        }
    }
}

fn memory_slice(memory: &[u8], ptr: u64, len: u64) -> HostResult<&[u8]> {
    let range = || {
        let start = usize::try_from(ptr).ok()?;
        memory.get(start..start.checked_add(usize::try_from(len).ok()?)?)
    };
    range().ok_or_else(|| HostError::MemoryAccessViolation.into())
}
