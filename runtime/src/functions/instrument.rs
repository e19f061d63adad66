//! Makes a prepared module report every entry and exit of its functions to the host, and, on request, which of
//! their blocks run.
//!
//! nearcore's preparation has metered the module already, and code that this pass adds is not metered:
//! gas, memory and outcome stay what they are. A function's body becomes a block between two calls
//! of the host, and `return` a branch out of that block:
//!
//! ```wat
//! (func (param i32) (result i64)
//!   i32.const 12 ;; the function's index in the contract
//!   call $enter
//!   block (result i64)
//!     ...
//!   end
//!   call $leave)
//! ```
//!
//! A block is reported by two more operators, its offset and a call.
//!
//! While a body runs, the operand stack holds nothing new; the native frame may. A trap skips `leave`,
//! which is how the host knows where it happened.

use super::places::Code;
use std::borrow::Cow;
use std::collections::{HashMap, VecDeque};
use std::convert::Infallible;
use wasm_encoder::reencode::{Error, Reencode, utils};
use wasm_encoder::{
    BlockType, CodeSection, EntityType, FunctionSection, ImportSection, Module, TypeSection,
    ValType,
};
use wasmparser::{
    CustomSectionReader, FunctionBody, FunctionSectionReader, ImportSectionReader, Operator,
    Parser, TypeRef, TypeSectionReader,
};

/// What a module reports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Reports {
    /// Entries and exits of functions.
    #[default]
    Functions,
    /// Blocks, too.
    Blocks,
}

/// Module of the imports. [`crate::engine`] links it for instrumented modules alone.
pub(crate) const MODULE: &str = "functions";
/// Reports that a function, whose index is the argument, begins.
pub(crate) const ENTER: &str = "enter";
/// Reports that the innermost function ends.
pub(crate) const LEAVE: &str = "leave";
/// Reports that a block, whose offset in the code section's contents is the argument, runs.
pub(crate) const BLOCK: &str = "block";
/// Number of imports that the pass adds.
const ADDED: u32 = 3;

/// The `prepared` module of a contract, reporting its functions by their index in the contract.
pub(crate) fn instrument<'a>(
    contract: &[u8],
    prepared: &'a [u8],
    reports: Reports,
) -> Result<Cow<'a, [u8]>, Error<Infallible>> {
    let code = Code::read(prepared)?;
    if code.bodies.is_empty() {
        // Without code there is neither a function to report nor a place to import from.
        return Ok(Cow::Borrowed(prepared));
    }
    let contract = Code::read(contract)?;
    let mut pass = Pass {
        next: contract.imports(),
        ..Pass::default()
    };
    if reports == Reports::Blocks {
        let blocks = contract.blocks(&code)?.into_iter();
        pass.blocks = blocks.map(|it| (it.reported_at, it.code.start)).collect();
    }
    let mut module = Module::new();
    pass.parse_core_module(&mut module, Parser::new(0), prepared)?;
    Ok(Cow::Owned(module.finish()))
}

#[derive(Default)]
struct Pass {
    /// Each type's result, as the type of a block. The types of the new imports follow.
    types: Vec<BlockType>,
    /// Functions that the module imports; the [`ADDED`] ones follow.
    imports: u32,
    /// Results of the functions that the pass has yet to read.
    results: VecDeque<BlockType>,
    /// Index in the contract of the function that the pass reads next.
    next: u32,
    /// The block to report before an operator, by the operator's offset in the module.
    blocks: HashMap<usize, u32>,
}

impl Reencode for Pass {
    type Error = Infallible;

    fn function_index(&mut self, function: u32) -> Result<u32, Error<Infallible>> {
        Ok(match function < self.imports {
            true => function,
            false => function + ADDED,
        })
    }

    fn parse_type_section(
        &mut self,
        types: &mut TypeSection,
        section: TypeSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        for ty in section.clone().into_iter_err_on_gc_types() {
            // Preparation refuses functions with several results.
            let result = match ty?.results().first() {
                None => BlockType::Empty,
                Some(ty) => BlockType::Result(self.val_type(*ty)?),
            };
            self.types.push(result);
        }
        utils::parse_type_section(self, types, section)?;
        types.ty().function([ValType::I32], []);
        types.ty().function([], []);
        Ok(())
    }

    /// Adds the imports. Every module with code has this section: preparation imports functions into it.
    fn parse_import_section(
        &mut self,
        imports: &mut ImportSection,
        section: ImportSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        for import in section.clone() {
            self.imports += u32::from(matches!(import?.ty, TypeRef::Func(_)));
        }
        utils::parse_import_section(self, imports, section)?;
        let types = u32::try_from(self.types.len()).unwrap_or(u32::MAX);
        imports.import(MODULE, ENTER, EntityType::Function(types));
        imports.import(MODULE, LEAVE, EntityType::Function(types + 1));
        imports.import(MODULE, BLOCK, EntityType::Function(types));
        Ok(())
    }

    fn parse_function_section(
        &mut self,
        functions: &mut FunctionSection,
        section: FunctionSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        for ty in section.clone() {
            let result = usize::try_from(ty?).ok();
            let result = result.and_then(|ty| self.types.get(ty));
            let unknown = Error::InvalidCodeSectionSize;
            self.results.push_back(*result.ok_or(unknown)?);
        }
        utils::parse_function_section(self, functions, section)
    }

    fn parse_function_body(
        &mut self,
        code: &mut CodeSection,
        body: FunctionBody<'_>,
    ) -> Result<(), Error<Infallible>> {
        let results = self.results.pop_front();
        let results = results.ok_or(Error::InvalidCodeSectionSize)?;
        let mut function = self.new_function_with_parsed_locals(&body)?;
        function
            .instructions()
            .i32_const(self.next.cast_signed())
            .call(self.imports)
            .block(results);
        self.next += 1;
        // Blocks that are open within the body.
        let mut depth = 0_u32;
        let mut reader = body.get_operators_reader()?;
        while !reader.eof() {
            if let Some(block) = self.blocks.get(&reader.original_position()) {
                let block = block.cast_signed();
                function
                    .instructions()
                    .i32_const(block)
                    .call(self.imports + 2);
            }
            let operator = reader.read()?;
            match operator {
                Operator::Block { .. } | Operator::Loop { .. } | Operator::If { .. } => depth += 1,
                // The body's own `end` closes the block around it.
                Operator::End => depth = depth.saturating_sub(1),
                Operator::Return => {
                    function.instructions().br(depth);
                    continue;
                }
                _ => {}
            }
            function.instruction(&self.instruction(operator)?);
        }
        function.instructions().call(self.imports + 1).end();
        code.function(&function);
        Ok(())
    }

    /// Drops custom sections: nothing that runs reads them.
    fn parse_custom_section(
        &mut self,
        _: &mut Module,
        _: CustomSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        Ok(())
    }
}
