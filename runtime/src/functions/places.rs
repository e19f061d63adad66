//! Where in a contract's code an instrumented build stopped, and where that build reports blocks of it.
//!
//! Preparation and [`super::instrument`] add operators to a function and take none away but `return`, which
//! becomes a branch. So an operator of one build is found in the other by counting: the third division of the
//! built function is the third one of the contract's. If the builds have different numbers of a kind, no operator
//! of the kind has a place. A stop at an added operator, such as a charge for gas, has the next operator's place.

use super::{MODULE, Reports, instrument};
use near_parameters::vm::{Config, VMKind};
use near_vm_runner::prepare::prepare_contract;
use std::collections::HashMap;
use std::mem::{Discriminant, discriminant};
use std::ops::Range;
use wasmparser::{BinaryReaderError, FunctionBody, Operator, Parser, Payload, TypeRef};

/// Module of the functions that preparation imports.
const INTERNAL: &str = "internal";

/// A frame of a run that stopped: a function's index in the instrumented module, and an offset in the module.
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
    reports: Reports,
    frames: &[BuiltFrame],
) -> Option<Vec<ContractFrame>> {
    let prepared = prepare_contract(wasm, config, VMKind::Wasmtime).ok()?;
    let built = instrument(wasm, &prepared, reports).ok()?;
    let (contract, built) = (Code::read(wasm).ok()?, Code::read(&built).ok()?);
    let place = |&(function, offset): &BuiltFrame| {
        let defined = function.checked_sub(built.imports())?;
        let (ours, theirs) = (contract.function(defined)?, built.function(defined)?);
        let pairs = pairs(&ours, &theirs);
        let later = pairs.iter().filter(|(_, built)| *built >= offset);
        let found = later.min_by_key(|(_, built)| *built);
        Some(ContractFrame {
            function: contract.imports() + defined,
            offset: found.map(|(ours, _)| (ours - contract.start) as u64),
        })
    };
    // The frames of a deep recursion have few distinct places.
    let mut known = HashMap::new();
    let places = frames
        .iter()
        .filter_map(|frame| *known.entry(*frame).or_insert_with(|| place(frame)));
    Some(places.collect())
}

/// Code that runs from its first operator to its last, unless it stops in between.
pub(super) struct Block {
    /// Its bytes, from the start of the code section's contents.
    pub(super) code: Range<u32>,
    /// Where the prepared module reports it: before the first of its operators that has a place there.
    pub(super) reported_at: usize,
}

/// The functions of a module.
pub(super) struct Code<'a> {
    /// The kind of a call of each imported function.
    imported: Vec<Kind<'a>>,
    pub(super) bodies: Vec<FunctionBody<'a>>,
    /// Where the contents of the code section begin.
    start: usize,
}

/// The kind of an operator, by which both builds are compared.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Kind<'a> {
    /// A call of an imported function of the contract.
    Import(u32),
    /// A call of a defined function.
    Defined(u32),
    /// Preparation's call for gas or stack that is missing, or the `unreachable` after it.
    Missing,
    /// A report.
    Report,
    Other(Discriminant<Operator<'a>>),
}

/// What may run after an operator.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flow {
    /// Only the next operator.
    Straight,
    /// Another operator, none, or another function's code first; or branches lead to the next operator, too.
    Branches,
    /// Like [`Self::Branches`], and branches may skip the operator itself.
    Closes,
}

/// An operator, with its offset in the module.
struct Placed<'a> {
    kind: Kind<'a>,
    offset: usize,
    flow: Flow,
}

impl<'a> Code<'a> {
    pub(super) fn read(module: &'a [u8]) -> Result<Self, BinaryReaderError> {
        let mut code = Self {
            imported: vec![],
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
                            code.imported.push(match import.module {
                                INTERNAL => Kind::Missing,
                                MODULE => Kind::Report,
                                _ => Kind::Import(own.next().unwrap_or(u32::MAX)),
                            });
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

    pub(super) fn imports(&self) -> u32 {
        u32::try_from(self.imported.len()).unwrap_or(u32::MAX)
    }

    /// The blocks of a contract, without those that have no operator with a place in the prepared module.
    pub(super) fn blocks(&self, prepared: &Self) -> Result<Vec<Block>, BinaryReaderError> {
        let mut blocks = vec![];
        for (ours, theirs) in self.bodies.iter().zip(&prepared.bodies) {
            let end = ours.range().end;
            let (ours, theirs) = (self.operators(ours)?, prepared.operators(theirs)?);
            let places: HashMap<usize, usize> = pairs(&ours, &theirs).into_iter().collect();
            let mut rest = &ours[..];
            while let Some(last) = rest.iter().position(|it| it.flow != Flow::Straight) {
                let (block, after) = rest.split_at(last + 1);
                let end = after.first().map_or(end, |next| next.offset);
                // A branch to the end of a Wasm block would skip a report before its `end`.
                let mut reportable = block.iter().filter(|it| it.flow != Flow::Closes);
                let reported_at = reportable.find_map(|it| places.get(&it.offset));
                if let Some(&reported_at) = reported_at {
                    let code = self.in_section(block[0].offset)..self.in_section(end);
                    blocks.push(Block { code, reported_at });
                }
                rest = after;
            }
        }
        Ok(blocks)
    }

    /// The operators of a defined function, if they can be read.
    fn function(&self, defined: u32) -> Option<Vec<Placed<'a>>> {
        let body = self.bodies.get(usize::try_from(defined).ok()?)?;
        self.operators(body).ok()
    }

    /// The operators of a body.
    fn operators(&self, body: &FunctionBody<'a>) -> Result<Vec<Placed<'a>>, BinaryReaderError> {
        let mut operators: Vec<Placed<'a>> = vec![];
        for operator in body.get_operators_reader()?.into_iter_with_offsets() {
            let (operator, offset) = operator?;
            let follows_missing = operators.last().is_some_and(|it| it.kind == Kind::Missing);
            let kind = match operator {
                Operator::Call { function_index } => self.called(function_index),
                // Preparation adds no other `unreachable`.
                Operator::Unreachable if follows_missing => Kind::Missing,
                ref other => Kind::Other(discriminant(other)),
            };
            let flow = match operator {
                Operator::End | Operator::Else => Flow::Closes,
                Operator::Loop { .. }
                | Operator::If { .. }
                | Operator::Br { .. }
                | Operator::BrIf { .. }
                | Operator::BrTable { .. }
                | Operator::Return
                | Operator::Call { .. }
                | Operator::CallIndirect { .. }
                | Operator::Unreachable => Flow::Branches,
                _ => Flow::Straight,
            };
            operators.push(Placed { kind, offset, flow });
        }
        Ok(operators)
    }

    fn called(&self, function: u32) -> Kind<'a> {
        let place = usize::try_from(function).ok();
        let imported = place.and_then(|place| self.imported.get(place));
        imported.map_or_else(|| Kind::Defined(function - self.imports()), |kind| *kind)
    }

    /// An offset in the module as one from the start of the code section's contents.
    fn in_section(&self, offset: usize) -> u32 {
        u32::try_from(offset - self.start).unwrap_or(u32::MAX)
    }
}

/// The operators that are found by counting: the offset of each in the contract and in the built module.
fn pairs<'a>(contract: &[Placed<'a>], built: &[Placed<'a>]) -> Vec<(usize, usize)> {
    let (contract, built) = (by_kind(contract), by_kind(built));
    let told = contract.into_iter().filter_map(|(kind, ours)| {
        let theirs = built.get(&kind).filter(|it| it.len() == ours.len())?;
        Some(ours.into_iter().zip(theirs.clone()))
    });
    told.flatten().collect()
}

fn by_kind<'a>(operators: &[Placed<'a>]) -> HashMap<Kind<'a>, Vec<usize>> {
    let mut kinds: HashMap<Kind<'a>, Vec<usize>> = HashMap::new();
    for operator in operators {
        kinds
            .entry(operator.kind)
            .or_default()
            .push(operator.offset);
    }
    kinds
}
