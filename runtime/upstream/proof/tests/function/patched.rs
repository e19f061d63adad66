//! The guest's calls on patched nearcore's own function.

use crate::guest::{Ended, Guest, Seen, contracts_fault};
use crate::network::NETWORK;
use near_parameters::vm::Config;
use near_parameters::{ExtCosts, ParameterCost};
use near_runtime_ext::{FunctionCallError, Gas};
use near_vm_runner::logic::errors::VMLogicError;
use near_vm_runner::logic::mocks::mock_external::MockedExternal;
use near_vm_runner::logic::{ExecutionResultState, HostCtx, VMOutcome, host};
use std::sync::Arc;

/// Calls with these four arguments.
pub fn verify_many(guest: &Guest, args: [u64; 4]) -> Seen {
    guest.seen(|limit, is_called| {
        run(guest, limit, |ctx| match is_called {
            true => call(guest, ctx, args),
            false => Ok(0),
        })
    })
}

/// The verdicts that this call leaves in a register, with plenty of gas.
pub fn verdicts(guest: &Guest, args: [u64; 4]) -> Vec<u8> {
    let mut verdicts = Vec::new();
    let (result, _) = run(guest, None, |ctx| {
        call(guest, ctx, args)?;
        let len = ctx.register_len_free(args[3]).expect("set");
        verdicts = vec![0; usize::try_from(len).expect("small")];
        host::read_register(ctx, &mut verdicts, args[3], 0)?;
        Ok(0)
    });
    assert_eq!(result, Ok(0), "{args:?}");
    verdicts
}

fn call(guest: &Guest, ctx: &mut HostCtx<'_>, args: [u64; 4]) -> Result<u64, VMLogicError> {
    let [items_len, items_ptr, rule, register_id] = args;
    let mut memory = guest.memory.clone();
    host::ed25519_verify_many(ctx, &mut memory, items_len, items_ptr, rule, register_id)
}

/// Sets everything up as for the overlay, then runs `then`.
fn run(
    guest: &Guest,
    limit: Option<u64>,
    then: impl FnOnce(&mut HostCtx<'_>) -> Result<u64, VMLogicError>,
) -> Ended {
    let (config, context) = guest.network(limit);
    let config = Arc::new(priced(guest, &config));
    let counter = context.make_gas_counter(&config);
    let state = ExecutionResultState::new(&context, counter, config);
    let mut external = MockedExternal::new();
    let mut ctx = HostCtx::new(&mut external, &context, Arc::clone(&NETWORK.fees), state);
    for (id, bytes) in &guest.registers {
        let set = host::write_register(&mut ctx, &mut bytes.clone(), *id, bytes.len() as u64, 0);
        set.expect("set");
    }
    if let Some(gas) = guest.promised {
        let created = host::promise_batch_create(&mut ctx, &mut b"bob.near".to_vec(), 8, 0);
        // Method "bob", no arguments, no deposit.
        let mut memory = [0; 64];
        memory[..3].copy_from_slice(b"bob");
        let created = created.expect("created");
        let call = host::promise_batch_action_function_call;
        call(&mut ctx, &mut memory, created, 3, 0, 0, 0, 32, gas).expect("affordable");
    }
    let result = then(&mut ctx).map_err(contracts_fault);
    let state = ctx.into_result_state();
    let outcome = match result.clone() {
        Ok(_) => VMOutcome::ok(state),
        Err(error) => VMOutcome::abort(state, FunctionCallError::HostError(error)),
    };
    (result, outcome)
}

fn priced(guest: &Guest, config: &Config) -> Config {
    let prices = &guest.prices;
    let mut config = config.clone();
    for (cost, price) in [
        (ExtCosts::ed25519_verify_many_base, prices.base),
        (ExtCosts::ed25519_verify_many_item, prices.item),
        (ExtCosts::ed25519_verify_many_byte, prices.byte),
    ] {
        config.ext_costs.costs[cost] = ParameterCost {
            gas: Gas::from_gas(price),
            compute: price,
        };
    }
    config
}
