//! A contract assembled from code that its test writes instruction by instruction, or byte by byte.

use crate::odd::constant;
use wasm_encoder::{
    CodeSection, ConstExpr, DataCountSection, DataSection, ElementSection, Elements, EntityType,
    ExportKind, ExportSection, Function, FunctionSection, GlobalSection, GlobalType, ImportSection,
    Instruction, MemorySection, MemoryType, Module, RefType, TableSection, TableType, TypeSection,
    ValType,
};

/// The parts of a contract. It also has a memory that can grow.
#[derive(Default)]
pub struct Assembly {
    /// Function types: parameters and results.
    pub types: Vec<(Vec<ValType>, Vec<ValType>)>,
    /// Host functions with their types. They are the first functions.
    pub imports: Vec<(&'static str, u32)>,
    /// Types and bodies of the functions.
    pub functions: Vec<(u32, Vec<u8>)>,
    /// Globals, with the bits of their initial values.
    pub globals: Vec<(ValType, u64)>,
    /// Initial content of the table.
    pub table: Vec<u32>,
    /// Initial content of the memory.
    pub memory: Vec<u8>,
    /// A passive data segment; the table's functions are then a passive element segment too.
    pub passive: Option<Vec<u8>>,
    /// Names of exported functions.
    pub methods: Vec<(String, u32)>,
}

impl Assembly {
    /// Adds a function of this type; returns its index.
    pub fn function(&mut self, ty: u32, body: Vec<u8>) -> u32 {
        self.functions.push((ty, body));
        u32::try_from(self.imports.len() + self.functions.len() - 1).expect("few functions")
    }

    /// The contract's bytes.
    pub fn finish(&self) -> Vec<u8> {
        let mut types = TypeSection::new();
        for (params, results) in &self.types {
            types
                .ty()
                .function(params.iter().copied(), results.iter().copied());
        }
        let mut imports = ImportSection::new();
        for (name, ty) in &self.imports {
            imports.import("env", name, EntityType::Function(*ty));
        }
        let (mut functions, mut code) = (FunctionSection::new(), CodeSection::new());
        for (ty, body) in &self.functions {
            functions.function(*ty);
            code.raw(body);
        }
        let mut tables = TableSection::new();
        tables.table(TableType {
            element_type: RefType::FUNCREF,
            table64: false,
            minimum: self.table.len() as u64,
            maximum: None,
            shared: false,
        });
        let mut memories = MemorySection::new();
        memories.memory(MemoryType {
            minimum: 1, // preparation gives every contract more
            maximum: None,
            memory64: false,
            shared: false,
            page_size_log2: None,
        });
        let mut globals = GlobalSection::new();
        for (val_type, bits) in &self.globals {
            let ty = GlobalType {
                val_type: *val_type,
                mutable: true,
                shared: false,
            };
            let first = ConstExpr::extended([constant(*val_type, *bits)]);
            globals.global(ty, &first);
        }
        let mut exports = ExportSection::new();
        for (name, function) in &self.methods {
            exports.export(name, ExportKind::Func, *function);
        }
        let listed = || Elements::Functions((&self.table[..]).into());
        let mut elements = ElementSection::new();
        elements.active(None, &ConstExpr::i32_const(0), listed());
        let mut data = DataSection::new();
        if !self.memory.is_empty() {
            data.active(0, &ConstExpr::i32_const(0), self.memory.iter().copied());
        }
        if let Some(bytes) = &self.passive {
            elements.passive(listed());
            data.passive(bytes.iter().copied());
        }
        let segments = DataCountSection { count: data.len() };
        let mut module = Module::new();
        module.section(&types);
        if !imports.is_empty() {
            module.section(&imports);
        }
        module.section(&functions).section(&tables);
        module
            .section(&memories)
            .section(&globals)
            .section(&exports);
        module.section(&elements);
        if self.passive.is_some() {
            module.section(&segments);
        }
        module.section(&code);
        if !data.is_empty() {
            module.section(&data);
        }
        module.finish()
    }
}

/// A function's body: locals by number and type, then instructions, without the end.
pub fn body<'a>(
    locals: impl IntoIterator<Item = (u32, ValType), IntoIter: ExactSizeIterator>,
    code: impl IntoIterator<Item = &'a Instruction<'a>>,
) -> Vec<u8> {
    let mut function = Function::new(locals);
    for instruction in code {
        function.instruction(instruction);
    }
    function.instruction(&Instruction::End);
    function.into_raw_body()
}
