//! Names of a contract's functions.

use super::coverage::LineTable;
use super::{Frame, Reports, StackFrame, demangled};
use std::collections::HashMap;
use std::sync::Arc;
use wasmparser::{BinaryReaderError, ExternalKind, KnownCustom, Name, Parser, Payload};

/// Functions cannot be named.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SymbolsError {
    /// The module with the names cannot be read.
    #[error("the symbols are no Wasm module: {0}")]
    Malformed(String),
    /// The module with the names is another contract, or another build of this one.
    #[error(
        "the symbols are of another contract: section {section} differs (needed: the same build, unstripped)"
    )]
    AnotherContract {
        /// The first section that differs.
        section: &'static str,
    },
    /// The module with the names has no lines of source.
    #[error(
        "the symbols have no lines (needed: DWARF, as build_contract_symbols and debuginfo=line-tables-only give)"
    )]
    NoLines,
}

impl From<BinaryReaderError> for SymbolsError {
    fn from(error: BinaryReaderError) -> Self {
        Self::Malformed(error.to_string())
    }
}

/// The names of a contract's functions, by index.
#[derive(Clone, Debug, Default)]
pub(crate) struct FunctionNames {
    names: HashMap<u32, Arc<str>>,
    /// The module with the names, if it has DWARF.
    dwarf: Option<Arc<[u8]>>,
    /// The lines of its blocks, if they are covered.
    pub(super) covered: Option<Arc<LineTable>>,
}

impl FunctionNames {
    /// The names in a module's name section, without the hashes of Rust's compiler; for other functions
    /// the names of its exports.
    pub(crate) fn of(wasm: &[u8]) -> Result<Self, SymbolsError> {
        let mut found = Self::default();
        for payload in Parser::new(0).parse_all(wasm) {
            match payload? {
                Payload::ExportSection(section) => {
                    for export in section {
                        let export = export?;
                        if export.kind == ExternalKind::Func {
                            found.names.insert(export.index, export.name.into());
                        }
                    }
                }
                Payload::CustomSection(section) if section.name() == ".debug_line" => {
                    found.dwarf = Some(wasm.into());
                }
                Payload::CustomSection(section) => {
                    // A damaged name section names nothing, as in a browser.
                    if let KnownCustom::Name(subsections) = section.as_known() {
                        for subsection in subsections {
                            let Ok(Name::Function(names)) = subsection else {
                                continue;
                            };
                            for naming in names.into_iter().flatten() {
                                found.names.insert(naming.index, demangled(naming.name));
                            }
                        }
                    }
                }
                _ => {}
            }
        }
        Ok(found)
    }

    /// The names in `symbols`: the contract `wasm` before its names were stripped.
    pub(crate) fn of_symbols(wasm: &[u8], symbols: &[u8]) -> Result<Self, SymbolsError> {
        let (stripped, full) = (sections(wasm)?, sections(symbols)?);
        let differs = stripped.iter().zip(&full).find(|(one, other)| one != other);
        let section = match differs {
            Some((one, other)) => section_name(one.0.min(other.0)),
            None if stripped.len() != full.len() => "count",
            None => return Self::of(symbols),
        };
        Err(SymbolsError::AnotherContract { section })
    }

    /// Like [`Self::of_symbols`], with the lines of the contract's blocks.
    #[cfg(feature = "dwarf")]
    pub(crate) fn covering(
        wasm: &[u8],
        symbols: &[u8],
        config: &near_parameters::vm::Config,
    ) -> Result<Self, SymbolsError> {
        let mut names = Self::of_symbols(wasm, symbols)?;
        names.covered = Some(super::lines::table(wasm, symbols, config)?.into());
        Ok(names)
    }

    /// What the contract has to report.
    pub(crate) fn reports(&self) -> Reports {
        match self.covered {
            Some(_) => Reports::Blocks,
            None => Reports::Functions,
        }
    }

    /// Whether the module has lines of its source.
    pub(crate) fn have_lines(&self) -> bool {
        cfg!(feature = "dwarf") && self.dwarf.is_some()
    }

    /// The stack in which a call stopped, from functions and their places in the code section's contents.
    pub(super) fn backtrace(&self, frames: &[(Frame, Option<u64>)]) -> Vec<StackFrame> {
        #[cfg(feature = "dwarf")]
        let lines = self.dwarf.as_deref().and_then(super::lines::Lines::read);
        let named = |(frame, offset): &(Frame, Option<u64>)| {
            let name = self.of_frame(*frame);
            #[cfg(feature = "dwarf")]
            if let (Some(lines), Some(offset)) = (&lines, offset) {
                return lines.at(*offset, &name);
            }
            let _ = offset; // for lines alone
            vec![StackFrame::named(&name)]
        };
        frames.iter().flat_map(named).collect()
    }

    pub(super) fn of_frame(&self, frame: Frame) -> Arc<str> {
        match frame {
            Frame::Loading => "loading".into(),
            Frame::Host(name) => name.into(),
            Frame::Function(index) => match self.names.get(&index) {
                Some(name) => Arc::clone(name),
                None => format!("func[{index}]").into(),
            },
        }
    }
}

/// All sections of a module but the custom ones: their numbers and their bytes.
fn sections(wasm: &[u8]) -> Result<Vec<(u8, &[u8])>, SymbolsError> {
    let mut sections = Vec::new();
    for payload in Parser::new(0).parse_all(wasm) {
        let payload = payload?;
        let Some((id, range)) = payload.as_section() else {
            continue;
        };
        if let (1.., Some(bytes)) = (id, wasm.get(range)) {
            sections.push((id, bytes));
        }
    }
    Ok(sections)
}

/// Names of sections by number: WebAssembly 1.0, 5.5.2, and the proposal for bulk memory.
fn section_name(id: u8) -> &'static str {
    const NAMES: [&str; 13] = [
        "custom",
        "type",
        "import",
        "function",
        "table",
        "memory",
        "global",
        "export",
        "start",
        "element",
        "code",
        "data",
        "data count",
    ];
    NAMES.get(usize::from(id)).copied().unwrap_or("a section")
}
