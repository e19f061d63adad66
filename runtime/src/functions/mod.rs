//! The gas of each function of a call: where it is burnt, where the call stopped, and which lines ran.
//!
//! The contract runs a second build of its prepared code, in which [`instrument`] reports entries and
//! exits of functions, and blocks, to a [`Recorder`]. The reports are not metered: burnt gas, outcome and state are
//! the same. Wherever a test compares both backends, a third run is instrumented
//! (`test_support::everywhere`). Known answers: `runtime/tests/functions`.

mod coverage;
mod instrument;
#[cfg(feature = "dwarf")]
mod lines;
mod names;
mod places;
mod recorder;

pub use coverage::Coverage;
pub(crate) use instrument::{BLOCK, ENTER, LEAVE, MODULE, Reports, instrument};
pub(crate) use names::FunctionNames;
pub use names::SymbolsError;
pub(crate) use places::BuiltFrame;
pub(crate) use recorder::{Recorder, ReservedGas};

use near_primitives_core::types::Gas;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// What burns gas.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Frame {
    /// Loading the contract.
    Loading,
    /// A function of the contract, by index.
    Function(u32),
    /// A host function.
    Host(&'static str),
}

/// A function called by a certain stack of functions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CallNode {
    /// The function's name: the name section's or the export's, without the hash of Rust's compiler;
    /// `func[12]` for a function 12 without a name; a host function's name; `loading` for loading the
    /// contract.
    pub name: Arc<str>,
    /// The caller's place in [`CallTree::nodes`]; `None` for a method, a start function and loading.
    pub caller: Option<usize>,
    /// Gas that the function itself burns in all its calls by this stack, without the functions that
    /// it calls.
    #[serde(serialize_with = "as_number")]
    pub gas: Gas,
    /// How often this stack calls it.
    pub calls: u64,
    /// Whether it is a host function.
    #[serde(skip)]
    pub is_host: bool,
}

fn as_number<S: Serializer>(gas: &Gas, to: S) -> Result<S::Ok, S::Error> {
    gas.as_gas().serialize(to)
}

/// The gas of each stack of functions of a call; the sum is the burnt gas.
///
/// The 256 outermost functions of a stack are told apart. Deeper ones are children of the 256th, so
/// that a deep recursion costs a node for each function. A tree has at most 262,144 nodes: gas of
/// further stacks goes to their callers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CallTree {
    nodes: Vec<CallNode>,
    backtrace: Vec<StackFrame>,
    coverage: Coverage,
}

/// A function of the stack in which a call stopped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StackFrame {
    /// Its name, as in [`CallNode::name`] or, for an inlined function, as in the DWARF.
    pub function: Arc<str>,
    /// The file where it stopped or called the next, if the symbols have DWARF (feature `dwarf`).
    pub file: Option<String>,
    /// The line in it.
    pub line: Option<u32>,
    /// The column in the line.
    pub column: Option<u32>,
}

impl StackFrame {
    fn named(function: &str) -> Self {
        Self {
            function: function.into(),
            file: None,
            line: None,
            column: None,
        }
    }
}

impl fmt::Display for StackFrame {
    /// `function (file:line:column)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.function)?;
        let Some(file) = &self.file else {
            return Ok(());
        };
        write!(f, " ({file}")?;
        for number in [self.line, self.column].into_iter().flatten() {
            write!(f, ":{number}")?;
        }
        f.write_str(")")
    }
}

/// The gas of a function in all stacks; functions of one name are one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionGas {
    /// The function's name.
    pub name: Arc<str>,
    /// Gas that it burns itself.
    pub itself: Gas,
    /// Gas that it burns together with the functions that it calls; a recursion counts once.
    pub total: Gas,
    /// How often it is called.
    pub calls: u64,
}

impl CallTree {
    /// Adds an outermost node.
    pub(crate) fn push(&mut self, name: &str, gas: Gas) -> usize {
        self.nodes.push(CallNode {
            name: name.into(),
            caller: None,
            gas,
            calls: 1,
            is_host: false,
        });
        self.nodes.len() - 1
    }

    /// Adds a tree below a node.
    pub(crate) fn graft(&mut self, below: usize, tree: &Self) {
        let offset = self.nodes.len();
        self.nodes.extend(tree.nodes.iter().map(|node| CallNode {
            caller: Some(node.caller.map_or(below, |caller| caller + offset)),
            ..node.clone()
        }));
    }

    /// All functions by their stacks; a caller comes before what it calls.
    pub fn nodes(&self) -> &[CallNode] {
        &self.nodes
    }

    /// Whether the tree is full: gas of further stacks went to their callers.
    pub(crate) fn is_full(&self) -> bool {
        self.nodes.len() >= recorder::MAX_NODES
    }

    /// All gas of the tree: what the call burnt inside the VM.
    pub fn gas(&self) -> Gas {
        let gas = self.nodes.iter().map(|node| node.gas.as_gas());
        Gas::from_gas(gas.sum())
    }

    /// The stack of a failed call where it stopped, the innermost function first, with files and lines where the
    /// symbols have them; empty after a success.
    pub fn backtrace(&self) -> &[StackFrame] {
        &self.backtrace
    }

    /// How often the lines of the contract's source ran, if its lines are covered:
    /// [`Contract::cover_lines`](crate::Contract).
    pub fn coverage(&self) -> &Coverage {
        &self.coverage
    }

    /// The stack of a node, the outermost function first.
    ///
    /// # Panics
    ///
    /// There is no such node.
    pub fn stack(&self, node: usize) -> Vec<&str> {
        let mut stack: Vec<_> = self.upwards(node).map(|it| &*it.name).collect();
        stack.reverse();
        stack
    }

    /// A node, then its callers, the innermost first.
    fn upwards(&self, node: usize) -> impl Iterator<Item = &CallNode> {
        let above = |place: &usize| self.nodes[*place].caller;
        std::iter::successors(Some(node), above).map(|place| &self.nodes[place])
    }

    /// The functions by the gas that they burn themselves, the most expensive first.
    pub fn functions(&self) -> Vec<FunctionGas> {
        let mut totals: Vec<u64> = self.nodes.iter().map(|node| node.gas.as_gas()).collect();
        for (place, node) in self.nodes.iter().enumerate().rev() {
            if let Some(caller) = node.caller {
                totals[caller] += totals[place];
            }
        }
        let mut functions: BTreeMap<&Arc<str>, FunctionGas> = BTreeMap::new();
        for (place, node) in self.nodes.iter().enumerate() {
            let function = functions.entry(&node.name).or_insert_with(|| FunctionGas {
                name: Arc::clone(&node.name),
                itself: Gas::ZERO,
                total: Gas::ZERO,
                calls: 0,
            });
            function.itself = function.itself.saturating_add(node.gas);
            function.calls += node.calls;
            let mut callers = self.upwards(place).skip(1);
            if !callers.any(|caller| caller.name == node.name) {
                let total = Gas::from_gas(totals[place]);
                function.total = function.total.saturating_add(total);
            }
        }
        let mut functions: Vec<_> = functions.into_values().collect();
        functions.sort_by_key(|function| std::cmp::Reverse(function.itself));
        functions
    }
}

/// A function's name as its author wrote it, without the hash of Rust's compiler.
fn demangled(name: &str) -> Arc<str> {
    format!("{:#}", rustc_demangle::demangle(name)).into()
}
