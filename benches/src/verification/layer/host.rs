//! nearcore's own host function, called as its engine would: what networks run.

use super::{Place, Timed};
use crate::library::Signed;
use crate::verification::meter::measured;
use crate::verification::network::Network;
use anyhow::bail;
use near_vm_runner::logic::{HostError, VMLogicError, host};

/// Verifies by this key. If it is too long, the function reads and pays for everything, and
/// verifies nothing.
pub(super) fn verify(
    network: &Network,
    signed: &Signed,
    public_key: &[u8],
    place: Place,
    iterations: u32,
) -> anyhow::Result<Timed> {
    use HostError::Ed25519VerifyInvalidInput as Malformed;
    use VMLogicError::HostError as Stopped;
    network.with_nearcore(|ctx| {
        // Places of the inputs in memory; the message last, since its length varies.
        let inputs = [
            (0, &signed.signature[..]),
            (128, &signed.message),
            (64, public_key),
        ];
        let mut memory = vec![0; 128 + signed.message.len()];
        let mut args = Vec::new();
        for (register, (at, bytes)) in (0..).zip(inputs) {
            memory[at..at + bytes.len()].copy_from_slice(bytes);
            let pointer = [bytes.len() as u64, at as u64];
            match place {
                Place::Memory => args.extend(pointer),
                Place::Registers => {
                    let [len, at] = pointer;
                    host::write_register(ctx, &mut memory, register, len, at)?;
                    args.extend([u64::MAX, register]);
                }
            }
        }

        let &[a, b, c, d, e, f] = &args[..] else {
            bail!("three inputs have six arguments, not {}", args.len());
        };
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
