//! Checks the columns of the ABI table against nearcore, for every row.

use super::{HostFunction, NEARCORE_FUNCTIONS, nearcore_functions};
use crate::external::CallExternal;
use crate::host::{Charges, Host, HostContext, HostResult, Verification, bare_context};
use crate::overlay;
use crate::state::{Block, Storage};
use near_gas_params::Prices;
use near_parameters::vm::Config;
use near_parameters::{ExtCosts, ParameterCost, RuntimeConfigStore, RuntimeFeesConfig};
use near_primitives_core::types::Gas;
use near_primitives_core::version::PROTOCOL_VERSION;
use near_vm_runner::logic::errors::FunctionCallError;
use near_vm_runner::logic::{
    ExecutionResultState, HostCtx, HostError, VMContext, VMLogicError, VMOutcome, host,
};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::Command;
use std::sync::{Arc, LazyLock};

/// Rows to a call of nearcore's own function of that name; our table's columns play no part.
macro_rules! oracle {
    ($($module:ident $name:ident($($arg:ident: $ty:ty),*) -> $result:ty
        [$($columns:tt)*] $(via $path:path)?;)*) => {
        fn oracle(name: &str, ctx: &mut HostCtx<'_>, memory: &mut [u8], args: &[u64]) -> HostResult<u64> {
            use super::AbiValue;
            use host::gas_seen_from_wasm as gas;
            $(if name == stringify!($name) {
                #[allow(unused, reason = "some functions have no parameters")]
                let mut args = args.iter().copied();
                return oracle!(@call $name, ctx, memory, [$({
                    let $arg = args.next().unwrap_or_default();
                    <$ty as AbiValue>::from_bits($arg)
                }),*], gas).map(AbiValue::to_bits);
            })*
            unreachable!("{name} is a row of the table")
        }
    };
    (@call gas, $ctx:ident, $memory:ident, [$($arg:expr),*], $gas:ident) => {
        $gas($ctx, $memory, $($arg),*)
    };
    (@call $name:ident, $ctx:ident, $memory:ident, [$($arg:expr),*], $gas:ident) => {
        host::$name($ctx, $memory, $($arg),*)
    };
}
nearcore_functions!(oracle);

static FEES: LazyLock<Arc<RuntimeFeesConfig>> = LazyLock::new(|| {
    Arc::clone(
        &RuntimeConfigStore::new(None)
            .get_config(PROTOCOL_VERSION)
            .fees,
    )
});

static NO_STORAGE: Storage = Storage::new();
static BLOCK: LazyLock<Block> = LazyLock::new(Block::default);

static FREE: LazyLock<Arc<Verification>> = LazyLock::new(|| {
    Arc::new(Verification {
        many_parameters: Prices::FREE,
        ecvrf_many_parameters: Prices::FREE,
        ..Verification::default()
    })
});

fn newest_config() -> Config {
    let store = RuntimeConfigStore::new(None);
    let mut config = Config::clone(&store.get_config(PROTOCOL_VERSION).wasm_config);
    config.enable_all_features();
    config
}

fn context(limit: u64, is_view: bool) -> VMContext {
    let limit = Gas::from_gas(limit);
    bare_context(limit, is_view.then_some(limit))
}

type Observed = (HostResult<u64>, VMOutcome);

fn failure(result: &HostResult<u64>) -> Option<FunctionCallError> {
    match result {
        Err(VMLogicError::HostError(error)) => Some(FunctionCallError::HostError(error.clone())),
        _ => None,
    }
}

/// Runs nearcore's function as nearcore's runner would.
fn by_nearcore(name: &str, args: &[u64], config: &Config, context: &VMContext) -> Observed {
    let mut external = CallExternal::alone(&NO_STORAGE, &BLOCK, PROTOCOL_VERSION);
    let fees = Arc::clone(&FEES);
    let counter = context.make_gas_counter(config);
    let state = ExecutionResultState::new(context, counter, Arc::new(config.clone()));
    let mut ctx = HostCtx::new(&mut external, context, fees, state);
    let result = oracle(name, &mut ctx, &mut [0; 64], args);
    let state = ctx.into_result_state();
    let outcome = match failure(&result) {
        None => VMOutcome::ok(state),
        Some(error) => VMOutcome::abort(state, error),
    };
    (result, outcome)
}

/// Runs a row of our tables; extensions, whose prices are not in the configuration, are free.
fn by_row(row: &HostFunction, args: &[u64], config: &Config, context: &VMContext) -> Observed {
    let mut external = CallExternal::alone(&NO_STORAGE, &BLOCK, PROTOCOL_VERSION);
    let fees = Arc::clone(&FEES);
    let context = HostContext::from(context.clone());
    let mut host = Host::new(&mut external, &context, fees, Arc::new(config.clone()))
        .verifying(Arc::clone(&FREE));
    let result = row.call(&mut host, &mut [0; 64], args);
    let outcome = host.finish(failure(&result));
    (result, outcome)
}

#[test]
fn the_columns_are_what_each_row_does() {
    let mut config = newest_config();
    for (_, cost) in &mut config.ext_costs.costs {
        *cost = ParameterCost::ZERO;
    }
    config.ext_costs.costs[ExtCosts::base] = ParameterCost::new(Gas::from_gas(1), 1);
    config.regular_op_cost = 0;
    for row in NEARCORE_FUNCTIONS.iter().chain(overlay::FUNCTIONS) {
        // There is no gas, and only `base` costs any: no other charge can run out.
        let (result, _) = by_row(row, &[0; 11], &config, &context(0, false));
        let ran_out = result == Err(VMLogicError::HostError(HostError::GasExceeded));
        assert_eq!(ran_out, row.charges == Charges::Base, "{row:?}: {result:?}");
        let (result, _) = by_row(row, &[0; 11], &config, &context(1, true));
        let refused = matches!(
            result,
            Err(VMLogicError::HostError(HostError::ProhibitedInView { .. }))
        );
        assert_eq!(refused, row.forbidden_in_view, "{row:?}: {result:?}");
    }
}

/// Each row behaves as nearcore's own function. So the columns, which the test above compares with the rows, are right
/// for nearcore too.
#[test]
fn every_row_behaves_as_nearcore_at_every_limit_and_in_views() {
    let config = newest_config();
    let base = config.ext_costs.gas_cost(ExtCosts::base).as_gas();
    let plenty = Gas::from_teragas(300).as_gas();
    for row in NEARCORE_FUNCTIONS {
        for is_view in [false, true] {
            for limit in [0, 1, base - 1, base, base + 1, 2 * base, 3 * base, plenty] {
                for args in [[0; 11], [u64::MAX; 11], [3; 11]] {
                    if row.name == "finite_wasm_unstack" && args[0] != 0 {
                        continue; // more than was taken: nearcore asserts
                    }
                    let context = context(limit, is_view);
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
}

#[test]
fn every_import_of_nearcore_has_a_row() {
    let source = nearcore_source().join("src/imports.rs");
    let text = std::fs::read_to_string(&source).unwrap();
    let table = text
        .split("\nimports! {")
        .nth(1)
        .unwrap()
        .split("\n}\n")
        .next()
        .unwrap();
    let mut names = BTreeSet::new();
    for line in table.lines().map(str::trim) {
        // These imports are behind features that no network enables.
        if line.starts_with("//") || line.starts_with("#[[") {
            continue;
        }
        let Some((head, _)) = line.split_once("<[") else {
            continue;
        };
        let words: Vec<_> = head
            .split([' ', ':'])
            .filter(|word| !word.is_empty())
            .collect();
        let alias = words
            .iter()
            .position(|word| *word == "@as")
            .map(|at| words[at + 1]);
        names.insert(alias.unwrap_or(words[words.len() - 1]).to_owned());
    }
    let rows: BTreeSet<_> = NEARCORE_FUNCTIONS
        .iter()
        .map(|row| row.name.to_owned())
        .collect();
    assert_eq!(names, rows);
    assert!(names.len() > 100, "the source was read: {}", names.len());
}

/// The folder of the near-vm-runner this crate is built with.
fn nearcore_source() -> PathBuf {
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
    PathBuf::from(package["manifest_path"].as_str().unwrap())
        .parent()
        .unwrap()
        .to_owned()
}
