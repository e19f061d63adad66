//! Compares every row of the ABI table with nearcore's function.

use super::{HostFunction, NEARCORE_FUNCTIONS, nearcore_functions};
use crate::external::CallExternal;
use crate::host::{Host, HostContext, HostResult, bare_context};
use crate::state::{Block, Storage};
use near_parameters::{ExtCosts, RuntimeConfig, RuntimeConfigStore};
use near_primitives_core::types::Gas;
use near_primitives_core::version::PROTOCOL_VERSION;
use near_vm_runner::logic::errors::FunctionCallError;
use near_vm_runner::logic::{ExecutionResultState, HostCtx, VMContext, VMLogicError, VMOutcome};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, LazyLock};

/// Rows to a call of nearcore's own function of that name; our table's columns play no part.
macro_rules! oracle {
    ($($module:ident $name:ident($($arg:ident: $ty:ty),*) -> $result:ty
        [$($columns:tt)*] $(via $path:path)?;)*) => {
        fn oracle(name: &str, ctx: &mut HostCtx<'_>, memory: &mut [u8], args: &[u64]) -> HostResult<u64> {
            use super::AbiValue;
            $(if name == stringify!($name) {
                #[allow(unused, reason = "some functions have no parameters")]
                let mut args = args.iter().copied();
                return nearcore::$name(ctx, memory, $({
                    let $arg = args.next().unwrap_or_default();
                    <$ty as AbiValue>::from_bits($arg)
                }),*).map(AbiValue::to_bits);
            })*
            unreachable!("{name} is a row of the table")
        }
    };
}
nearcore_functions!(oracle);

/// nearcore's functions by the names of their imports.
mod nearcore {
    pub(super) use near_vm_runner::logic::host::{gas_seen_from_wasm as gas, *};
}

static NO_STORAGE: Storage = Storage::new();
static BLOCK: LazyLock<Block> = LazyLock::new(Block::default);

type Observed = (HostResult<u64>, VMOutcome);

fn failure(result: &HostResult<u64>) -> Option<FunctionCallError> {
    match result {
        Err(VMLogicError::HostError(error)) => Some(FunctionCallError::HostError(error.clone())),
        _ => None,
    }
}

/// Runs nearcore's function as nearcore's runner would.
fn by_nearcore(
    name: &str,
    args: &[u64; 11],
    config: &RuntimeConfig,
    context: &VMContext,
) -> Observed {
    let mut external = CallExternal::alone(&NO_STORAGE, &BLOCK, PROTOCOL_VERSION);
    let wasm_config = Arc::clone(&config.wasm_config);
    let counter = context.make_gas_counter(&wasm_config);
    let state = ExecutionResultState::new(context, counter, wasm_config);
    let mut ctx = HostCtx::new(&mut external, context, Arc::clone(&config.fees), state);
    let result = oracle(name, &mut ctx, &mut [0; MEMORY], args);
    let state = ctx.into_result_state();
    let outcome = match failure(&result) {
        None => VMOutcome::ok(state),
        Some(error) => VMOutcome::abort(state, error),
    };
    (result, outcome)
}

/// Runs a row of our table.
fn by_row(
    row: &HostFunction,
    args: &[u64; 11],
    config: &RuntimeConfig,
    context: &VMContext,
) -> Observed {
    let mut external = CallExternal::alone(&NO_STORAGE, &BLOCK, PROTOCOL_VERSION);
    let context = HostContext::from(context.clone());
    let (fees, wasm_config) = (Arc::clone(&config.fees), Arc::clone(&config.wasm_config));
    let mut host = Host::new(&mut external, &context, fees, wasm_config);
    let result = row.call(&mut host, &mut [0; MEMORY], args);
    let outcome = host.finish(failure(&result));
    (result, outcome)
}

/// Size of the memory, bytes, and the address after it.
const MEMORY: usize = 64;
const END: u64 = MEMORY as u64;

/// Values of a function's arguments in turn; no honest caller passes most of them.
const ARGUMENTS: [[u64; 2]; 15] = [
    [0, 0],
    [1, 1],
    [3, 3],
    [u64::MAX, u64::MAX],
    [u64::MAX - 1, u64::MAX - 1],
    [u64::MAX >> 1, u64::MAX >> 1],
    [END, END],
    [1 << 32, 1 << 32],
    [0, END],
    [0, END + 1],
    [u64::MAX, 9], // a register that is not there
    [END, 1],
    [u64::MAX - 5, 10],
    [1, u64::MAX],
    [0xffff_ffff, 0xffff_ffff],
];

#[test]
fn every_row_behaves_as_nearcore_at_every_limit_and_in_views() {
    let store = RuntimeConfigStore::new(None);
    let mut config = RuntimeConfig::clone(store.get_config(PROTOCOL_VERSION));
    Arc::make_mut(&mut config.wasm_config).enable_all_features();
    let base = config
        .wasm_config
        .ext_costs
        .gas_cost(ExtCosts::base)
        .as_gas();
    let plenty = Gas::from_teragas(300).as_gas();
    let limits = [0, 1, base - 1, base, base + 1, 2 * base, 3 * base, plenty];
    for row in NEARCORE_FUNCTIONS {
        for pair in ARGUMENTS {
            let args = std::array::from_fn(|place| pair[place % 2]);
            if row.name == "finite_wasm_unstack" && args[0] != 0 {
                continue; // nearcore asserts that no more is unstacked than was stacked
            }
            for (limit, is_view) in limits.map(|limit| [(limit, false), (limit, true)]).concat() {
                let gas = Gas::from_gas(limit);
                let context = bare_context(gas, is_view.then_some(gas));
                let (expected, outcome) = by_nearcore(row.name, &args, &config, &context);
                let (result, ours) = by_row(row, &args, &config, &context);
                let case = format!("{row:?}({args:?}), limit {limit}, view {is_view}");
                assert_eq!(result, expected, "{case}");
                assert!(
                    ours == outcome,
                    "{case}:\n{ours:?}\n{outcome:?}\n{:?}\n{:?}",
                    ours.profile,
                    outcome.profile
                );
            }
        }
    }
}

#[test]
fn every_import_of_nearcore_has_a_row() {
    let text = std::fs::read_to_string(imports_of_nearcore()).unwrap();
    let (_, table) = text.split_once("\nimports! {").unwrap();
    let (table, _) = table.split_once("\n}\n").unwrap();
    // `#[[` marks imports behind features that no network enables.
    let lines = table.lines().map(str::trim);
    let lines = lines.filter(|line| !line.starts_with("//") && !line.starts_with("#[["));
    let names = lines.filter_map(|line| {
        let (head, _) = line.split_once("<[")?;
        match head.split_once("@as ") {
            Some((_, alias)) => alias.split([' ', ':']).next(),
            None => head.rsplit([' ', ':']).next(),
        }
    });
    let names: BTreeSet<_> = names.collect();
    let rows: BTreeSet<_> = NEARCORE_FUNCTIONS.iter().map(|row| row.name).collect();
    assert_eq!(names, rows);
    assert!(names.len() > 100, "the source was read: {}", names.len());
}

/// The source of the imports in the near-vm-runner this crate is built with.
fn imports_of_nearcore() -> PathBuf {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let package = packages
        .iter()
        .find(|package| package["name"] == "near-vm-runner")
        .unwrap();
    let manifest = Path::new(package["manifest_path"].as_str().unwrap());
    manifest.with_file_name("src/imports.rs")
}
