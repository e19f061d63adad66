//! nearcore's own host function, called as its engine would: the one that networks run.

use super::{Place, Timed};
use crate::library::Signed;
use crate::verification::meter::measured;
use crate::verification::network::Network;
use anyhow::bail;
use near_vm_runner::logic::{HostError, VMLogicError, host};

/// Verifies with this key. If the key is too long, the function reads and charges everything, and
/// verifies nothing.
pub(crate) fn verify(
    network: &Network,
    signed: &Signed,
    public_key: &[u8],
    place: Place,
    iterations: u32,
) -> anyhow::Result<Timed> {
    use HostError::Ed25519VerifyInvalidInput as Malformed;
    use VMLogicError::HostError as Stopped;
    network.with_nearcore(|ctx| {
        let mut memory = vec![0; 128 + signed.message.len()];
        // An input's two arguments.
        let mut input = |register: u64, at: usize, bytes: &[u8]| {
            memory[at..at + bytes.len()].copy_from_slice(bytes);
            let [len, at] = [bytes.len() as u64, at as u64];
            if place == Place::Memory {
                return Ok([len, at]);
            }
            host::write_register(ctx, &mut memory, register, len, at)?;
            anyhow::Ok([u64::MAX, register])
        };
        let [a, b] = input(0, 0, &signed.signature)?;
        let [c, d] = input(1, 128, &signed.message)?; // the last in memory, since its length varies
        let [e, f] = input(2, 64, public_key)?;
        let is_key = public_key.len() == signed.public_key.len();
        let (accepted, elapsed) = measured(|| {
            let mut accepted = 0;
            for _ in 0..iterations {
                match host::ed25519_verify(ctx, &mut memory, a, b, c, d, e, f) {
                    Ok(verdict) if is_key => accepted += u32::from(verdict == 1),
                    Err(Stopped(Malformed { .. })) if !is_key => {}
                    other => bail!("{other:?}"),
                }
            }
            Ok(accepted)
        });
        Ok((accepted?, elapsed))
    })
}
