//! Compares our `ed25519_verify` with nearcore's in result, error, gas and profile, with every
//! verify backend, and nearcore's with the model. Public keys repeat, so that the backends build and use their tables.
//!
//! `FUZZ_CASES=1000000 cargo test --workspace --release --test batch_calls ed25519_verify::oracle` runs longer.

use super::cases::{Case, case, inputs};
use super::model::{clause, specified};
use crate::agreement::is_charged;
use crate::guest::{Guest, Seen, contracts_fault};
use crate::meter::{Meter, edge_of};
use crate::network::NETWORK;
use ed25519_lanes::{Backend, Verifier};
use near_runtime_ext::FunctionCallError;
use near_runtime_ext::host::{HostResult, Verification};
use near_vm_runner::logic::mocks::mock_external::MockedExternal;
use near_vm_runner::logic::{ExecutionResultState, HostCtx, VMOutcome, host};
use proptest::prelude::*;
use requirements::fuzzing::{CaseResult, Target, fuzz};
use std::sync::{Arc, LazyLock};

const TARGET: Target = Target::new("ed25519_verify", 20_000);

/// Each verify backend of this processor, with tables that all cases share.
static VERIFICATIONS: LazyLock<Vec<Arc<Verification>>> = LazyLock::new(|| {
    let all = requirements::each_backend(Backend::ALL, Backend::name, Verifier::with_backend);
    let with_tables = all.map(|verifier| Verification {
        verifier,
        ..Verification::default()
    });
    with_tables.map(Arc::new).collect()
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

/// The same call of nearcore's function.
fn by_nearcore(guest: &Guest<()>, args: [u64; 6]) -> Seen {
    guest.seen(|limit, is_called| {
        let (config, context) = guest.network(limit);
        let mut external = MockedExternal::new();
        let counter = context.make_gas_counter(&config);
        let state = ExecutionResultState::new(&context, counter, config);
        let mut ctx = HostCtx::new(&mut external, &context, Arc::clone(&NETWORK.fees), state);
        let mut call =
            |name: &str, memory: &mut [u8], args: &[u64]| nearcore(&mut ctx, name, memory, args);
        guest.set_up(&mut call);
        let result = match is_called {
            true => call("ed25519_verify", &mut guest.memory.clone(), &args),
            false => Ok(0),
        };
        let result = result.map_err(contracts_fault);
        let state = ctx.into_result_state();
        let outcome = match result.clone() {
            Ok(_) => VMOutcome::ok(state),
            Err(error) => VMOutcome::abort(state, FunctionCallError::HostError(error)),
        };
        (result, outcome)
    })
}

/// Compares a call; returns the clause that decides it.
fn agree(case: &Case) -> CaseResult {
    let (mut guest, args) = inputs(case);
    let charge = |meter: &mut Meter| drop(specified(&guest, args, meter));
    guest.gas = case.gas.map(|place| edge_of(charge, place));
    let oracle = by_nearcore(&guest, args);
    for verification in VERIFICATIONS.iter() {
        let seen = guest.call("ed25519_verify", &args, verification);
        let backend = verification.verifier.backend();
        prop_assert_eq!(&seen.result, &oracle.result, "{}", backend);
        prop_assert_eq!(
            &seen.outcome.profile,
            &oracle.outcome.profile,
            "{}",
            backend
        );
        prop_assert_eq!(&seen.outcome, &oracle.outcome, "{}", backend);
    }
    let mut meter = Meter::of(&oracle, &guest);
    let expected = specified(&guest, args, &mut meter);
    prop_assert_eq!(&oracle.result, &expected);
    let clause = clause(&expected, meter.booked.len());
    is_charged(&oracle, meter)?;
    Ok(clause)
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
    for verification in VERIFICATIONS.iter() {
        let backend = verification.verifier.backend();
        let learns = matches!(backend, Backend::Ifma | Backend::Avx2);
        let expected = learns && TARGET.cases() >= 20_000;
        assert!(!expected || verification.tables.len() > 100, "{backend}");
    }
}
