//! `ed25519_verify`, written from NEP-364 (`nep-0364.md` at the root of this repository).

use super::invalid_input;
use crate::host::{Charges, Host, HostResult, Input, register_overhead};
use ed25519_lanes::{Item, Rule};
use near_parameters::{ExtCosts, ExtCostsConfig};
use near_vm_runner::logic::host;

/// Bytes of a public key and of a signature: RFC 8032, section 5.1.
const PUBLIC_KEY_LENGTH: usize = 32;
const SIGNATURE_LENGTH: usize = 64;

/// Verifies an Ed25519 signature: returns 1 if ed25519-dalek's non-strict `verify` accepts, else 0.
///
/// Each input is in guest memory or, with a length of `u64::MAX`, in the register whose id is
/// the pointer. The [`Verifier`](ed25519_lanes::Verifier) of
/// [`RuntimeBuilder::verify_backend`](crate::RuntimeBuilder::verify_backend) finds the verdict.
///
/// # Errors
///
/// - A signature not of 64 bytes or a public key not of 32: `Ed25519VerifyInvalidInput`.
/// - Memory out of bounds: `MemoryAccessViolation`; an unset register: `InvalidRegisterId`.
/// - Out of gas at any charge; `IntegerOverflow` when a length's price does not fit a `u64`.
///
/// # Cost
///
/// In this order, up to the point where the function returns:
/// `ed25519_verify_base`, `input_cost(signature)`, `input_cost(message)`, `ed25519_verify_byte *
/// message bytes`, `input_cost(public key)`.
///
/// The test `oracle` in `tests/ed25519_verify` compares it with nearcore's own function.
#[expect(clippy::too_many_arguments, reason = "the host ABI")]
pub(crate) fn ed25519_verify(
    host: &mut Host<'_>,
    memory: &mut [u8],
    signature_len: u64,
    signature_ptr: u64,
    message_len: u64,
    message_ptr: u64,
    public_key_len: u64,
    public_key_ptr: u64,
) -> HostResult<u64> {
    if !host.can_defer() || !registers_are_affordable(&host.config().ext_costs) {
        return host.nearcore(Charges::Own, None, |ctx| {
            host::ed25519_verify(
                ctx,
                memory,
                signature_len,
                signature_ptr,
                message_len,
                message_ptr,
                public_key_len,
                public_key_ptr,
            )
        });
    }
    let verdict = verify(
        host,
        memory,
        Input::new(signature_len, signature_ptr),
        Input::new(message_len, message_ptr),
        Input::new(public_key_len, public_key_ptr),
    );
    // All charges are burnt, whatever the verdict, before an error is reported.
    host.settle()?;
    Ok(u64::from(verdict?))
}

fn verify(
    host: &mut Host<'_>,
    memory: &[u8],
    signature: Input,
    message: Input,
    public_key: Input,
) -> HostResult<bool> {
    // 1. The base fee.
    host.charge(ExtCosts::ed25519_verify_base, 1)?;

    // 2. The signature. If its top bits are set, `s` is not reduced, and the call ends before the
    //    message is charged or read.
    let Some(signature) = fixed::<SIGNATURE_LENGTH>(host, memory, signature)? else {
        return Err(invalid_input("invalid signature length"));
    };
    if signature[SIGNATURE_LENGTH - 1] & 0b1110_0000 != 0 {
        return Ok(false);
    }

    // 3. The message. Its per-byte fee comes before its bytes are copied, because the owed gas pays
    //    for the copy of a register (`registers_are_affordable`).
    let message = host.charge_input(memory, message)?;
    host.charge(ExtCosts::ed25519_verify_byte, message.len())?;
    let message = host.input(memory, message)?;

    // 4. The public key.
    let Some(public_key) = fixed::<PUBLIC_KEY_LENGTH>(host, memory, public_key)? else {
        return Err(invalid_input("invalid public key length"));
    };

    // 5. The verdict, after every charge.
    host.settle()?;
    let verification = host.verification();
    let item = Item {
        public_key: &public_key,
        signature: &signature,
        message: &message,
    };
    Ok(verification
        .verifier
        .verify_one_learning(&verification.tables, &item, Rule::Nep364))
}

/// An input of exactly `N` bytes; `None` for any other length. Both are charged.
fn fixed<const N: usize>(
    host: &mut Host<'_>,
    memory: &[u8],
    input: Input,
) -> HostResult<Option<[u8; N]>> {
    let input = host.charge_input(memory, input)?;
    if input.len() != N as u64 {
        return Ok(None);
    }
    Ok(host.input(memory, input)?.as_ref().try_into().ok())
}

/// Whether enough gas is always owed when a register is copied out, for all inputs.
///
/// The base fee must cover the copies of signature and key and the flat part of the message's copy;
/// the message's per-byte fee must cover the rest. Every published configuration satisfies this.
fn registers_are_affordable(costs: &ExtCostsConfig) -> bool {
    let gas = |cost| costs.gas_cost(cost).as_gas();
    let flat = [SIGNATURE_LENGTH as u64, 0, PUBLIC_KEY_LENGTH as u64]
        .into_iter()
        .try_fold(0_u64, |sum, len| {
            sum.checked_add(register_overhead(costs, len)?)
        });
    flat.is_some_and(|flat| flat <= gas(ExtCosts::ed25519_verify_base))
        && gas(ExtCosts::write_memory_byte) <= gas(ExtCosts::ed25519_verify_byte)
}
