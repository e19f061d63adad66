//! Where in a contract's code an instrumented build stopped.
//!
//! Preparation and [`super::instrument`] add operators to a function and take none away but `return`, which
//! becomes a branch. So the operator at which a function stopped, or the call in which it waits, is found by
//! counting: the third division of the built function is the third one of the contract's. If there are not
//! equally many of a kind in both, none has a place. An added operator, such as a charge for gas, stops at the
//! next operator that has one.

use super::{MODULE, instrument};
use near_parameters::vm::{Config, VMKind};
use near_vm_runner::prepare::prepare_contract;
use std::collections::HashMap;
use std::mem::{Discriminant, discriminant};
use wasmparser::{BinaryReaderError, FunctionBody, Operator, Parser, Payload, TypeRef};

/// Module of the functions that preparation imports.
const INTERNAL: &str = "internal";

/// A frame of a run that stopped: a function's index in the instrumented module, and the offset in it.
pub(crate) type BuiltFrame = (u32, usize);

/// A frame in the contract: a function's index, and an offset from the start of the code section's contents,
/// as DWARF counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ContractFrame {
    pub(super) function: u32,
    pub(super) offset: Option<u64>,
}

/// The places of frames of an instrumented run, the innermost first; `None` only for a contract that was not
/// compiled.
pub(super) fn in_contract(
    wasm: &[u8],
    config: &Config,
    frames: &[BuiltFrame],
) -> Option<Vec<ContractFrame>> {
    let prepared = prepare_contract(wasm, config, VMKind::Wasmtime).ok()?;
    let built = instrument(wasm, &prepared).ok()?;
    let (contract, built) = (Code::read(wasm).ok()?, Code::read(&built).ok()?);
    let place = |&(function, offset): &BuiltFrame| {
        let defined = function.checked_sub(built.imports())?;
        let (ours, theirs) = (contract.body(defined)?, built.body(defined)?);
        let found = counted(&contract.kinds(ours)?, &built.kinds(theirs)?, offset);
        Some(ContractFrame {
            function: contract.imports() + defined,
            offset: found.map(|offset| (offset - contract.start) as u64),
        })
    };
    // A deep recursion stops in few places.
    let mut known = HashMap::new();
    let places = frames
        .iter()
        .filter_map(|frame| *known.entry(*frame).or_insert_with(|| place(frame)));
    Some(places.collect())
}

/// The functions of a module.
struct Code<'a> {
    /// For each imported function, which of the contract's imports it is; `None` for an added one.
    callees: Vec<Option<u32>>,
    bodies: Vec<FunctionBody<'a>>,
    /// Where the contents of the code section begin.
    start: usize,
}

/// What an operator is, as far as both builds have it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind<'a> {
    /// A call of an imported function of the contract.
    Import(u32),
    /// A call of a defined function.
    Defined(u32),
    /// A call of a function that only the built module imports.
    Added,
    Other(Discriminant<Operator<'a>>),
}

impl<'a> Code<'a> {
    fn read(module: &'a [u8]) -> Result<Self, BinaryReaderError> {
        let mut code = Self {
            callees: vec![],
            bodies: vec![],
            start: 0,
        };
        let mut own = 0..;
        for payload in Parser::new(0).parse_all(module) {
            match payload? {
                Payload::ImportSection(section) => {
                    for import in section {
                        let import = import?;
                        if let TypeRef::Func(_) = import.ty {
                            let is_added = [INTERNAL, MODULE].contains(&import.module);
                            code.callees.push(if is_added { None } else { own.next() });
                        }
                    }
                }
                Payload::CodeSectionStart { range, .. } => code.start = range.start,
                Payload::CodeSectionEntry(body) => code.bodies.push(body),
                _ => {}
            }
        }
        Ok(code)
    }

    fn imports(&self) -> u32 {
        u32::try_from(self.callees.len()).unwrap_or(u32::MAX)
    }

    fn body(&self, defined: u32) -> Option<&FunctionBody<'a>> {
        self.bodies.get(usize::try_from(defined).ok()?)
    }

    /// The operators of a body, each with its offset in the module.
    fn kinds(&self, body: &FunctionBody<'a>) -> Option<Vec<(Kind<'a>, usize)>> {
        let operators = body.get_operators_reader().ok()?.into_iter_with_offsets();
        let mut kinds: Vec<(Kind<'a>, usize)> = vec![];
        for operator in operators {
            let (operator, offset) = operator.ok()?;
            let kind = match operator {
                Operator::Call { function_index } => {
                    match self.callees.get(usize::try_from(function_index).ok()?) {
                        Some(Some(import)) => Kind::Import(*import),
                        Some(None) => Kind::Added,
                        None => Kind::Defined(function_index - self.imports()),
                    }
                }
                // After each call for gas or stack that is missing, and after no other, preparation adds one.
                Operator::Unreachable if kinds.last().is_some_and(|it| it.0 == Kind::Added) => {
                    Kind::Added
                }
                ref other => Kind::Other(discriminant(other)),
            };
            kinds.push((kind, offset));
        }
        Some(kinds)
    }
}

/// The offset in the contract of what stands at `offset` in the built module.
fn counted<'a>(
    contract: &[(Kind<'a>, usize)],
    built: &[(Kind<'a>, usize)],
    offset: usize,
) -> Option<usize> {
    let at = built.iter().position(|(_, it)| *it == offset)?;
    built[at..]
        .iter()
        .enumerate()
        .find_map(|(further, (kind, _))| {
            let is_ours = *kind != Kind::Added && count(contract, *kind) == count(built, *kind);
            let earlier = is_ours.then(|| count(&built[..at + further], *kind))?;
            let mut same = contract.iter().filter(|it| it.0 == *kind);
            same.nth(earlier).map(|(_, offset)| *offset)
        })
}

fn count<'a>(all: &[(Kind<'a>, usize)], kind: Kind<'a>) -> usize {
    all.iter().filter(|it| it.0 == kind).count()
}
