//! Prices, and the one table of their keys.

use crate::problem::{LoadError, Problem};
use std::collections::BTreeMap;
use std::path::Path;

/// The prices of a function, in gas; 0 if the function does not charge for something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Prices {
    /// Per call.
    pub base: u64,
    /// Per item of a batch: a signature, or a proof.
    pub item: u64,
    /// Per byte: of the message, or of all messages or alphas of a batch.
    pub byte: u64,
    /// Per proof in each round of try-and-increment; only in the suite TAI.
    pub attempt: u64,
}

/// A function with its own prices, and a file of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PricedFunction {
    /// `ed25519_verify`, which every network has.
    Ed25519Verify,
    /// The extension `ed25519_verify_many`. nearcore's configuration lacks its prices, so they are
    /// passed separately.
    Ed25519VerifyMany,
    /// The extension `ecvrf_verify_many`; its prices are passed separately, too.
    EcvrfVerifyMany,
}

/// A key of a file, and the price that it sets.
type Key = (&'static str, fn(&mut Prices) -> &mut u64);

impl PricedFunction {
    /// All functions.
    pub const ALL: [Self; 3] = [
        Self::Ed25519Verify,
        Self::Ed25519VerifyMany,
        Self::EcvrfVerifyMany,
    ];

    const fn table(self) -> &'static [Key] {
        match self {
            Self::Ed25519Verify => &[
                ("wasm_ed25519_verify_base", |it| &mut it.base),
                ("wasm_ed25519_verify_byte", |it| &mut it.byte),
            ],
            Self::Ed25519VerifyMany => &[
                ("wasm_ed25519_verify_many_base", |it| &mut it.base),
                ("wasm_ed25519_verify_many_item", |it| &mut it.item),
                ("wasm_ed25519_verify_many_byte", |it| &mut it.byte),
            ],
            Self::EcvrfVerifyMany => &[
                ("wasm_ecvrf_verify_many_base", |it| &mut it.base),
                ("wasm_ecvrf_verify_many_item", |it| &mut it.item),
                ("wasm_ecvrf_verify_many_byte", |it| &mut it.byte),
                ("wasm_ecvrf_verify_many_try", |it| &mut it.attempt),
            ],
        }
    }

    /// This crate's built-in prices: those of the function's file in `parameters`.
    #[must_use]
    pub fn prices(self) -> Prices {
        let text = match self {
            Self::Ed25519Verify => include_str!("../parameters/ed25519_verify.yaml"),
            Self::Ed25519VerifyMany => include_str!("../parameters/ed25519_verify_many.yaml"),
            Self::EcvrfVerifyMany => include_str!("../parameters/ecvrf_verify_many.yaml"),
        };
        self.parse(text).expect("the embedded file is tested")
    }

    /// Every key of the function's file with its price, in the file's order.
    #[must_use]
    pub fn keys(self, mut prices: Prices) -> Vec<(&'static str, u64)> {
        let table = self.table().iter();
        table
            .map(|(key, price)| (*key, *price(&mut prices)))
            .collect()
    }

    /// Loads a file of prices.
    ///
    /// # Errors
    ///
    /// See [`Problem`].
    pub fn load(self, path: &Path) -> Result<Prices, LoadError> {
        let text = std::fs::read_to_string(path);
        let text = text.map_err(|error| Problem::Unreadable(error.to_string()));
        let prices = text.and_then(|text| self.parse(&text));
        prices.map_err(|problem| LoadError {
            file: path.display().to_string(),
            problem,
        })
    }

    /// Parses the text of a file of prices: lines of `key: gas`, a subset of YAML.
    ///
    /// # Errors
    ///
    /// See [`Problem`].
    pub fn parse(self, text: &str) -> Result<Prices, Problem> {
        let mut prices = Prices::default();
        let mut lines = BTreeMap::new();
        for (line, text) in (1..).zip(text.lines()) {
            let content = without_comment(text);
            if content.is_empty() {
                continue;
            }
            let parts = content.split_once(':');
            let is_apart = |value: &str| value.is_empty() || value.starts_with(' ');
            let parts = parts.filter(|(_, value)| is_apart(value));
            let (key, value) = parts.ok_or(Problem::NotFlat { line })?;
            let (key, value) = (key.to_owned(), value.trim().to_owned());
            let mut table = self.table().iter();
            let Some((name, price)) = table.find(|(name, _)| *name == key) else {
                return Err(Problem::UnknownKey { line, key });
            };
            if let Some(first) = lines.insert(name, line) {
                return Err(Problem::DuplicateKey { line, key, first });
            }
            let gas = parse_gas(&value);
            *price(&mut prices) = gas.ok_or(Problem::NotGas { line, key, value })?;
        }
        match self
            .table()
            .iter()
            .find(|(key, _)| !lines.contains_key(key))
        {
            None => Ok(prices),
            Some((key, _)) => Err(Problem::MissingKey {
                key: (*key).to_owned(),
            }),
        }
    }
}

/// The line without its YAML comment, which starts the line or follows a space.
fn without_comment(line: &str) -> &str {
    let content = match line.starts_with('#') {
        true => "",
        false => line.split(" #").next().unwrap_or(line),
    };
    content.trim_end()
}

/// An amount such as `210_000_000_000`: decimal digits, optionally grouped by underscores.
fn parse_gas(digits: &str) -> Option<u64> {
    let is_number = |group: &str| !group.is_empty() && group.bytes().all(|b| b.is_ascii_digit());
    let is_grouped = digits.split('_').all(is_number);
    digits.replace('_', "").parse().ok().filter(|_| is_grouped)
}
