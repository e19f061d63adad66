//! The parameters, and the one table that declares them.

use crate::yaml::{self, LoadError, Problem};
use std::path::Path;

/// Declares a function's parameters: the file that is compiled in, the fields, and their keys in
/// files.
macro_rules! parameters {
    (
        $(#[$type_doc:meta])*
        $name:ident from $embedded:literal;
        $($(#[$doc:meta])* $field:ident: $key:literal,)*
    ) => {
        $(#[$type_doc])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct $name {
            $($(#[$doc])* pub $field: u64,)*
        }

        impl $name {
            /// Every key of a parameter file, in the order of the fields.
            pub const KEYS: &[&str] = &[$($key),*];

            /// Loads a parameter file.
            ///
            /// # Errors
            ///
            /// See [`Problem`].
            pub fn load(path: &Path) -> Result<Self, LoadError> {
                let (file, text) = read(path)?;
                Self::parse(&file, &text)
            }

            /// Parses the text of a parameter file; errors name it `file`.
            ///
            /// # Errors
            ///
            /// See [`Problem`].
            pub fn parse(file: &str, text: &str) -> Result<Self, LoadError> {
                let entries = yaml::parse(text, Self::KEYS).map_err(|problem| LoadError {
                    file: file.to_owned(),
                    problem,
                })?;
                Ok(Self { $($field: entries.gas(file, $key)?,)* })
            }
        }

        impl Default for $name {
            #[doc = concat!("The parameters this crate is built with: those of `", $embedded, "`.")]
            fn default() -> Self {
                Self::parse($embedded, include_str!(concat!("../", $embedded)))
                    .expect("the embedded file is tested")
            }
        }
    };
}

parameters! {
    /// Gas parameters of `ed25519_verify`, which every network has.
    Parameters from "parameters/ed25519_verify.yaml";
    /// Gas per call.
    ed25519_verify_base: "wasm_ed25519_verify_base",
    /// Gas per byte of the message.
    ed25519_verify_byte: "wasm_ed25519_verify_byte",
}

parameters! {
    /// Gas parameters of the extension `ed25519_verify_many`, which nearcore's configuration does
    /// not have: they are passed separately.
    VerifyManyParameters from "parameters/ed25519_verify_many.yaml";
    /// Gas per call.
    ed25519_verify_many_base: "wasm_ed25519_verify_many_base",
    /// Gas per signature.
    ed25519_verify_many_item: "wasm_ed25519_verify_many_item",
    /// Gas per byte of all messages together.
    ed25519_verify_many_byte: "wasm_ed25519_verify_many_byte",
}

parameters! {
    /// Gas parameters of the extension `ecvrf_verify_many`, which nearcore's configuration does not
    /// have: they are passed separately.
    EcvrfVerifyManyParameters from "parameters/ecvrf_verify_many.yaml";
    /// Gas per call.
    ecvrf_verify_many_base: "wasm_ecvrf_verify_many_base",
    /// Gas per proof.
    ecvrf_verify_many_item: "wasm_ecvrf_verify_many_item",
    /// Gas per byte of all alphas together.
    ecvrf_verify_many_byte: "wasm_ecvrf_verify_many_byte",
    /// Gas per proof and round of try and increment, in the suite TAI alone.
    ecvrf_verify_many_try: "wasm_ecvrf_verify_many_try",
}

/// A file's name for errors, and its text.
fn read(path: &Path) -> Result<(String, String), LoadError> {
    let file = path.display().to_string();
    match std::fs::read_to_string(path) {
        Ok(text) => Ok((file, text)),
        Err(error) => Err(LoadError {
            file,
            problem: Problem::Unreadable(error.to_string()),
        }),
    }
}
