//! Compares our `ed25519_verify` with nearcore's in result, error, gas and profile, with every
//! verify backend. Public keys repeat, so that the backends build and use their tables.
//!
//! `FUZZ_CASES=1000000 cargo test --workspace --release --test ed25519_verify oracle` runs longer.

use crate::cases::{Case, Inputs, MAX_MESSAGE, case, inputs};
use crate::guest::NETWORK;
use ed25519_lanes::{Backend, Verifier};
use near_parameters::ExtCosts;
use near_parameters::vm::Config;
use near_primitives_core::types::Gas;
use near_runtime_ext::host::{Host, HostContext, HostResult, Verification, bare_context};
use near_runtime_ext::imports::{Gates, Imports};
use near_vm_runner::logic::errors::FunctionCallError;
use near_vm_runner::logic::mocks::mock_external::MockedExternal;
use near_vm_runner::logic::{
    ExecutionResultState, HostCtx, VMContext, VMLogicError, VMOutcome, host,
};
use proptest::prelude::*;
use requirements::fuzzing::{CaseResult, Target, fuzz};
use std::sync::{Arc, LazyLock};

const TARGET: Target = Target::new("ed25519_verify", 20_000);

/// Each verify backend of this processor, with tables that all cases share.
static VERIFICATIONS: LazyLock<Vec<(Backend, Arc<Verification>)>> = LazyLock::new(|| {
    let verifiers = Backend::ALL.iter().filter_map(|&backend| {
        let verifier = Verifier::with_backend(backend).ok();
        Some((backend, requirements::backend(backend.name(), verifier)?))
    });
    let with_tables = verifiers.map(|(backend, verifier)| {
        let verification = Verification {
            verifier,
            ..Verification::default()
        };
        (backend, Arc::new(verification))
    });
    with_tables.collect()
});

/// One of the two implementations, behind the functions that a contract could call.
trait Side {
    fn call(&mut self, name: &str, memory: &mut [u8], args: &[u64]) -> HostResult<u64>;
}

struct Nearcore<'a>(HostCtx<'a>);

impl Side for Nearcore<'_> {
    fn call(&mut self, name: &str, memory: &mut [u8], args: &[u64]) -> HostResult<u64> {
        let ctx = &mut self.0;
        match (name, args) {
            ("write_register", &[id, len, ptr]) => {
                host::write_register(ctx, memory, id, len, ptr).map(|()| 0)
            }
            ("promise_batch_create", &[len, ptr]) => {
                host::promise_batch_create(ctx, memory, len, ptr)
            }
            ("promise_batch_action_function_call", &[idx, a, b, c, d, e, gas]) => {
                host::promise_batch_action_function_call(ctx, memory, idx, a, b, c, d, e, gas)
                    .map(|()| 0)
            }
            ("ed25519_verify", &[a, b, c, d, e, f]) => {
                host::ed25519_verify(ctx, memory, a, b, c, d, e, f)
            }
            _ => unreachable!("{name}"),
        }
    }
}

struct Ours<'a>(Host<'a>, &'a Imports);

impl Side for Ours<'_> {
    fn call(&mut self, name: &str, memory: &mut [u8], args: &[u64]) -> HostResult<u64> {
        self.1
            .get("env", name)
            .expect("a function")
            .call(&mut self.0, memory, args)
    }
}

/// Sets up registers and promises, then verifies.
fn scenario(side: &mut dyn Side, inputs: &Inputs, promised: Option<u64>) -> HostResult<u64> {
    let mut memory = inputs.memory.clone();
    let mut scratch = vec![0; MAX_MESSAGE];
    for (id, bytes) in &inputs.registers {
        scratch[..bytes.len()].copy_from_slice(bytes);
        side.call(
            "write_register",
            &mut scratch,
            &[*id, bytes.len() as u64, 0],
        )?;
    }
    if let Some(gas) = promised {
        let mut scratch = [0; 64];
        scratch[..8].copy_from_slice(b"bob.near");
        let index = side.call("promise_batch_create", &mut scratch, &[8, 0])?;
        // Method "bob", no arguments, no deposit.
        let call = [index, 3, 0, 0, 0, 32, gas];
        side.call("promise_batch_action_function_call", &mut scratch, &call)?;
    }
    side.call("ed25519_verify", &mut memory, &inputs.args)
}

fn context(prepaid: u64, is_view: bool) -> VMContext {
    let limit = Gas::from_gas(prepaid);
    bare_context(limit, is_view.then_some(limit))
}

fn failure(result: &HostResult<u64>) -> Option<FunctionCallError> {
    match result {
        Ok(_) => None,
        Err(VMLogicError::HostError(error)) => Some(FunctionCallError::HostError(error.clone())),
        Err(error) => panic!("neither side may fail itself: {error}"),
    }
}

fn by_nearcore(
    inputs: &Inputs,
    case: &Case,
    config: &Arc<Config>,
    prepaid: u64,
) -> (HostResult<u64>, VMOutcome) {
    let context = context(prepaid, case.is_view);
    let mut external = MockedExternal::new();
    let counter = context.make_gas_counter(config);
    let state = ExecutionResultState::new(&context, counter, Arc::clone(config));
    let ctx = HostCtx::new(&mut external, &context, Arc::clone(&NETWORK.fees), state);
    let mut side = Nearcore(ctx);
    let result = scenario(&mut side, inputs, case.promised);
    let state = side.0.into_result_state();
    let outcome = match failure(&result) {
        None => VMOutcome::ok(state),
        Some(error) => VMOutcome::abort(state, error),
    };
    (result, outcome)
}

fn by_us(
    inputs: &Inputs,
    case: &Case,
    config: &Arc<Config>,
    prepaid: u64,
    verification: &Arc<Verification>,
) -> (HostResult<u64>, VMOutcome) {
    let context = HostContext::from(context(prepaid, case.is_view));
    let mut external = MockedExternal::new();
    let imports = Imports::new(config, &Gates::default());
    let fees = Arc::clone(&NETWORK.fees);
    let host = Host::new(&mut external, &context, fees, Arc::clone(config));
    let mut side = Ours(host.verifying(Arc::clone(verification)), &imports);
    let result = scenario(&mut side, inputs, case.promised);
    let outcome = side.0.finish(failure(&result));
    (result, outcome)
}

fn agree(case: &Case) -> CaseResult {
    let plenty = Gas::from_teragas(1000).as_gas();
    let mut config = Arc::clone(&NETWORK.wasm_config);
    let inputs = inputs(case, &config);
    let prepaid = match case.limit {
        None => plenty,
        Some((point, off)) => {
            // The gas before the verification: the gas of a case with an unset register, less the
            // base fee.
            let setup = Inputs {
                args: [u64::MAX, 999, 0, 0, 0, 0],
                memory: Vec::new(),
                registers: inputs.registers.clone(),
                charge_points: Vec::new(),
            };
            let base = config
                .ext_costs
                .gas_cost(ExtCosts::ed25519_verify_base)
                .as_gas();
            let setup = by_nearcore(&setup, case, &config, plenty)
                .1
                .used_gas
                .as_gas()
                - base;
            setup
                .saturating_add(inputs.charge_points[point])
                .saturating_add_signed(off)
                .min(plenty)
        }
    };
    let mut prepaid = prepaid;
    if case.burnt_is_limited && !case.is_view {
        let mut limited = Config::clone(&config);
        limited.limit_config.max_gas_burnt = Gas::from_gas(prepaid);
        config = Arc::new(limited);
        prepaid = plenty;
    }
    let (expected, oracle) = by_nearcore(&inputs, case, &config, prepaid);
    for (backend, verification) in VERIFICATIONS.iter() {
        let (result, outcome) = by_us(&inputs, case, &config, prepaid, verification);
        prop_assert_eq!(&result, &expected, "{}", backend);
        prop_assert_eq!(outcome.burnt_gas, oracle.burnt_gas, "{}", backend);
        prop_assert_eq!(outcome.used_gas, oracle.used_gas, "{}", backend);
        prop_assert_eq!(&outcome.profile, &oracle.profile, "{}", backend);
        prop_assert!(
            outcome == oracle,
            "{backend}: {:?} and {:?}",
            outcome,
            oracle
        );
    }
    Ok(match expected {
        Ok(1) => "accepted",
        Ok(_) => "refused",
        Err(_) => "aborted",
    })
}

#[test]
fn ed25519_verify_is_nearcores_in_result_error_gas_and_profile() {
    fuzz!(TARGET, case(), |case: Case| agree(&case))
        .reaches(&["accepted", "refused", "aborted"], 50);
    for (backend, verification) in VERIFICATIONS.iter() {
        let learns = matches!(backend, Backend::Ifma | Backend::Avx2);
        let expected = learns && TARGET.cases() >= 20_000;
        assert!(!expected || verification.tables.len() > 100, "{backend}");
    }
}
