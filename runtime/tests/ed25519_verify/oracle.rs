//! Compares our `ed25519_verify` with nearcore's in result, error, gas and profile, with every
//! verify backend, and nearcore's with the model. Public keys repeat, so that the backends build and use their tables.
//!
//! `FUZZ_CASES=1000000 cargo test --workspace --release --test ed25519_verify oracle` runs longer.

use crate::cases::{Case, Inputs, MAX_MESSAGE, UNSET_REGISTER, case, inputs};
use crate::model::{Model, clause};
use ed25519_lanes::{Backend, Verifier};
use near_parameters::vm::Config;
use near_parameters::{RuntimeConfig, RuntimeConfigStore};
use near_primitives_core::types::Gas;
use near_runtime_ext::host::{Host, HostContext, HostResult, Verification, bare_context};
use near_runtime_ext::imports::{Gates, Imports};
use near_runtime_ext::{HostError, PROTOCOL_VERSION};
use near_vm_runner::logic::errors::FunctionCallError;
use near_vm_runner::logic::mocks::mock_external::MockedExternal;
use near_vm_runner::logic::{
    ExecutionResultState, HostCtx, VMContext, VMLogicError, VMOutcome, host,
};
use proptest::prelude::*;
use requirements::fuzzing::{CaseResult, Target, fuzz};
use std::sync::{Arc, LazyLock};

const TARGET: Target = Target::new("ed25519_verify", 20_000);

pub(crate) static NETWORK: LazyLock<Arc<RuntimeConfig>> =
    LazyLock::new(|| Arc::clone(RuntimeConfigStore::new(None).get_config(PROTOCOL_VERSION)));

/// Gas that suffices for every call.
const PLENTY: u64 = Gas::from_teragas(1000).as_gas();

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

/// nearcore's function of this name.
fn nearcore(ctx: &mut HostCtx<'_>, name: &str, memory: &mut [u8], args: &[u64]) -> HostResult<u64> {
    match (name, args) {
        ("write_register", &[id, len, ptr]) => {
            host::write_register(ctx, memory, id, len, ptr).map(|()| 0)
        }
        ("promise_batch_create", &[len, ptr]) => host::promise_batch_create(ctx, memory, len, ptr),
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

/// Sets up registers and promises, then verifies, by functions that a contract could call.
fn scenario(
    inputs: &Inputs,
    mut call: impl FnMut(&str, &mut [u8], &[u64]) -> HostResult<u64>,
) -> HostResult<u64> {
    let mut scratch = vec![0; MAX_MESSAGE];
    for (id, bytes) in &inputs.registers {
        scratch[..bytes.len()].copy_from_slice(bytes);
        call(
            "write_register",
            &mut scratch,
            &[*id, bytes.len() as u64, 0],
        )?;
    }
    if let Some(gas) = inputs.promised {
        let mut scratch = [0; 64];
        scratch[..8].copy_from_slice(b"bob.near");
        let index = call("promise_batch_create", &mut scratch, &[8, 0])?;
        // Method "bob", no arguments, no deposit.
        let args = [index, 3, 0, 0, 0, 32, gas];
        call("promise_batch_action_function_call", &mut scratch, &args)?;
    }
    call("ed25519_verify", &mut inputs.memory.clone(), &inputs.args)
}

fn failure(result: &HostResult<u64>) -> Option<FunctionCallError> {
    match result {
        Ok(_) => None,
        Err(VMLogicError::HostError(error)) => Some(FunctionCallError::HostError(error.clone())),
        Err(error) => panic!("neither side may fail itself: {error}"),
    }
}

/// The limits of a call.
struct Limits {
    config: Arc<Config>,
    prepaid: u64,
    is_view: bool,
    /// Gas burnt before the verification, and left for it.
    burnt_before: u64,
    left: u64,
}

impl Limits {
    /// Limits that end the gas at the edge of one of these charges, if the case has such an edge.
    fn of(case: &Case, inputs: &Inputs, charges: &[u64]) -> Self {
        let plenty = Self {
            config: Arc::clone(&NETWORK.wasm_config),
            prepaid: PLENTY,
            is_view: case.is_view,
            burnt_before: 0,
            left: 0,
        };
        // An unset register ends the call after the base fee.
        let unset = Inputs {
            args: [u64::MAX, UNSET_REGISTER, 0, 0, 0, 0],
            ..inputs.clone()
        };
        let (_, outcome) = plenty.by_nearcore(&unset);
        let [used, burnt] =
            [outcome.used_gas, outcome.burnt_gas].map(|it| it.as_gas() - charges[0]);
        let limit = case.limit.map_or(PLENTY, |(charge, off)| {
            let charges = charges.iter().take(1 + charge % charges.len());
            let edge = charges.fold(used, |sum, gas| sum.saturating_add(*gas));
            edge.saturating_add_signed(off).min(PLENTY)
        });
        let mut limits = Self {
            burnt_before: burnt,
            left: limit - used,
            prepaid: limit,
            ..plenty
        };
        if case.burnt_is_limited && !case.is_view {
            let config = Arc::make_mut(&mut limits.config);
            config.limit_config.max_gas_burnt = Gas::from_gas(limit);
            (limits.prepaid, limits.left) = (PLENTY, (PLENTY - used).min(limit - burnt));
        }
        limits
    }

    fn context(&self) -> VMContext {
        let limit = Gas::from_gas(self.prepaid);
        bare_context(limit, self.is_view.then_some(limit))
    }

    fn by_nearcore(&self, inputs: &Inputs) -> (HostResult<u64>, VMOutcome) {
        let context = self.context();
        let mut external = MockedExternal::new();
        let counter = context.make_gas_counter(&self.config);
        let state = ExecutionResultState::new(&context, counter, Arc::clone(&self.config));
        let mut ctx = HostCtx::new(&mut external, &context, Arc::clone(&NETWORK.fees), state);
        let result = scenario(inputs, |name, memory, args| {
            nearcore(&mut ctx, name, memory, args)
        });
        let state = ctx.into_result_state();
        let outcome = match failure(&result) {
            None => VMOutcome::ok(state),
            Some(error) => VMOutcome::abort(state, error),
        };
        (result, outcome)
    }

    fn by_us(
        &self,
        inputs: &Inputs,
        verification: &Arc<Verification>,
    ) -> (HostResult<u64>, VMOutcome) {
        let context = HostContext::from(self.context());
        let mut external = MockedExternal::new();
        let imports = Imports::new(&self.config, &Gates::default());
        let (fees, config) = (Arc::clone(&NETWORK.fees), Arc::clone(&self.config));
        let host = Host::new(&mut external, &context, fees, config);
        let mut host = host.verifying(Arc::clone(verification));
        let result = scenario(inputs, |name, memory, args| {
            let function = imports.get("env", name).expect("a function");
            function.call(&mut host, memory, args)
        });
        let outcome = host.finish(failure(&result));
        (result, outcome)
    }
}

/// Compares a call; returns the clause that decides it.
fn agree(case: &Case) -> CaseResult {
    let inputs = inputs(case);
    let mut model = Model::of(&inputs);
    let specified = model.call();
    let limits = Limits::of(case, &inputs, &model.charges);
    let (expected, oracle) = limits.by_nearcore(&inputs);
    for (backend, verification) in VERIFICATIONS.iter() {
        let (result, outcome) = limits.by_us(&inputs, verification);
        prop_assert_eq!(&result, &expected, "{}", backend);
        prop_assert_eq!(&outcome.profile, &oracle.profile, "{}", backend);
        prop_assert_eq!(&outcome, &oracle, "{}", backend);
    }
    let burnt = oracle.burnt_gas.as_gas() - limits.burnt_before;
    let cost: u64 = model.charges.iter().sum();
    if cost > limits.left {
        let out_of_gas = [HostError::GasExceeded, HostError::GasLimitExceeded];
        let out_of_gas = out_of_gas.map(|error| Err(VMLogicError::HostError(error)));
        prop_assert!(out_of_gas.contains(&expected), "{:?}", expected);
        prop_assert!(inputs.promised.is_some() || burnt == limits.left);
        return Ok("out of gas");
    }
    prop_assert_eq!(burnt, cost);
    prop_assert_eq!(expected, specified.clone().map_err(VMLogicError::HostError));
    Ok(clause(&specified, model.charges.len()))
}

#[test]
fn ed25519_verify_is_nearcores_in_result_error_gas_and_profile() {
    let tally = fuzz!(TARGET, case(), |case: Case| agree(&case));
    tally.reaches(&["accepted", "refused", "out of gas"], 50);
    let aborts = [
        "length of signature",
        "length of key",
        "unset register",
        "outside memory",
    ];
    tally.reaches(&aborts, 500);
    tally.reaches(&["top bits", "price beyond 64 bits"], 500);
    for (backend, verification) in VERIFICATIONS.iter() {
        let learns = matches!(backend, Backend::Ifma | Backend::Avx2);
        let expected = learns && TARGET.cases() >= 20_000;
        assert!(!expected || verification.tables.len() > 100, "{backend}");
    }
}
