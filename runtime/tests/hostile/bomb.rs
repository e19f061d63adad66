//! Contracts filled with one kind of code.

use crate::case::{LIMITS, module, padded, prepared, repeat};
use wasm_encoder::{CodeSection, FunctionSection, Module, RawSection};
use wasmparser::{Parser, Payload};

/// Number of functions besides those of a bomb.
pub(crate) const HELPERS: u32 = 3;

/// Functions that consist of one repeated piece of code.
pub(crate) struct Bomb {
    pub(crate) locals: u32,
    /// The number of operands on the stack below the code.
    pub(crate) operands: u64,
    /// WAT. `A`, `B` and `C` stand for locals, which differ in each repetition.
    pub(crate) code: String,
}

impl Bomb {
    /// Code that needs neither locals nor operands.
    pub(crate) fn of(code: &str) -> Self {
        Self {
            locals: 0,
            operands: 0,
            code: code.to_owned(),
        }
    }

    /// A module whose last function has the code so many times.
    fn repeated(&self, times: u32) -> Vec<u8> {
        let once = |index: u32| {
            let of = |stride| (index.wrapping_mul(stride) % self.locals.max(1)).to_string();
            let code = self.code.replace('A', &of(7919)).replace('B', &of(104_729));
            code.replace('C', &of(3)) + " "
        };
        let code: String = (0..times).map(once).collect();
        let [locals, params, get, set] = [
            ("i64 ", self.locals.into()),
            ("i64 ", 64),
            ("global.get $g ", self.operands),
            ("global.set $g ", self.operands),
        ]
        .map(|(text, count)| repeat(text, count));
        let wat = module(&format!(
            r#"(memory 1) (table 1 funcref) (elem (i32.const 0) func $nothing)
               (global $g (mut i64) (i64.const 0))
               (func $nothing (export "main"))
               (func $identity (param i64) (result i64) (local.get 0))
               (func $wide (param {params}))
               (func (local {locals}) {get} {code} {set})"#
        ));
        wat::parse_str(wat).expect("valid WAT")
    }

    /// This many functions of this size.
    pub(crate) fn contract(&self, count: u64, bytes: u64) -> Vec<u8> {
        let [none, some] = [0, 2000].map(|times| self.repeated(times).len() as u64);
        // Rounded: numbers of locals and sizes have one byte more or less.
        let each = (some - none + 1000) / 2000;
        let around = 10 + 4 * self.operands;
        let times = u32::try_from((bytes - around) / each).expect("a size of memory");
        let [count, bytes] = [count, bytes].map(|it| usize::try_from(it).expect("fits memory"));
        last_function_copied(&self.repeated(times), count, bytes)
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

/// The module with so many copies of its last function, which gets this size by instructions that do nothing.
fn last_function_copied(wasm: &[u8], count: usize, bytes: usize) -> Vec<u8> {
    let mut contract = Module::new();
    let mut code = CodeSection::new();
    for payload in Parser::new(0).parse_all(wasm) {
        match payload.expect("a valid module") {
            Payload::FunctionSection(types) => {
                let types: Result<Vec<_>, _> = types.into_iter().collect();
                let types = types.expect("a valid section");
                let (last, helpers) = types.split_last().expect("functions");
                let mut functions = FunctionSection::new();
                for ty in helpers.iter().chain(std::iter::repeat_n(last, count)) {
                    functions.function(*ty);
                }
                contract.section(&functions);
            }
            Payload::CodeSectionStart { .. } => {}
            Payload::CodeSectionEntry(body) if code.len() < HELPERS => {
                code.raw(body.as_bytes());
            }
            Payload::CodeSectionEntry(body) => {
                let (end, body) = body.as_bytes().split_last().expect("an end");
                let mut body = body.to_vec();
                assert!(body.len() < bytes, "{} bytes", body.len());
                body.resize(bytes - 1, 0x01); // nop
                body.push(*end);
                for _ in 0..count {
                    code.raw(&body);
                }
                contract.section(&code);
            }
            other => {
                if let Some((id, range)) = other.as_section() {
                    let data = &wasm[range];
                    contract.section(&RawSection { id, data });
                }
            }
        }
    }
    contract.finish()
}
