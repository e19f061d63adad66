//! Whether nearcore's engine has room for an instance of a module that passed preparation.
//!
//! nearcore's engine reserves fixed memory for each instance of its pool, and no limit of the
//! protocol bounds everything in an instance. The sizes are those of wasmtime 45, which nearcore
//! pins. "Sections" of `runtime/tests/hostile/contracts.txt` has modules that just fit and modules that just do not.

use std::collections::BTreeSet;
use wasmparser::{
    BinaryReaderError, ConstExpr, ElementItems, ExternalKind, Operator, Parser, Payload, TableInit,
};

/// What nearcore's engine reserves for an instance, bytes.
const RESERVED: u64 = 1 << 20;
/// Fixed part of wasmtime's data about an instance.
const INSTANCE: u64 = 160;
/// Pointers to what instances share, and the instance's only memory.
const HEADER: u64 = 7 * 8 + 8 + 16;
const IMPORTED_FUNCTION: u64 = 4 * 8;
const TABLE: u64 = 2 * 8;
const GLOBAL: u64 = 16;
/// A function that a table, a reference or an export makes callable from elsewhere.
const FUNCTION_REFERENCE: u64 = 4 * 8;

/// Whether an instance of a prepared module fits.
///
/// # Errors
///
/// Only for modules that are not valid.
pub(super) fn fits(wasm: &[u8]) -> Result<bool, BinaryReaderError> {
    let (mut imports, mut tables, mut globals) = (0, 0, 0);
    let mut referenced = BTreeSet::new();
    for payload in Parser::new(0).parse_all(wasm) {
        match payload? {
            // Preparation allows no imports but functions, and all of them can be referenced.
            Payload::ImportSection(section) => {
                imports = section.count();
                referenced.extend(0..imports);
            }
            Payload::TableSection(section) => {
                tables = section.count();
                for table in section {
                    if let TableInit::Expr(value) = table?.init {
                        refer(&mut referenced, &value)?;
                    }
                }
            }
            Payload::GlobalSection(section) => {
                globals = section.count();
                for global in section {
                    refer(&mut referenced, &global?.init_expr)?;
                }
            }
            Payload::ExportSection(section) => {
                for export in section {
                    let export = export?;
                    if export.kind == ExternalKind::Func {
                        referenced.insert(export.index);
                    }
                }
            }
            Payload::StartSection { func, .. } => {
                referenced.insert(func);
            }
            Payload::ElementSection(section) => {
                for segment in section {
                    match segment?.items {
                        ElementItems::Functions(functions) => {
                            for function in functions {
                                referenced.insert(function?);
                            }
                        }
                        ElementItems::Expressions(_, values) => {
                            for value in values {
                                refer(&mut referenced, &value?)?;
                            }
                        }
                    }
                }
            }
            Payload::CodeSectionStart { .. } => break,
            _ => {}
        }
    }
    let size = INSTANCE
        + HEADER
        + IMPORTED_FUNCTION * u64::from(imports)
        + TABLE * u64::from(tables)
        + GLOBAL * u64::from(globals)
        + FUNCTION_REFERENCE * referenced.len() as u64;
    Ok(size <= RESERVED)
}

/// Adds the functions that a constant refers to.
fn refer(functions: &mut BTreeSet<u32>, value: &ConstExpr<'_>) -> Result<(), BinaryReaderError> {
    for operator in value.get_operators_reader() {
        if let Operator::RefFunc { function_index } = operator? {
            functions.insert(function_index);
        }
    }
    Ok(())
}
