//! The contract and its arguments, within the limits of a call.

use super::MethodArgs;
use crate::input::{self, STDIN};
use anyhow::{Context as _, ensure};
use near_runtime_ext::Runtime;
use std::path::{Path, PathBuf};

/// Largest size of a contract with its names, bytes: a hundred times what a network accepts.
const SYMBOLS_LIMIT: u64 = 400 << 20;

/// The first bytes of every Wasm module.
const MAGIC: &[u8] = b"\0asm";

pub(crate) fn contract(path: &Path, runtime: &Runtime) -> anyhow::Result<Vec<u8>> {
    let limit = runtime.config().wasm_config.limit_config.max_contract_size;
    let wasm = input::read(path, limit, Some("a contract"))?;
    let name = input::name(path);
    ensure!(!wasm.is_empty(), "{name} is empty: expected a contract");
    ensure!(
        wasm.starts_with(MAGIC),
        "{name} is not Wasm: it does not begin with \\0asm"
    );
    Ok(wasm)
}

/// A contract with its names, which may exceed what a network accepts.
pub(super) fn symbols(path: &Path) -> anyhow::Result<Vec<u8>> {
    input::read(path, SYMBOLS_LIMIT, Some("symbols"))
}

pub(crate) fn arguments(args: &MethodArgs, runtime: &Runtime) -> anyhow::Result<Vec<u8>> {
    let limits = &runtime.config().wasm_config.limit_config;
    let (limit, what) = (limits.max_arguments_length, Some("arguments"));
    let bytes = args.args_base64.as_ref().or(args.args_hex.as_ref());
    match (&args.args, bytes, &args.args_file) {
        (Some(text), ..) if text == STDIN => {
            let json = input::read(STDIN.as_ref(), limit, what)?;
            serde_json::from_slice::<serde::de::IgnoredAny>(&json)
                .context("standard input is not JSON (other bytes go through --args-file -)")?;
            Ok(json)
        }
        (Some(text), ..) => Ok(text.clone().into_bytes()),
        (_, Some(bytes), _) => Ok(bytes.0.clone()),
        (.., Some(path)) => input::read(path, limit, what),
        _ => Ok(Vec::new()),
    }
}

/// How many of these files and arguments are standard input.
pub(crate) fn stdins<'a>(
    files: impl IntoIterator<Item = &'a PathBuf>,
    args: &'a MethodArgs,
) -> usize {
    let files = files.into_iter().chain(&args.args_file);
    let is_text = args.args.as_deref() == Some(STDIN);
    files.filter(|it| input::is_stdin(it)).count() + usize::from(is_text)
}
