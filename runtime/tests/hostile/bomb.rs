//! Contracts that are full of one thing.

use crate::case::{LIMITS, padded};
use near_parameters::RuntimeConfigStore;
use near_parameters::vm::VMKind;
use near_runtime_ext::PROTOCOL_VERSION;
use near_vm_runner::prepare::prepare_contract;
use wasm_encoder::{
    CodeSection, ConstExpr, ElementSection, Elements, Encode, ExportKind, ExportSection,
    FunctionSection, GlobalSection, GlobalType, InstructionSink, MemorySection, MemoryType, Module,
    RefType, TableSection, TableType, TypeSection, ValType,
};

/// Functions that there are beside those of a bomb.
pub(crate) const HELPERS: u64 = 3;
/// One of them, exported as `main`, does nothing.
pub(crate) const NOTHING: u32 = 0;
/// One returns the i64 it is given.
pub(crate) const IDENTITY: u32 = 1;
/// One takes 64 of them.
pub(crate) const WIDE: u32 = 2;

/// Functions that do something again and again.
pub(crate) struct Bomb {
    locals: u32,
    operands: usize,
    once: Box<Once>,
}

/// Writes what is done for the nth time.
type Once = dyn Fn(&mut InstructionSink<'_>, u32) + Sync;

impl Default for Bomb {
    fn default() -> Self {
        Self::of(|code, _| {
            code.nop();
        })
    }
}

impl Bomb {
    pub(crate) fn of(once: impl Fn(&mut InstructionSink<'_>, u32) + Sync + 'static) -> Self {
        Self {
            locals: 0,
            operands: 0,
            once: Box::new(once),
        }
    }

    /// With so many locals.
    pub(crate) fn locals(self, locals: u32) -> Self {
        Self { locals, ..self }
    }

    /// With so many operands beneath.
    pub(crate) fn operands(self, operands: usize) -> Self {
        Self { operands, ..self }
    }

    /// A function of so many bytes.
    fn function(&self, bytes: u64) -> Vec<u8> {
        let bytes = usize::try_from(bytes).expect("fits memory");
        let mut code = Vec::new();
        1_u32.encode(&mut code);
        self.locals.encode(&mut code);
        ValType::I64.encode(&mut code);
        let (get, set) = ([0x23, 0], [0x24, 0]); // global 0
        code.extend(get.repeat(self.operands));
        for index in 0.. {
            let mut once = Vec::new();
            (self.once)(&mut InstructionSink::new(&mut once), index);
            if code.len() + once.len() + set.len() * self.operands >= bytes {
                break;
            }
            code.append(&mut once);
        }
        code.extend(set.repeat(self.operands));
        code.resize(bytes - 1, 0x01); // nop
        code.push(0x0b); // end
        code
    }

    /// So many functions of so many bytes.
    pub(crate) fn contract(&self, count: u64, bytes: u64) -> Vec<u8> {
        let function = self.function(bytes);
        let mut types = TypeSection::new();
        types.ty().function([], []);
        types.ty().function([ValType::I64], [ValType::I64]);
        types.ty().function([ValType::I64; 64], []);
        let mut functions = FunctionSection::new();
        functions.function(0).function(1).function(2);
        let mut code = CodeSection::new();
        code.raw(&[0, 0x0b])
            .raw(&[0, 0x20, 0, 0x0b])
            .raw(&[0, 0x0b]);
        for _ in 0..count {
            functions.function(0);
            code.raw(&function);
        }
        let mut tables = TableSection::new();
        tables.table(TableType {
            element_type: RefType::FUNCREF,
            table64: false,
            minimum: 1,
            maximum: None,
            shared: false,
        });
        let mut memories = MemorySection::new();
        memories.memory(MemoryType {
            minimum: 1,
            maximum: None,
            memory64: false,
            shared: false,
            page_size_log2: None,
        });
        let mut globals = GlobalSection::new();
        let ty = GlobalType {
            val_type: ValType::I64,
            mutable: true,
            shared: false,
        };
        globals.global(ty, &ConstExpr::i64_const(0));
        let mut exports = ExportSection::new();
        exports.export("main", ExportKind::Func, 0);
        let mut elements = ElementSection::new();
        elements.active(
            None,
            &ConstExpr::i32_const(0),
            Elements::Functions((&[0][..]).into()),
        );
        let mut module = Module::new();
        module
            .section(&types)
            .section(&functions)
            .section(&tables)
            .section(&memories);
        module
            .section(&globals)
            .section(&exports)
            .section(&elements)
            .section(&code);
        module.finish()
    }

    /// As many functions of so many bytes as a contract can have, and as take no more than so many
    /// with instrumentation.
    pub(crate) fn filling(&self, bytes: u64, instrumented_bytes: u64) -> Vec<u8> {
        let store = RuntimeConfigStore::new(None);
        let config = &store.get_config(PROTOCOL_VERSION).wasm_config;
        let prepared = |count| {
            let wasm = padded(self.contract(count, bytes), LIMITS.max_contract_size);
            let prepared = prepare_contract(&wasm, config, VMKind::Wasmtime);
            prepared.expect("a contract of so many functions").len() as u64
        };
        let instrumented = prepared(2) - prepared(1);
        let before = (LIMITS.max_contract_size - 1000) / bytes;
        let after = instrumented_bytes / instrumented;
        let count = before.min(after);
        assert!(count > 0, "{instrumented} bytes are too many");
        let contract = self.contract(count, bytes);
        padded(contract, LIMITS.max_contract_size)
    }
}
