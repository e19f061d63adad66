//! Prices, and the one table of their keys.

use crate::yaml::{self, LoadError, Problem};
use std::path::Path;

/// The prices of a function, in gas; 0 if the function does not charge for something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prices {
    /// Per call.
    pub base: u64,
    /// Per item of a batch: a signature, or a proof.
    pub item: u64,
    /// Per byte: of the message, or of all messages or alphas of a batch.
    pub byte: u64,
    /// Per proof and round of try and increment, only in the suite TAI.
    pub attempt: u64,
}

impl Prices {
    /// Every price is 0.
    pub const FREE: Self = Self {
        base: 0,
        item: 0,
        byte: 0,
        attempt: 0,
    };
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
        let (file, text) = match self {
            Self::Ed25519Verify => (
                "ed25519_verify.yaml",
                include_str!("../parameters/ed25519_verify.yaml"),
            ),
            Self::Ed25519VerifyMany => (
                "ed25519_verify_many.yaml",
                include_str!("../parameters/ed25519_verify_many.yaml"),
            ),
            Self::EcvrfVerifyMany => (
                "ecvrf_verify_many.yaml",
                include_str!("../parameters/ecvrf_verify_many.yaml"),
            ),
        };
        self.parse(file, text).expect("the embedded file is tested")
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
        let file = path.display().to_string();
        match std::fs::read_to_string(path) {
            Ok(text) => self.parse(&file, &text),
            Err(error) => Err(LoadError {
                file,
                problem: Problem::Unreadable(error.to_string()),
            }),
        }
    }

    /// Parses the text of a file of prices; errors name it `file`.
    ///
    /// # Errors
    ///
    /// See [`Problem`].
    pub fn parse(self, file: &str, text: &str) -> Result<Prices, LoadError> {
        let keys: Vec<_> = self.table().iter().map(|(key, _)| *key).collect();
        let in_file = |problem| LoadError {
            file: file.to_owned(),
            problem,
        };
        let entries = yaml::parse(text, &keys).map_err(in_file)?;
        let mut prices = Prices::FREE;
        for (key, price) in self.table() {
            *price(&mut prices) = entries.gas(key).map_err(in_file)?;
        }
        Ok(prices)
    }
}
