//! `ed25519_verify_many`, an extension: many signatures in one call, each with its own verdict
//! (`nep-0364.md`, "Future possibilities").

use super::{invalid_input, items};
use crate::host::{Host, HostResult, Input};
use ed25519_lanes::{Item, Rule};
use near_parameters::ExtCosts;

/// Verifies many Ed25519 signatures by `rule`, 0 for NEP-364 and 1 for ZIP-215; returns the number
/// of accepted ones, and writes a byte for each, in their order, to the register `register_id`: 1
/// if it is accepted, else 0.
///
/// The items are in guest memory or, with an `items_len` of `u64::MAX`, in the register whose id is
/// `items_ptr`; [`items`] has their layout. A key that is not a point, or an `s` that is not
/// reduced, gives a verdict of 0, never an error.
///
/// # Errors
///
/// - Another rule, or items of another layout: `Ed25519VerifyInvalidInput`.
/// - Memory out of bounds, or no room for another register: `MemoryAccessViolation`.
/// - An unset register: `InvalidRegisterId`.
/// - Out of gas at any charge; `IntegerOverflow` when a price does not fit a `u64`.
///
/// # Cost
///
/// In this order, up to the point where the function returns: `ed25519_verify_many_base`,
/// `input_cost(items)`, `ed25519_verify_many_item * items`, `ed25519_verify_many_byte * bytes of
/// all messages`, `write_register_base + write_register_byte * items`. All of it is paid, or known
/// to fit, before any signature is verified. The profile books base and items under
/// `ed25519_verify_base`, bytes under `ed25519_verify_byte`: nearcore has no other names.
///
/// nearcore copies items out of a register and charges the copy as a memory write. Our own charges
/// cover that cost, so the copy costs nothing in addition. But if less gas is left than the copy
/// needs beyond the owed gas, the call runs out before the layout is parsed. Well-formed items of
/// that length would have cost more than was left.
///
/// A call costs more in two settings that no network has. If prices are below those of nearcore's
/// copies (of items out of a register, of verdicts into one), the caller pays the rest. If
/// `max_gas_burnt` is below the prepaid gas, promises may have reserved so much that only burning
/// shows whether a charge fits: then the caller also pays for the verdicts' copy, and twice for the
/// write.
pub(crate) fn ed25519_verify_many(
    host: &mut Host<'_>,
    memory: &mut [u8],
    items_len: u64,
    items_ptr: u64,
    rule: u64,
    register_id: u64,
) -> HostResult<u64> {
    let input = Input::new(items_len, items_ptr);
    let accepted = verify(host, memory, input, rule, register_id);
    host.settle()?;
    host.end_advance(accepted.is_ok());
    accepted
}

fn verify(
    host: &mut Host<'_>,
    memory: &[u8],
    input: Input,
    rule: u64,
    register_id: u64,
) -> HostResult<u64> {
    let verification = host.verification();
    let prices = &verification.many_parameters;
    let (per_item, per_byte) = (ExtCosts::ed25519_verify_base, ExtCosts::ed25519_verify_byte);

    // 1. The base fee, then the rule.
    host.charge_at(prices.base, per_item, 1)?;
    let rule = match rule {
        0 => Rule::Nep364,
        1 => Rule::Zip215,
        _ => return Err(invalid_input("invalid rule")),
    };

    // 2. The items.
    let input = host.charge_input(memory, input)?;
    let input = host.input(memory, input)?;
    let items = items::parse(&input, |public_key, signature, message| Item {
        public_key,
        signature,
        message,
    })
    .map_err(|error| invalid_input(&error.to_string()))?;

    // 3. Charges that grow with the items; the charge for the verdicts' register is the last.
    let count = items.len() as u64;
    host.charge_at(prices.item, per_item, count)?;
    let message_bytes = items.iter().map(|item| item.message.len() as u64).sum();
    host.charge_at(prices.byte, per_byte, message_bytes)?;
    host.charge_register_write(count)?;

    // 4. The verdicts.
    let verdicts = verification
        .verifier
        .verify_many_learning(&verification.tables, &items, rule);
    let mut verdicts: Vec<_> = verdicts.into_iter().map(u8::from).collect();
    host.write_register(register_id, &mut verdicts)?;
    Ok(verdicts.into_iter().map(u64::from).sum())
}
