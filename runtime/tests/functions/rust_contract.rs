//! A contract in Rust, optimised and stripped.

use near_runtime_ext::{Contract, Runtime, build_contract, build_contract_symbols};
use std::fs;
use std::sync::LazyLock;
use test_support::everywhere::deployed;

const SOURCE: &str = include_str!("marked.rs");

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
LEVEL
overflow-checks = true
panic = "abort"
strip = "symbols"

[workspace]
"#;

/// Each level of optimisation.
pub(crate) static BUILT: LazyLock<[RustContract; 2]> =
    LazyLock::new(|| ["opt-level = \"z\"", "opt-level = 3"].map(RustContract::build));

pub(crate) struct RustContract {
    pub(crate) level: &'static str,
    wasm: Vec<u8>,
    pub(crate) symbols: Vec<u8>,
}

impl RustContract {
    fn build(level: &'static str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("src")).unwrap();
        fs::write(folder.path().join("src/lib.rs"), SOURCE).unwrap();
        let manifest = folder.path().join("Cargo.toml");
        fs::write(&manifest, MANIFEST.replace("LEVEL", level)).unwrap();
        let wasm = build_contract(&manifest).unwrap();
        let symbols = build_contract_symbols(&manifest).unwrap();
        if std::env::var_os("CARGO_TARGET_DIR").is_none() {
            // What people deploy is not the build with names.
            let left = "target/wasm32-unknown-unknown/release/marked.wasm";
            assert!(fs::read(folder.path().join(left)).unwrap() == wasm);
        }
        Self {
            level,
            wasm,
            symbols,
        }
    }

    pub(crate) fn deploy(&self) -> Contract {
        deployed(&Runtime::new(), &self.wasm)
    }
}

/// The lines of its source with a comment of this kind, and what the comment says.
pub(crate) fn marks(kind: &str) -> impl Iterator<Item = (u32, &'static str)> {
    let mark = format!("// {kind}: ");
    let lines = (1..).zip(SOURCE.lines());
    lines.filter_map(move |(number, line)| Some((number, line.split_once(&mark)?.1)))
}
