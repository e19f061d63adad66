//! What a run reports besides its outcome: calls of the host, and the gas of functions.

use super::Host;
use crate::functions::{BuiltFrame, Frame, Recorder};
use near_parameters::vm::Config;
use near_primitives_core::types::Gas;
use near_vm_runner::ContractCode;
use std::sync::Arc;

/// A contract's call of a host function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HostCall {
    /// The function's name.
    pub function: &'static str,
    /// Gas used before the call: loading, Wasm and earlier calls.
    pub before: Gas,
    /// Gas used by the call.
    pub gas: Gas,
}

/// What to report of a run; nothing by default.
#[derive(Default)]
pub(crate) struct Observer<'a> {
    /// Every successful call of a host function.
    pub(crate) host_calls: Option<&'a mut Vec<HostCall>>,
    /// The gas of each function.
    pub(crate) functions: Option<&'a mut Recorder>,
}

impl<'a> Host<'a> {
    /// The same host, reporting to `observer`.
    pub(crate) fn observed(mut self, observer: Observer<'a>) -> Self {
        self.observer = observer;
        self
    }

    /// A function of the contract begins while Wasm has `left` gas left.
    pub(crate) fn enter(&mut self, function: u32, left: u64) {
        let used = self.prepaid.saturating_sub(left);
        if let Some(recorder) = &mut self.observer.functions {
            recorder.enter(Frame::Function(function), used);
        }
    }

    /// The innermost function ends while Wasm has `left` gas left.
    pub(crate) fn leave(&mut self, left: u64) {
        let used = self.prepaid.saturating_sub(left);
        if let Some(recorder) = &mut self.observer.functions {
            recorder.leave(used);
        }
    }

    /// A block of the contract runs.
    pub(crate) fn block(&mut self, offset: u32) {
        if let Some(recorder) = &mut self.observer.functions {
            let count = recorder.blocks.entry(offset).or_default();
            *count = count.saturating_add(1);
        }
    }

    /// The instrumented build of this contract runs.
    pub(crate) fn records(&mut self, code: &Arc<ContractCode>, config: &Arc<Config>) {
        if let Some(recorder) = &mut self.observer.functions {
            recorder.contract = Some((Arc::clone(code), Arc::clone(config)));
        }
    }

    /// The run stopped in these functions, the innermost first.
    pub(crate) fn stopped(&mut self, frames: Vec<BuiltFrame>) {
        if let Some(recorder) = &mut self.observer.functions {
            recorder.stopped_at = frames;
        }
    }

    /// A host function begins; it has no name if code that preparation added calls it. Returns the gas
    /// left.
    pub(crate) fn begin_call(&mut self, name: Option<&'static str>) -> u64 {
        let used = self.prepaid.saturating_sub(self.left);
        if let (Some(recorder), Some(name)) = (&mut self.observer.functions, name) {
            recorder.enter(Frame::Host(name), used);
        }
        self.left
    }

    /// A host function that began with `left` gas left has succeeded.
    pub(crate) fn end_call(&mut self, name: Option<&'static str>, left: u64) {
        let Some(function) = name else { return };
        self.leave(self.left);
        if let Some(calls) = &mut self.observer.host_calls {
            calls.push(HostCall {
                function,
                before: Gas::from_gas(self.prepaid.saturating_sub(left)),
                gas: Gas::from_gas(left.saturating_sub(self.left)),
            });
        }
    }
}
