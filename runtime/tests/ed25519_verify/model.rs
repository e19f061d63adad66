//! A model of `nep-0364.md`: its clauses in order, with their charges.

use crate::cases::Inputs;
use crate::oracle::NETWORK;
use ed25519_dalek::{Signature, Verifier, VerifyingKey};
use near_parameters::ExtCosts;
use near_runtime_ext::HostError;

/// A call by the specification.
pub(crate) struct Model<'a> {
    inputs: &'a Inputs,
    /// The gas of each charge, in order.
    pub(crate) charges: Vec<u64>,
}

impl<'a> Model<'a> {
    pub(crate) fn of(inputs: &'a Inputs) -> Self {
        Self {
            inputs,
            charges: Vec::new(),
        }
    }

    /// The result with enough gas, after all charges.
    pub(crate) fn call(&mut self) -> Result<u64, HostError> {
        let [signature_len, signature, message_len, message, key_len, key] = self.inputs.args;
        let invalid = |input: &str| HostError::Ed25519VerifyInvalidInput {
            msg: format!("invalid {input} length"),
        };
        self.charge(ExtCosts::ed25519_verify_base, 1)?;
        let signature = self.input(signature_len, signature)?;
        let signature: &[u8; 64] = signature.try_into().map_err(|_| invalid("signature"))?;
        if signature[63] & 0b1110_0000 != 0 {
            return Ok(0);
        }
        let message = self.input(message_len, message)?;
        self.charge(ExtCosts::ed25519_verify_byte, message.len() as u64)?;
        let key = self.input(key_len, key)?;
        let key = key.try_into().map_err(|_| invalid("public key"))?;
        let signature = Signature::from_bytes(signature);
        let is_valid = |key: VerifyingKey| key.verify(message, &signature).is_ok();
        Ok(u64::from(VerifyingKey::from_bytes(key).is_ok_and(is_valid)))
    }

    fn charge(&mut self, cost: ExtCosts, units: u64) -> Result<(), HostError> {
        let price = NETWORK.wasm_config.ext_costs.gas_cost(cost).as_gas();
        let gas = price.checked_mul(units);
        self.charges.push(gas.ok_or(HostError::IntegerOverflow)?);
        Ok(())
    }

    /// Pays for an input, and reads it.
    fn input(&mut self, len: u64, ptr: u64) -> Result<&'a [u8], HostError> {
        let inputs = self.inputs;
        if len == u64::MAX {
            // What was written last.
            let register = inputs.registers.iter().rfind(|(id, _)| *id == ptr);
            let unset = HostError::InvalidRegisterId { register_id: ptr };
            let (_, bytes) = register.ok_or(unset)?;
            self.charge(ExtCosts::read_register_base, 1)?;
            self.charge(ExtCosts::read_register_byte, bytes.len() as u64)?;
            return Ok(bytes);
        }
        self.charge(ExtCosts::read_memory_base, 1)?;
        self.charge(ExtCosts::read_memory_byte, len)?;
        let range = || {
            let start = usize::try_from(ptr).ok()?;
            let end = start.checked_add(usize::try_from(len).ok()?)?;
            inputs.memory.get(start..end)
        };
        range().ok_or(HostError::MemoryAccessViolation)
    }
}

/// The clause that decides a call, by its result and the number of its charges.
pub(crate) fn clause(result: &Result<u64, HostError>, charges: usize) -> &'static str {
    match result {
        Ok(1) => "accepted",
        Ok(_) if charges == 3 => "top bits",
        Ok(_) => "refused",
        Err(HostError::Ed25519VerifyInvalidInput { msg }) if msg.contains("key") => "length of key",
        Err(HostError::Ed25519VerifyInvalidInput { .. }) => "length of signature",
        Err(HostError::InvalidRegisterId { .. }) => "unset register",
        Err(HostError::MemoryAccessViolation) => "outside memory",
        Err(HostError::IntegerOverflow) => "price beyond 64 bits",
        Err(error) => panic!("no clause: {error}"),
    }
}
