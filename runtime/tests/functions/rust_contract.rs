//! Contracts in Rust, optimised and stripped.

use near_runtime_ext::{Contract, Runtime, build_contract, build_contract_symbols};
use std::fs;
use test_support::everywhere::deployed;

const MANIFEST: &str = r#"
[package]
name = "marked"
version = "0.1.0"
edition = "2024"

[lib]
crate-type = ["cdylib"]

[profile.release]
codegen-units = 1
lto = true
opt-level = "z"
overflow-checks = true
panic = "abort"
strip = "symbols"

[workspace]
"#;

pub(crate) const LEVELS: [&str; 2] = ["opt-level = \"z\"", "opt-level = 3"];

pub(crate) struct RustContract {
    wasm: Vec<u8>,
    pub(crate) symbols: Vec<u8>,
}

impl RustContract {
    pub(crate) fn build(source: &str, level: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("src")).unwrap();
        fs::write(folder.path().join("src/lib.rs"), source).unwrap();
        let manifest = folder.path().join("Cargo.toml");
        fs::write(&manifest, MANIFEST.replace(LEVELS[0], level)).unwrap();
        let wasm = build_contract(&manifest).unwrap();
        let symbols = build_contract_symbols(&manifest).unwrap();
        if std::env::var_os("CARGO_TARGET_DIR").is_none() {
            // What people deploy is not the build with names.
            let left = "target/wasm32-unknown-unknown/release/marked.wasm";
            assert!(fs::read(folder.path().join(left)).unwrap() == wasm);
        }
        Self { wasm, symbols }
    }

    pub(crate) fn deploy(&self) -> Contract {
        deployed(&Runtime::new(), &self.wasm)
    }
}
