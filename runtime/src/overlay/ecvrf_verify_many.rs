//! `ecvrf_verify_many`, an extension: many VRF proofs (RFC 9381) in one call, each with its own verdict
//! and output (`ecvrf.md` at the root of this repository).

use super::{invalid_input, items};
use crate::host::{Host, HostResult, Input};
use ed25519_lanes::{VrfItem, VrfSuite};
use near_parameters::ExtCosts;

/// Bytes of an item in the register: its verdict, then its output.
const VERDICT_LENGTH: usize = 1 + 64;

/// Verifies many VRF proofs of one `suite`; returns the number of accepted ones, and writes 65 bytes for
/// each, in their order, to the register `register_id`: 1 and the output, or 0 and 64 zeros.
///
/// The suites are 3 for RFC 9381's TAI, 4 for its ELL2, 0x0304 for draft-03 and 0x0d04 for
/// draft-13. The items are in guest memory or, with an `items_len` of `u64::MAX`, in the register
/// with the id `items_ptr`. [`items`] has their layout: the proof has the suite's length, and the
/// message is alpha. A proof that its suite refuses, for whatever reason, gives a verdict of 0,
/// never an error.
///
/// # Errors
///
/// - Another suite, or items of another layout: `Ed25519VerifyInvalidInput`; nearcore has no other name.
/// - Memory out of bounds, or no room for another register: `MemoryAccessViolation`.
/// - An unset register: `InvalidRegisterId`.
/// - Out of gas at any charge; `IntegerOverflow` when a price does not fit a `u64`.
///
/// # Cost
///
/// The function charges in this order, up to the point where it returns: `ecvrf_verify_many_base`,
/// `input_cost(items)`, `ecvrf_verify_many_item * items`, `ecvrf_verify_many_byte * bytes of all
/// alphas`, `write_register_base + write_register_byte * 65 * items`; then, with TAI alone,
/// `ecvrf_verify_many_try * items without a point yet` before each round of tries. Whoever chooses
/// alpha can cause many rounds. Everything but the rounds is paid, or known to fit, before any work
/// on the items. A call that runs out of gas in a round has paid for all earlier rounds, verifies
/// nothing and leaves no register. Items are tried even if their proof or key is bad.
///
/// The profile books base, items and tries under `ed25519_verify_base`, bytes under
/// `ed25519_verify_byte`: nearcore has no other names.
///
/// nearcore's copies of items and verdicts cost the same as for
/// [`ed25519_verify_many`](super::ed25519_verify_many::ed25519_verify_many), and a caller pays for
/// them in the same cases. The rounds are charged between the verdicts' register and its write; a
/// deferred charge cannot make an affordable copy unaffordable.
pub(crate) fn ecvrf_verify_many(
    host: &mut Host<'_>,
    memory: &mut [u8],
    items_len: u64,
    items_ptr: u64,
    suite: u64,
    register_id: u64,
) -> HostResult<u64> {
    let input = Input::new(items_len, items_ptr);
    let accepted = verify(host, memory, input, suite, register_id);
    host.settle()?;
    host.end_advance(accepted.is_ok());
    accepted
}

fn verify(
    host: &mut Host<'_>,
    memory: &[u8],
    input: Input,
    suite: u64,
    register_id: u64,
) -> HostResult<u64> {
    let verification = host.verification();
    let prices = &verification.ecvrf_many_parameters;
    let (per_item, per_byte) = (ExtCosts::ed25519_verify_base, ExtCosts::ed25519_verify_byte);

    // 1. The base fee, then the suite.
    host.charge_at(prices.base, per_item, 1)?;
    let suite = u32::try_from(suite).ok().and_then(VrfSuite::from_code);
    let suite = suite.ok_or_else(|| invalid_input("invalid suite"))?;

    // 2. The items.
    let input = host.charge_input(memory, input)?;
    let input = host.input(memory, input)?;
    let items = parse(suite, &input).map_err(|error| invalid_input(&error.to_string()))?;

    // 3. Charges that grow with the items, the verdicts' register included.
    let count = items.len() as u64;
    host.charge_at(prices.item, per_item, count)?;
    let alpha_bytes = items.iter().map(|item| item.alpha.len() as u64).sum();
    host.charge_at(prices.byte, per_byte, alpha_bytes)?;
    let verdicts_len = VERDICT_LENGTH * items.len();
    host.charge_register_write(verdicts_len as u64)?;

    // 4. The verdicts. Each round of tries is charged before it is made.
    let before_round = |items: usize| host.charge_at(prices.attempt, per_item, items as u64);
    let outputs = verification.verifier.vrf_many_learning(
        &verification.tables,
        suite,
        &items,
        before_round,
    )?;
    let accepted = outputs.iter().flatten().count() as u64;
    let mut verdicts = Vec::with_capacity(verdicts_len);
    for output in outputs {
        verdicts.push(u8::from(output.is_some()));
        verdicts.extend(output.unwrap_or([0; 64]));
    }
    host.write_register(register_id, &mut verdicts)?;
    Ok(accepted)
}

/// The items of an input, with proofs of the suite's length.
fn parse(suite: VrfSuite, input: &[u8]) -> Result<Vec<VrfItem<'_>>, items::LayoutError> {
    fn proofs<const PROOF: usize>(input: &[u8]) -> Result<Vec<VrfItem<'_>>, items::LayoutError> {
        items::parse(input, |public_key, proof: &[u8; PROOF], alpha| VrfItem {
            public_key,
            proof,
            alpha,
        })
    }
    match suite {
        VrfSuite::Tai | VrfSuite::Ell2 | VrfSuite::Draft03 => proofs::<80>(input),
        VrfSuite::Draft13 => proofs::<128>(input),
    }
}
