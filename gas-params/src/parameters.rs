//! The parameters, and the one table that declares them.

use crate::yaml::{self, LoadError, Problem};
use std::path::Path;

/// The file that is compiled in.
const EMBEDDED: &str = include_str!("../parameters/ed25519_verify.yaml");
const EMBEDDED_NAME: &str = "parameters/ed25519_verify.yaml";

/// Declares the fields of [`Parameters`] and the keys they are loaded from.
macro_rules! parameters {
    ($($(#[$doc:meta])* $field:ident: $key:literal,)*) => {
        /// Gas parameters of the Ed25519 host functions.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Parameters {
            $($(#[$doc])* pub $field: u64,)*
        }

        impl Parameters {
            /// Every key of a parameter file, in the order of the fields.
            pub const KEYS: &[&str] = &[$($key),*];

            fn from_entries(file: &str, entries: &yaml::Entries) -> Result<Self, LoadError> {
                Ok(Self { $($field: entries.gas(file, $key)?,)* })
            }
        }
    };
}

parameters! {
    /// Gas per call of `ed25519_verify`.
    ed25519_verify_base: "wasm_ed25519_verify_base",
    /// Gas per byte of the message.
    ed25519_verify_byte: "wasm_ed25519_verify_byte",
}

impl Parameters {
    /// Loads a parameter file.
    ///
    /// # Errors
    ///
    /// See [`Problem`].
    pub fn load(path: &Path) -> Result<Self, LoadError> {
        let file = path.display().to_string();
        match std::fs::read_to_string(path) {
            Ok(text) => Self::parse(&file, &text),
            Err(error) => Err(LoadError {
                file,
                problem: Problem::Unreadable(error.to_string()),
            }),
        }
    }

    /// Parses the text of a parameter file; `file` is what errors call it.
    ///
    /// # Errors
    ///
    /// See [`Problem`].
    pub fn parse(file: &str, text: &str) -> Result<Self, LoadError> {
        let entries = yaml::parse(text, Self::KEYS).map_err(|problem| LoadError {
            file: file.to_owned(),
            problem,
        })?;
        Self::from_entries(file, &entries)
    }
}

impl Default for Parameters {
    /// The parameters this crate is built with: those of `parameters/ed25519_verify.yaml`.
    fn default() -> Self {
        Self::parse(EMBEDDED_NAME, EMBEDDED).expect("the embedded file is tested")
    }
}
