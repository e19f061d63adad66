//! Contracts filled with one kind of code.

use crate::case::{LIMITS, padded, prepared};
use crate::contracts::repeated;
use test_support::imports::module;
use wasm_encoder::{CodeSection, Module, RawSection};
use wasmparser::{Parser, Payload};

/// Number of functions besides those of a bomb.
const HELPERS: u32 = 3;

/// Functions that consist of one repeated piece of code.
pub(crate) struct Bomb {
    pub(crate) locals: u64,
    /// The number of operands on the stack below the code.
    pub(crate) operands: u64,
    /// WAT. `A`, `B` and `C` stand for locals, which differ in each repetition.
    pub(crate) code: String,
}

impl Bomb {
    /// A module with `count` functions after the helpers: the first has the code this many times, the others are empty.
    fn repeated(&self, times: u64, count: u64) -> Vec<u8> {
        let Self {
            locals, operands, ..
        } = self;
        let once = |index: u64| {
            let of = |stride| (index.wrapping_mul(stride) % locals.max(&1)).to_string();
            let code = self.code.replace('A', &of(7919)).replace('B', &of(104_729));
            code.replace('C', &of(3)) + " "
        };
        let code: String = (0..times).map(once).collect();
        let fields = format!(
            r#"(memory 1) (table 1 funcref) (elem (i32.const 0) func $nothing)
               (global $g (mut i64) (i64.const 0))
               (func $nothing (export "main"))
               (func $identity (param i64) (result i64) (local.get 0))
               (func $wide (param {{64 times i64 }}))
               (func (local {{{locals} times i64 }}) {{{operands} times global.get $g }}
                   {code} {{{operands} times global.set $g }}) {{(func)}}"#
        );
        let wat = module(&repeated(fields, ['{', '}'], count - 1));
        wat::parse_str(wat).expect("valid WAT")
    }

    /// This many functions of this size.
    pub(crate) fn contract(&self, count: u64, bytes: u64) -> Vec<u8> {
        let [none, some] = [0, 2000].map(|times| self.repeated(times, 1).len() as u64);
        // Rounded: an encoded size or number of a local has one byte more or less.
        let each = (some - none + 1000) / 2000;
        let around = 10 + 4 * self.operands;
        let times = (bytes - around) / each;
        let bytes = usize::try_from(bytes).expect("a size of memory");
        all_like_the_first(&self.repeated(times, count), bytes)
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

/// The module with the first function after the helpers, filled to this size with `nop`s, in place of all that
/// follow it, too.
fn all_like_the_first(wasm: &[u8], bytes: usize) -> Vec<u8> {
    let mut contract = Module::new();
    let mut code = CodeSection::new();
    let mut first = Vec::new();
    let mut functions = 0;
    for payload in Parser::new(0).parse_all(wasm) {
        match payload.expect("a valid module") {
            Payload::CodeSectionStart { count, .. } => functions = count,
            Payload::CodeSectionEntry(body) => {
                if code.len() == HELPERS {
                    let (end, body) = body.as_bytes().split_last().expect("an end");
                    first = body.to_vec();
                    assert!(body.len() < bytes, "{} bytes", body.len());
                    first.resize(bytes - 1, 0x01); // nop
                    first.push(*end);
                }
                let is_helper = code.len() < HELPERS;
                code.raw(if is_helper { body.as_bytes() } else { &first });
                if code.len() == functions {
                    contract.section(&code);
                }
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
