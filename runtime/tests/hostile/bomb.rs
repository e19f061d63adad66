//! Contracts filled with one kind of code.

use crate::case::{LIMITS, padded, prepared};
use test_support::assembly::Assembly;
use wasm_encoder::{Encode as _, Instruction, ValType};

/// Number of functions besides those of a bomb.
pub(crate) const HELPERS: u64 = 3;
/// A function that does nothing, exported as `main`.
pub(crate) const NOTHING: u32 = 0;
/// A function that returns its i64 argument.
pub(crate) const IDENTITY: u32 = 1;
/// A function with 64 i64 parameters.
pub(crate) const WIDE: u32 = 2;

/// Functions that consist of one repeated piece of code.
pub(crate) struct Bomb {
    locals: u32,
    operands: usize,
    once: Box<Once>,
}

/// Code of the nth repetition.
type Once = dyn Fn(u32) -> Vec<Instruction<'static>> + Sync;

impl Bomb {
    pub(crate) fn of(once: impl Fn(u32) -> Vec<Instruction<'static>> + Sync + 'static) -> Self {
        Self {
            locals: 0,
            operands: 0,
            once: Box::new(once),
        }
    }

    pub(crate) fn locals(self, locals: u32) -> Self {
        Self { locals, ..self }
    }

    /// Sets the number of operands on the stack below the code.
    pub(crate) fn operands(self, operands: usize) -> Self {
        Self { operands, ..self }
    }

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
            for instruction in (self.once)(index) {
                instruction.encode(&mut once);
            }
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

    /// This many functions of this size.
    pub(crate) fn contract(&self, count: u64, bytes: u64) -> Vec<u8> {
        let mut contract = Assembly {
            types: vec![
                (vec![], vec![]),
                (vec![ValType::I64], vec![ValType::I64]),
                (vec![ValType::I64; 64], vec![]),
            ],
            functions: vec![
                (0, vec![0, 0x0b]),
                (1, vec![0, 0x20, 0, 0x0b]),
                (2, vec![0, 0x0b]),
            ],
            globals: vec![(ValType::I64, 0)],
            table: vec![NOTHING],
            methods: vec![("main".to_owned(), NOTHING)],
            ..Assembly::default()
        };
        let function = self.function(bytes);
        let copies = (0..count).map(|_| (0, function.clone()));
        contract.functions.extend(copies);
        contract.finish()
    }

    /// As many functions of this size as a contract can have, while it stays within
    /// `instrumented_bytes` after instrumentation.
    pub(crate) fn filling(&self, bytes: u64, instrumented_bytes: u64) -> Vec<u8> {
        let prepared = |count| {
            let wasm = padded(self.contract(count, bytes), LIMITS.max_contract_size);
            prepared(&wasm).len() as u64
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
