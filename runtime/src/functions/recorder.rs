//! Books the gas of a run on the functions that burn it, while it runs.

use super::coverage::Coverage;
use super::places::{ContractFrame, in_contract};
use super::{BuiltFrame, CallNode, CallTree, Frame, FunctionNames, Reports};
use near_parameters::vm::Config;
use near_primitives_core::types::Gas;
use near_vm_runner::ContractCode;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Frames of a stack that are told apart. Deeper functions are all children of the frame at this
/// depth, so that recursion costs a node for each function and not for each level.
const MAX_DEPTH: usize = 256;
/// Most nodes of a tree. Once it is full, a function's gas goes to its caller.
pub(super) const MAX_NODES: usize = 1 << 18;

/// Gas of the receipts that a call has created so far: reserved, and not burnt by the call.
///
/// Host functions that create receipts charge gas burnt by sending and gas reserved for executing
/// together; the counter shows only the sum.
#[derive(Debug, Default)]
pub(crate) struct ReservedGas(AtomicU64);

impl ReservedGas {
    pub(crate) fn add(&self, gas: Gas) {
        self.0.fetch_add(gas.as_gas(), Ordering::Relaxed);
    }

    fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// A function called by a certain stack of functions.
struct Node {
    frame: Frame,
    caller: Option<usize>,
    gas: u64,
    calls: u64,
}

/// A tree that grows while a call runs.
#[derive(Default)]
pub(crate) struct Recorder {
    reserved: Arc<ReservedGas>,
    nodes: Vec<Node>,
    places: HashMap<(Option<usize>, Frame), usize>,
    /// The functions that run, the innermost last, each with the node that its gas goes to: its own, or in a full
    /// tree its caller's.
    stack: Vec<(usize, Frame)>,
    /// Gas booked so far.
    booked: u64,
    /// What the instrumented build reports.
    pub(crate) reports: Reports,
    /// How often each block has run, by its offset in the code section's contents.
    pub(crate) blocks: HashMap<u32, u64>,
    /// The contract whose instrumented build runs.
    pub(crate) contract: Option<(Arc<ContractCode>, Arc<Config>)>,
    /// Where it stopped, the innermost function first.
    pub(crate) stopped_at: Vec<BuiltFrame>,
}

impl Recorder {
    /// A recorder of a call that is being loaded.
    pub(crate) fn new(reserved: Arc<ReservedGas>) -> Self {
        let mut recorder = Self {
            reserved,
            ..Self::default()
        };
        recorder.enter(Frame::Loading, 0);
        recorder
    }

    /// A function begins when `used` gas is used.
    pub(crate) fn enter(&mut self, frame: Frame, used: u64) {
        self.book(used);
        let place = self.place(frame);
        if let Some(place) = place {
            self.nodes[place].calls += 1;
        }
        // Loading, the first, has a node.
        let callers = self.stack.last().map_or(0, |(node, _)| *node);
        self.stack.push((place.unwrap_or(callers), frame));
    }

    /// The innermost function ends.
    pub(crate) fn leave(&mut self, used: u64) {
        self.book(used);
        self.stack.pop();
    }

    /// The tree of a run that burnt `burnt`. What is not booked yet is the innermost function's: a
    /// trap or a failed charge ended it.
    pub(crate) fn finish(mut self, burnt: Gas, names: &FunctionNames) -> CallTree {
        let Some(rest) = burnt.as_gas().checked_sub(self.booked) else {
            // nearcore forgets what loading burns if the contract has no such method: only then is more booked.
            return CallTree::default();
        };
        if let Some((node, _)) = self.stack.last() {
            self.nodes[*node].gas += rest;
        }
        let named = |node: &Node| CallNode {
            name: names.of_frame(node.frame),
            caller: node.caller,
            gas: Gas::from_gas(node.gas),
            calls: node.calls,
            is_host: matches!(node.frame, Frame::Host(_)),
        };
        let covered = names.covered.as_ref();
        CallTree {
            nodes: self.nodes.iter().map(named).collect(),
            backtrace: names.backtrace(&self.frames(names)),
            coverage: covered.map_or_else(Coverage::default, |it| it.coverage(&self.blocks)),
        }
    }

    /// The functions of the stack, the innermost first, with their places in the contract's code. Places are found
    /// only for names with lines, since preparing a contract again takes longer than most calls. A function whose
    /// entry failed is only on the native stack.
    fn frames(&self, names: &FunctionNames) -> Vec<(Frame, Option<u64>)> {
        let places: Vec<ContractFrame> = match &self.contract {
            Some((code, config)) if names.have_lines() && !self.stopped_at.is_empty() => {
                in_contract(code.code(), config, self.reports, &self.stopped_at).unwrap_or_default()
            }
            _ => vec![],
        };
        let mut places = places.iter();
        let frames = self.stack.iter().rev().map(|(_, frame)| *frame);
        let placed = frames.map(|frame| {
            let offset = match frame {
                Frame::Function(index) => places.find(|it| it.function == index),
                Frame::Host(_) | Frame::Loading => None,
            };
            (frame, offset.and_then(|it| it.offset))
        });
        placed.collect()
    }

    fn book(&mut self, used: u64) {
        let burnt = used.saturating_sub(self.reserved.get());
        if let Some((node, _)) = self.stack.last() {
            self.nodes[*node].gas += burnt.saturating_sub(self.booked);
        }
        self.booked = burnt;
    }

    /// The place of a function that the innermost one calls; `None` if the tree is full.
    fn place(&mut self, frame: Frame) -> Option<usize> {
        let depth = self.stack.len().min(MAX_DEPTH);
        let caller = depth.checked_sub(1).map(|last| self.stack[last].0);
        if let Some(place) = self.places.get(&(caller, frame)) {
            return Some(*place);
        }
        if self.nodes.len() >= MAX_NODES {
            return None;
        }
        self.places.insert((caller, frame), self.nodes.len());
        self.nodes.push(Node {
            frame,
            caller,
            gas: 0,
            calls: 0,
        });
        Some(self.nodes.len() - 1)
    }
}
