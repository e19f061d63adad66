//! `ed25519_verify_many`, an extension: many signatures in one call, each with its own verdict
//! (`nep-0364.md`, "Future possibilities").

use super::{invalid_input, items};
use crate::host::{Host, HostResult, Input};
use ed25519_lanes::Rule;
use near_parameters::ExtCosts;

/// Verifies many Ed25519 signatures by `rule`, 0 for NEP-364 and 1 for ZIP-215; returns how many it
/// accepts, and writes a byte for each to the register `register_id`, in their order: 1 if it is
/// accepted, else 0.
///
/// The items are in guest memory or, with an `items_len` of `u64::MAX`, in the register whose id is
/// `items_ptr`; [`items`] has their layout. A key that is no point, or an `s` that is not reduced,
/// is a verdict of 0, never an error.
///
/// # Errors
///
/// - Another rule, or items that are not laid out so: `Ed25519VerifyInvalidInput`.
/// - Memory out of bounds, or no room for another register: `MemoryAccessViolation`.
/// - An unset register: `InvalidRegisterId`.
/// - Out of gas at any charge; `IntegerOverflow` when a price does not fit a `u64`.
///
/// # Cost
///
/// In this order, up to the point where the function returns: `ed25519_verify_many_base`,
/// `input_cost(items)`, `ed25519_verify_many_item * items`, `ed25519_verify_many_byte * bytes of
/// all messages`, `write_register_base + write_register_byte * items`. All of it is paid, or known
/// to fit, before any signature is looked at. The profile has base and items under
/// `ed25519_verify_base`, bytes under `ed25519_verify_byte`: nearcore's names end there.
///
/// Items in a register are copied out by nearcore, which charges the copy as a memory write. Our
/// own charges cover it as they come, so that it costs nothing on top; but whoever has less left
/// than the copy needs beyond what is owed already runs out of gas before the layout is looked at.
/// A well-formed one of that length would have cost more than was left.
///
/// Two settings that no network has cost more. Prices below those of nearcore's copies (of items
/// out of a register, of verdicts into one) leave the rest to be paid. So does `max_gas_burnt`
/// below the prepaid gas, where promises have reserved so much that only burning can tell whether
/// a charge fits: then the verdicts' copy is paid on top, and the write twice.
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
    let settings = host.verify_many_settings();
    let prices = &settings.parameters;
    let (per_item, per_byte) = (ExtCosts::ed25519_verify_base, ExtCosts::ed25519_verify_byte);

    // 1. The base fee, then the rule.
    host.charge_at(prices.ed25519_verify_many_base, per_item, 1)?;
    let rule = match rule {
        0 => Rule::Nep364,
        1 => Rule::Zip215,
        _ => return Err(invalid_input("invalid rule")),
    };

    // 2. The items.
    let input = host.charge_input(memory, input)?;
    let input = host.input(memory, input)?;
    let items = items::parse(&input).map_err(|error| invalid_input(&error.to_string()))?;

    // 3. What grows with them, the verdicts' register included: nothing is left to be paid.
    let count = items.len() as u64;
    host.charge_at(prices.ed25519_verify_many_item, per_item, count)?;
    let message_bytes = items.iter().map(|item| item.message.len() as u64).sum();
    host.charge_at(prices.ed25519_verify_many_byte, per_byte, message_bytes)?;
    host.charge_register_write(count)?;

    // 4. The verdicts.
    let verdicts = settings
        .verifier
        .verify_many_learning(&settings.tables, &items, rule);
    let mut verdicts: Vec<_> = verdicts.into_iter().map(u8::from).collect();
    host.write_register(register_id, &mut verdicts)?;
    Ok(verdicts.into_iter().map(u64::from).sum())
}
