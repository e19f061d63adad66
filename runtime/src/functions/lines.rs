//! Lines of source, by the DWARF of a contract's symbols.

use super::coverage::{Line, LineTable};
use super::places::{Block, Code};
use super::{StackFrame, SymbolsError, demangled};
use addr2line::Context;
use addr2line::gimli::{Dwarf, EndianSlice, LittleEndian};
use near_parameters::vm::{Config, VMKind};
use near_vm_runner::prepare::prepare_contract;
use std::collections::{BTreeSet, HashMap};
use std::convert::Infallible;
use wasmparser::{Parser, Payload};

/// The DWARF of a module.
pub(super) struct Lines<'a>(Context<EndianSlice<'a, LittleEndian>>);

impl<'a> Lines<'a> {
    /// `None` if `wasm` has no DWARF, or damaged DWARF.
    pub(super) fn read(wasm: &'a [u8]) -> Option<Self> {
        let mut sections = HashMap::new();
        for payload in Parser::new(0).parse_all(wasm) {
            if let Payload::CustomSection(section) = payload.ok()? {
                sections.insert(section.name(), section.data());
            }
        }
        let section = |name| *sections.get(name).unwrap_or(&[].as_slice());
        let dwarf = Dwarf::load(|id| {
            Ok::<_, Infallible>(EndianSlice::new(section(id.name()), LittleEndian))
        });
        let Ok(dwarf) = dwarf;
        section(".debug_line").first()?;
        Context::from_dwarf(dwarf).ok().map(Self)
    }

    /// The functions at an offset in the code section's contents: those inlined there, the innermost first, then
    /// the function itself, which is called `function`.
    pub(super) fn at(&self, offset: u64, function: &str) -> Vec<StackFrame> {
        let mut frames = vec![];
        if let Ok(mut found) = self.0.find_frames(offset).skip_all_loads() {
            while let Ok(Some(frame)) = found.next() {
                let name = frame.function.as_ref().and_then(|it| it.raw_name().ok());
                let location = frame.location.as_ref();
                frames.push(StackFrame {
                    function: demangled(&name.unwrap_or_default()),
                    file: location.and_then(|it| it.file).map(str::to_owned),
                    line: location.and_then(|it| it.line),
                    column: location.and_then(|it| it.column),
                });
            }
        }
        // The function itself has the same name as in the tree.
        match frames.last_mut() {
            Some(own) => own.function = function.into(),
            None => frames.push(StackFrame::named(function)),
        }
        frames
    }

    fn of_block(&self, block: &Block) -> Vec<Line> {
        let (start, end) = (block.code.start.into(), block.code.end.into());
        let found = self.0.find_location_range(start, end).into_iter().flatten();
        let lines = found.filter_map(|(.., location)| Some((location.file?, location.line?)));
        let lines: BTreeSet<_> = lines.filter(|(_, line)| *line > 0).collect();
        let lines = lines.into_iter();
        lines.map(|(file, line)| (file.into(), line)).collect()
    }
}

/// The lines of a contract's blocks, by the DWARF of its symbols.
///
/// # Errors
///
/// The symbols have no lines. A contract that preparation refuses has an empty table.
pub(super) fn table(
    wasm: &[u8],
    symbols: &[u8],
    config: &Config,
) -> Result<LineTable, SymbolsError> {
    let lines = Lines::read(symbols).ok_or(SymbolsError::NoLines)?;
    let blocks = match prepare_contract(wasm, config, VMKind::Wasmtime) {
        Ok(prepared) => Code::read(wasm)?.blocks(&Code::read(&prepared)?)?,
        Err(_) => vec![],
    };
    let blocks = blocks.iter();
    let blocks = blocks.map(|block| (block.code.start, lines.of_block(block)));
    Ok(LineTable {
        blocks: blocks.collect(),
    })
}
