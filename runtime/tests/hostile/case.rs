//! A hostile contract and its call, and WAT for the cases.

use near_parameters::RuntimeConfigStore;
use near_parameters::vm::{Config, LimitConfig, VMKind};
use near_runtime_ext::{Gas, PROTOCOL_VERSION};
use near_vm_runner::prepare::prepare_contract;
use std::cmp::Reverse;
use std::sync::{Arc, LazyLock};
pub(crate) use test_support::imports::{module, rows};

/// The newest protocol version's configuration.
static CONFIG: LazyLock<Arc<Config>> = LazyLock::new(|| {
    let store = RuntimeConfigStore::new(None);
    Arc::clone(&store.get_config(PROTOCOL_VERSION).wasm_config)
});

/// The limits of that configuration; cases are at them or beyond.
pub(crate) static LIMITS: LazyLock<&LimitConfig> = LazyLock::new(|| &CONFIG.limit_config);

/// A limit, which the newest protocol version must have.
pub(crate) fn limit(limit: Option<u64>) -> u64 {
    limit.expect("the newest protocol version limits this")
}

/// Bytes in a page of Wasm memory.
pub(crate) const PAGE: u64 = 1 << 16;

/// Initial size of every contract's memory, whatever it declares, bytes.
pub(crate) fn initial_memory() -> u64 {
    u64::from(LIMITS.initial_memory_pages) * PAGE
}

/// Largest size of a memory, bytes.
pub(crate) fn max_memory() -> u64 {
    u64::from(LIMITS.max_memory_pages) * PAGE
}

/// A contract, and the call of its method `main`.
pub(crate) struct Case {
    pub(crate) name: String,
    wasm: Box<dyn Fn() -> Vec<u8> + Sync>,
    pub(crate) input: u64,
    pub(crate) gas: Gas,
}

impl Case {
    /// A call with the largest amount of gas that can be attached.
    pub(crate) fn new(
        name: impl Into<String>,
        wasm: impl Fn() -> Vec<u8> + Sync + 'static,
    ) -> Self {
        Self {
            name: name.into(),
            wasm: Box::new(wasm),
            input: 0,
            gas: LIMITS.max_total_prepaid_gas,
        }
    }

    /// The same, for a contract in WAT.
    pub(crate) fn wat(name: impl Into<String>, wat: impl Fn() -> String + Sync + 'static) -> Self {
        Self::new(name, move || wat::parse_str(wat()).expect("valid WAT"))
    }

    /// Sets the input's size, bytes.
    pub(crate) fn input(mut self, bytes: u64) -> Self {
        self.input = bytes;
        self
    }

    /// Sets the gas, for calls that take the host longer than their gas pays for.
    pub(crate) fn gas(mut self, gas: Gas) -> Self {
        self.gas = gas;
        self
    }

    pub(crate) fn contract(&self) -> Vec<u8> {
        (self.wasm)()
    }
}

/// The contract with as many of something as the limit allows, and with one more.
pub(crate) fn at_and_over(
    name: &str,
    limit: u64,
    wasm: impl Fn(u64) -> Vec<u8> + Clone + Sync + 'static,
) -> [Case; 2] {
    [("at the limit", limit), ("one over the limit", limit + 1)].map(|(what, count)| {
        let wasm = wasm.clone();
        Case::new(format!("{name}, {what}"), move || wasm(count))
    })
}

/// The contracts of a table. A row is `name: number | fields | body`: `{…}` is repeated so many times, `{9 times …}` nine
/// times, with `@` for the place of each, from 0 on; `#` is the number. After `, bytes: ` comes the size to which the
/// contract is padded. With `up to` before the number the row is two contracts, one with as many of something as the limit allows,
/// and one with one more. The words stand for texts, [`GROWN`] for code that gives the memory its largest size, and
/// nearcore's names of its limits for these.
pub(crate) fn of_table(table: &str, words: &[(&str, &str)]) -> Vec<Case> {
    let words = words.iter().map(|(word, text)| (*word, *text));
    let words = words.chain([("GROWN", GROWN.as_str())]);
    let table = words.fold(table.to_owned(), |table, (word, text)| {
        table.replace(word, text)
    });
    let table = LIMITS_BY_NAME.iter().fold(table, |table, (name, limit)| {
        table.replace(name, &limit.to_string())
    });
    let of = |number: &str| number.parse().expect("a number");
    let cases = rows(&table).into_iter().flat_map(|(name, row)| {
        let (number, wat) = row.split_once(" |").expect("a number");
        let (number, size) = match number.split_once(", bytes: ") {
            Some((number, size)) => (number, Some(of(size))),
            None => (number, None),
        };
        let wat = wat.to_owned();
        let contract = move |count: u64| {
            let wat = repeated(wat.clone(), count).replace('#', &count.to_string());
            let (fields, body) = wat.split_once('|').expect("fields and a body");
            let wasm = wat::parse_str(main_with(fields, body)).expect("valid WAT");
            match size {
                Some(size) => padded(wasm, size),
                None => wasm,
            }
        };
        match number.strip_prefix("up to ") {
            Some(limit) => at_and_over(&name, of(limit), contract).into(),
            None => {
                let count = of(number);
                vec![Case::new(name, move || contract(count))]
            }
        }
    });
    cases.collect()
}

/// The text with everything in braces repeated, from within.
fn repeated(mut wat: String, count: u64) -> String {
    while let Some(start) = wat.rfind('{') {
        let end = start + wat[start..].find('}').expect("an end");
        let again = &wat[start + 1..end];
        let (times, again) = match again.split_once(" times ") {
            Some((times, again)) => (times.parse().expect("a number"), again),
            None => (count, again),
        };
        let again: String = match again.contains('@') {
            true => (0..times)
                .map(|it| again.replace('@', &it.to_string()))
                .collect(),
            false => repeat(again, times),
        };
        wat.replace_range(start..=end, &again);
    }
    wat
}

/// nearcore's limits by its names, those of the longest names first.
static LIMITS_BY_NAME: LazyLock<Vec<(String, u64)>> = LazyLock::new(|| {
    let limits = serde_json::to_value(*LIMITS).expect("JSON");
    let limits = limits.as_object().expect("fields").iter();
    let numbers = limits.filter_map(|(name, limit)| Some((name.clone(), limit.as_u64()?)));
    let mut numbers: Vec<_> = numbers.collect();
    numbers.sort_by_key(|(name, _)| Reverse(name.len()));
    numbers
});

/// Code after which the memory has its largest size.
pub(crate) static GROWN: LazyLock<String> = LazyLock::new(|| {
    let pages = LIMITS.max_memory_pages - LIMITS.initial_memory_pages;
    format!("(if (i32.lt_s (memory.grow (i32.const {pages})) (i32.const 0)) (then unreachable))")
});

/// A module whose method `main` has this body and a local `$i`.
pub(crate) fn main_body(body: &str) -> String {
    main_with("(memory 1)", body)
}

/// The same, with other fields beside `main`.
pub(crate) fn main_with(fields: &str, body: &str) -> String {
    module(&format!(
        r#"{fields} (func $main (export "main") (local $i i64) {body})"#
    ))
}

pub(crate) fn repeat(text: &str, count: u64) -> String {
    text.repeat(usize::try_from(count).expect("a size of memory"))
}

/// Runs the body in an endless loop.
pub(crate) fn forever(body: &str) -> String {
    format!("(loop $again {body} (br $again))")
}

/// The contract with nearcore's instrumentation.
pub(crate) fn prepared(wasm: &[u8]) -> Vec<u8> {
    let prepared = prepare_contract(wasm, &CONFIG, VMKind::Wasmtime);
    prepared.expect("within nearcore's limits")
}

/// The contract with a custom section appended, so that it has this size.
pub(crate) fn padded(mut wasm: Vec<u8>, size: u64) -> Vec<u8> {
    let size = usize::try_from(size).expect("a size of memory");
    let content = size
        .checked_sub(wasm.len() + 6)
        .expect("the contract is smaller");
    wasm.push(0);
    // The content's length, always as five bytes of LEB128.
    wasm.extend((0..5).map(|byte| {
        let more = if byte < 4 { 0x80 } else { 0 };
        u8::try_from(content >> (7 * byte) & 0x7f).expect("7 bits") | more
    }));
    wasm.resize(size, 0); // an empty name, and zeros
    wasm
}
