//! A model of `nep-0364.md`: its clauses in order, with their charges.

use crate::guest::Guest;
use crate::meter::{Meter, invalid_input};
use crate::network::gas;
use ed25519_dalek::{Signature, Verifier, VerifyingKey};
use near_parameters::ExtCosts;
use near_runtime_ext::HostError;

/// The specification: the steps and charges of a call, in order.
pub fn specified(guest: &Guest<()>, args: [u64; 6], meter: &mut Meter) -> Result<u64, HostError> {
    let [signature_len, signature, message_len, message, key_len, key] = args;
    let (per_call, per_byte) = (ExtCosts::ed25519_verify_base, ExtCosts::ed25519_verify_byte);
    meter.charge(per_call, gas(per_call, 1), 1)?;
    let signature = meter.input(guest, [signature_len, signature])?;
    let signature = signature.try_into();
    let signature: &[u8; 64] = signature.map_err(|_| invalid_input("invalid signature length"))?;
    if signature[63] & 0b1110_0000 != 0 {
        return Ok(0);
    }
    let message = meter.input(guest, [message_len, message])?;
    meter.charge(per_byte, gas(per_byte, 1), message.len() as u64)?;
    let key = meter.input(guest, [key_len, key])?.try_into();
    let key = key.map_err(|_| invalid_input("invalid public key length"))?;
    let signature = Signature::from_bytes(signature);
    let is_valid = |key: VerifyingKey| key.verify(message, &signature).is_ok();
    Ok(u64::from(VerifyingKey::from_bytes(key).is_ok_and(is_valid)))
}

/// The clause that decides a call, by its result and the number of its charges.
pub fn clause(result: &Result<u64, HostError>, charges: usize) -> &'static str {
    match result {
        Ok(1) => "accepted",
        Ok(_) if charges == 3 => "top bits",
        Ok(_) => "refused",
        Err(HostError::GasExceeded | HostError::GasLimitExceeded) => "out of gas",
        Err(HostError::Ed25519VerifyInvalidInput { msg }) if msg.contains("key") => "length of key",
        Err(HostError::Ed25519VerifyInvalidInput { .. }) => "length of signature",
        Err(HostError::InvalidRegisterId { .. }) => "unset register",
        Err(HostError::MemoryAccessViolation) => "outside memory",
        Err(HostError::IntegerOverflow) => "price beyond 64 bits",
        Err(error) => panic!("no clause: {error}"),
    }
}
