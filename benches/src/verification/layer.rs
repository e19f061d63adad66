//! The layers in which a verification runs.
//!
//! Each layer contains the previous one. Separate layers measure the work of outer layers without a
//! verification, so that it can be subtracted once. Those without a host are only dalek, and work
//! unrelated to curves, which shows the machine's speed.

use super::{Network, measured, named};
use crate::library::{Signed, dalek_2};
use anyhow::{Context as _, bail};
use near_runtime_ext::{Backend, Contract, Gas, ReturnData, Runtime};
use near_vm_runner::logic::{HostError, VMLogicError, host};
use sha2::{Digest as _, Sha256};
use std::hint::black_box;
use std::time::Duration;
use tempfile::TempDir;

/// How often the signature was accepted, and the total time.
type Timed = (u32, Duration);

named! {
    /// A measured layer, or its overhead.
    pub(crate) Layer:
    /// dalek: decode the public key, verify.
    Bare "bare";
    /// nearcore's host function, called as its engine would.
    Host "host";
    /// The same function, called by a contract in a loop on nearcore's runner; includes the call
    /// around the loop.
    Wasm "wasm";
    /// The host function up to the verification: the key has one byte too many, which the function
    /// detects after it has read and charged everything.
    Marshalling "marshalling";
    /// The contract's call, with a loop of no rounds.
    NoOp "no-op";
    /// SHA-256 of the message, without the host: a reference for the machine's speed.
    Sha256 "sha256";
    /// A chain of integer operations of about a nanosecond each: the machine's speed.
    Loop "loop";
}

/// The place of the host function's inputs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Place {
    /// In the contract's memory.
    Memory,
    Registers,
}

/// Decodes the key and verifies, by dalek alone.
pub(crate) fn by_dalek(signed: &Signed, iterations: u32) -> Timed {
    measured(|| {
        // Opaque inputs, so that the compiler cannot verify once for all rounds.
        let verdicts = (0..iterations).map(|_| dalek_2(black_box(signed)));
        verdicts.map(u32::from).sum()
    })
}

/// Hashes the message by RustCrypto's `sha2`, as nearcore's host function does.
pub(crate) fn sha256(message: &[u8], iterations: u32) -> Timed {
    measured(|| {
        for _ in 0..iterations {
            black_box(Sha256::digest(black_box(message)));
        }
        0
    })
}

/// A chain of multiplications and additions, each of which depends on the previous one: about four
/// cycles a link on current x86-64.
pub(crate) fn integer_operations(iterations: u32) -> Timed {
    measured(|| {
        let mut value = black_box(1_u64);
        for _ in 0..iterations {
            value = black_box(value.wrapping_mul(3).wrapping_add(1));
        }
        black_box(value);
        0
    })
}

/// Verifies with this key by nearcore's own host function, called as its engine would: the one that
/// networks run. If the key is too long, the function reads and charges everything, and
/// verifies nothing.
pub(crate) fn by_host(
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

/// The number of verifications of a 64-KiB message that 1,000 Tgas, a call's largest gas, pay for.
pub(crate) const MOST_ITERATIONS: u32 = 800;

/// The largest gas of a call.
const GAS: Gas = Gas::from_teragas(1000);

/// A contract that calls the host function in a loop and does little else, on nearcore's runner.
pub(crate) struct WasmLayer {
    contract: Contract,
    /// Keeps the compiled contract; otherwise the runner would load it anew for every call.
    _cache: TempDir,
}

impl WasmLayer {
    pub(crate) fn new() -> anyhow::Result<Self> {
        let wasm = wat::parse_str(include_str!("caller.wat"))?;
        let cache = tempfile::tempdir()?;
        let builder = Runtime::builder().backend(Backend::Nearcore);
        let runtime = builder.cache_folder(cache.path()).build()?;
        Ok(Self {
            contract: runtime.deploy("caller.near".parse()?, wasm)?,
            _cache: cache,
        })
    }

    /// Verifies; the time includes the call.
    pub(crate) fn verify(
        &mut self,
        signed: &Signed,
        place: Place,
        iterations: u32,
    ) -> anyhow::Result<Timed> {
        let mut args = Vec::with_capacity(104 + signed.message.len());
        args.extend(signed.signature);
        args.extend(signed.public_key);
        args.extend(iterations.to_le_bytes());
        args.extend(u32::from(place == Place::Registers).to_le_bytes());
        args.extend(&signed.message);
        let call = self.contract.call("run").args(args).gas(GAS);
        let (outcome, elapsed) = measured(|| call.transact());
        let outcome = outcome?;
        if let Some(failure) = outcome.failure {
            bail!("{failure}");
        }
        let ReturnData::Value(value) = &outcome.return_data else {
            bail!("the contract returned nothing");
        };
        let accepted = value.as_slice().try_into().map(u64::from_le_bytes);
        let accepted = accepted.context("the contract returns 8 bytes")?;
        Ok((u32::try_from(accepted)?, elapsed))
    }
}
