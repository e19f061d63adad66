//! Verifications in every layer, at the worst place of the stack, because a contract can move the
//! stack of the host function that it calls.

use super::{Key, Layer, Place, Series};
use crate::library::{Signed, dalek_2};
use crate::measure::{Clock, Shared};
use crate::verification::{Family, Network, at_place, measured, signed};
use anyhow::{Context as _, bail, ensure};
use near_runtime_ext::rules::{Answer, Rule};
use near_runtime_ext::{Backend, Contract, Gas, ReturnData, Runtime};
use near_vm_runner::logic::{HostError, VMLogicError, host};
use sha2::{Digest as _, Sha256};
use std::cell::RefCell;
use std::hint::black_box;
use std::path::Path;
use std::time::Duration;

/// Duration of a sample: long compared with the clock's resolution, and short compared with the
/// scheduler's time slices, so that most samples run without interruption.
const SAMPLE: Duration = Duration::from_micros(250);

/// Duration of a sample through Wasm: also long compared with the varying call around the loop.
const WASM_SAMPLE: Duration = Duration::from_millis(4);

/// Links of the control loop in one sample.
const LINKS: u32 = 100_000;

/// Verifications per timing in a search. Through Wasm they outweigh the call around them, which
/// varies by more than the search looks for.
const SEARCHED_ITERATIONS: u32 = 4;
const SEARCHED_WASM_ITERATIONS: u32 = 32;

/// The number of verifications of a 64-KiB message that 1,000 Tgas, a call's largest gas, pay for.
const MOST_ITERATIONS: u32 = 800;

/// The largest gas of a call.
const GAS: Gas = Gas::from_teragas(1000);

/// How often the signature was accepted, and the total time.
type Timed = (u32, Duration);

pub(super) struct Layers {
    network: Network,
    /// It calls the host function in a loop and does little else, on nearcore's runner.
    contract: RefCell<Contract>,
    /// Signatures by family and length of the message, and whether the NEP accepts them.
    cases: Shared<(Family, usize), (Signed, bool)>,
    iterations: Shared<Key, u32>,
}

impl Layers {
    /// All layers; the folder keeps the compiled contract, which the runner would otherwise load
    /// again for every call.
    pub(super) fn new(cache: &Path) -> anyhow::Result<Self> {
        let wasm = wat::parse_str(include_str!("caller.wat"))?;
        let builder = Runtime::builder().backend(Backend::Nearcore);
        let runtime = builder.cache_folder(cache).build()?;
        let contract = runtime.deploy("caller.near".parse()?, wasm);
        Ok(Self {
            network: Network::new(),
            contract: RefCell::new(contract.context("the calling contract")?),
            cases: Shared::new(),
            iterations: Shared::new(),
        })
    }

    pub(super) fn turn(&self, key: Key, clock: &mut Clock) -> anyhow::Result<()> {
        let layer = key.0.layer;
        let iterations = match (clock.is_counting, layer) {
            (true, Layer::Loop) => LINKS,
            (true, _) => 1,
            (false, _) => *self.iterations.get(key, |key| self.enough(key))?,
        };
        let stack = self.stack(layer, clock)?;
        let elapsed = self.run(key, iterations, stack)?;
        clock.time(iterations, stack, elapsed)
    }

    /// The number of verifications that fill a sample; finding it warms up the layer.
    fn enough(&self, key: Key) -> anyhow::Result<u32> {
        let (budget, most) = match key.0.layer {
            Layer::Loop => (SAMPLE, LINKS),
            Layer::NoOp => (SAMPLE, 1), // only the call is measured
            Layer::Wasm => (WASM_SAMPLE, MOST_ITERATIONS),
            _ => (SAMPLE, MOST_ITERATIONS),
        };
        let mut least = Duration::MAX;
        for _ in 0..3 {
            least = least.min(self.run(key, 1, 0)?);
        }
        let wanted = budget.as_nanos() / least.as_nanos().max(1);
        Ok(u32::try_from(wanted).unwrap_or(most).clamp(1, most))
    }

    /// The place where an honest signature takes longest in this layer; cheaper work uses the same
    /// place.
    fn stack(&self, layer: Layer, clock: &mut Clock) -> anyhow::Result<usize> {
        let (layer, iterations) = match layer {
            Layer::Sha256 | Layer::Loop => return Ok(0),
            Layer::Bare => (Layer::Bare, SEARCHED_ITERATIONS),
            Layer::Host | Layer::Marshalling => (Layer::Host, SEARCHED_ITERATIONS),
            Layer::Wasm | Layer::NoOp => (Layer::Wasm, SEARCHED_WASM_ITERATIONS),
        };
        let honest = Series::new(layer, Family::Valid);
        clock.worst_place(&honest.to_string(), iterations, |place| {
            self.run((honest, 0), iterations, place)
        })
    }

    /// Runs a cell with its stack at this place, and checks every verdict. Returns the time of all
    /// iterations.
    fn run(&self, (series, bytes): Key, iterations: u32, stack: usize) -> anyhow::Result<Duration> {
        let Series { layer, family, .. } = series;
        let case = self.cases.get((family, bytes), |(family, bytes)| {
            let signed = signed(family, bytes)?;
            let verdict = Rule::Nep364.answer(&signed.flags());
            Ok((signed, verdict == Answer::Accepted))
        })?;
        let (signed, is_accepted) = &*case;
        let run = || self.timed(series, signed, iterations);
        let (accepted, elapsed) = at_place(stack, run)?;
        let is_verifier = matches!(layer, Layer::Bare | Layer::Host | Layer::Wasm);
        let expected = match is_verifier && *is_accepted {
            true => iterations,
            false => 0,
        };
        ensure!(
            accepted == expected,
            "accepted {accepted} of {iterations} times"
        );
        Ok(elapsed)
    }

    fn timed(&self, series: Series, signed: &Signed, iterations: u32) -> anyhow::Result<Timed> {
        let place = series.place;
        match series.layer {
            Layer::Bare => Ok(measured(|| {
                // Opaque inputs, so that the compiler cannot verify once for all rounds.
                let verdicts = (0..iterations).map(|_| dalek_2(black_box(signed)));
                verdicts.map(u32::from).sum()
            })),
            Layer::Host => self.by_host(signed, &signed.public_key, place, iterations),
            Layer::Marshalling => {
                let too_long = [&signed.public_key[..], &[0]].concat();
                self.by_host(signed, &too_long, place, iterations)
            }
            Layer::Wasm => self.by_contract(signed, place, iterations),
            Layer::NoOp => self.by_contract(signed, place, 0),
            // RustCrypto's `sha2`, as in nearcore's host function.
            Layer::Sha256 => Ok(measured(|| {
                for _ in 0..iterations {
                    black_box(Sha256::digest(black_box(&signed.message)));
                }
                0
            })),
            // Each multiplication depends on the previous addition: about four cycles a link on current
            // x86-64.
            Layer::Loop => Ok(measured(|| {
                let mut value = black_box(1_u64);
                for _ in 0..iterations {
                    value = black_box(value.wrapping_mul(3).wrapping_add(1));
                }
                0
            })),
        }
    }

    /// Verifies with this key by nearcore's own host function, called as its engine would: the one
    /// that networks run. If the key is too long, the function reads and charges everything, and
    /// verifies nothing.
    fn by_host(
        &self,
        signed: &Signed,
        public_key: &[u8],
        place: Place,
        iterations: u32,
    ) -> anyhow::Result<Timed> {
        use HostError::Ed25519VerifyInvalidInput as Malformed;
        use VMLogicError::HostError as Stopped;
        self.network.with_nearcore(|ctx| {
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

    /// Verifies by the contract; the time includes the call.
    fn by_contract(&self, signed: &Signed, place: Place, iterations: u32) -> anyhow::Result<Timed> {
        let mut args = Vec::with_capacity(104 + signed.message.len());
        args.extend(signed.signature);
        args.extend(signed.public_key);
        args.extend(iterations.to_le_bytes());
        args.extend(u32::from(place == Place::Registers).to_le_bytes());
        args.extend(&signed.message);
        let mut contract = self.contract.borrow_mut();
        let call = contract.call("run").args(args).gas(GAS);
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
