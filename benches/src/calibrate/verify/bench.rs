//! Verifications at the worst place of the stack, because a contract can move the stack of the host
//! function that it calls.

use super::cell::{Cases, Cell, Series, read_cases};
use crate::measure::{Cell as _, Clock};
use crate::verification::{
    Family, Layer, MOST_ITERATIONS, Network, Place, WasmLayer, at_place, by_dalek, by_host,
    integer_operations, sha256,
};
use anyhow::{Context as _, ensure};
use std::collections::HashMap;
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

pub(super) struct Verifications {
    network: Network,
    wasm: WasmLayer,
    cases: Cases,
    iterations: HashMap<(Layer, Family, usize), u32>,
}

impl Verifications {
    pub(super) fn new(folder: &Path) -> anyhow::Result<Self> {
        Ok(Self {
            network: Network::new(),
            wasm: WasmLayer::new().context("the calling contract")?,
            cases: read_cases(folder)?,
            iterations: HashMap::new(),
        })
    }

    /// The number of verifications that fill a sample; finding it warms up the layer.
    fn iterations(&mut self, cell: Cell) -> anyhow::Result<u32> {
        let Series { layer, family, .. } = cell.series;
        let key = (layer, family, cell.message_bytes);
        if let Some(iterations) = self.iterations.get(&key) {
            return Ok(*iterations);
        }
        let (budget, most) = match layer {
            Layer::Loop => (SAMPLE, LINKS),
            Layer::NoOp => (SAMPLE, 1), // only the call is measured
            Layer::Wasm => (WASM_SAMPLE, MOST_ITERATIONS),
            _ => (SAMPLE, MOST_ITERATIONS),
        };
        let mut least = Duration::MAX;
        for _ in 0..3 {
            least = least.min(self.run(cell, 1, 0)?);
        }
        let wanted = budget.as_nanos() / least.as_nanos().max(1);
        let iterations = u32::try_from(wanted).unwrap_or(most).clamp(1, most);
        self.iterations.insert(key, iterations);
        Ok(iterations)
    }

    /// The place where an honest signature takes longest in this layer; cheaper work uses the same
    /// place.
    fn stack(&mut self, layer: Layer, clock: &mut Clock) -> anyhow::Result<usize> {
        let (layer, iterations) = match layer {
            Layer::Sha256 | Layer::Loop => return Ok(0),
            Layer::Bare => (Layer::Bare, SEARCHED_ITERATIONS),
            Layer::Host | Layer::Marshalling => (Layer::Host, SEARCHED_ITERATIONS),
            Layer::Wasm | Layer::NoOp => (Layer::Wasm, SEARCHED_WASM_ITERATIONS),
        };
        let honest = Series::new(layer, Family::Valid, Place::Memory).at(0);
        clock.worst_place(&honest.row(), iterations, |place| {
            self.run(honest, iterations, place)
        })
    }

    /// Runs a cell with its stack at this place, and checks every verdict. Returns the time of all
    /// iterations.
    fn run(&mut self, cell: Cell, iterations: u32, stack: usize) -> anyhow::Result<Duration> {
        let Series {
            layer,
            family,
            place,
        } = cell.series;
        let signed = self.cases.get(&(family, cell.message_bytes));
        let signed = signed.context("its signature was not prepared")?;
        let network = &self.network;
        let host = |key: &[u8]| by_host(network, signed, key, place, iterations);
        let run = || match layer {
            Layer::Bare => Ok(by_dalek(signed, iterations)),
            Layer::Host => host(&signed.public_key),
            Layer::Marshalling => host(&[&signed.public_key[..], &[0]].concat()),
            Layer::Wasm => self.wasm.verify(signed, place, iterations),
            Layer::NoOp => self.wasm.verify(signed, place, 0),
            Layer::Sha256 => Ok(sha256(&signed.message, iterations)),
            Layer::Loop => Ok(integer_operations(iterations)),
        };
        let (accepted, elapsed) = at_place(stack, run)?;
        let is_verifier = matches!(layer, Layer::Bare | Layer::Host | Layer::Wasm);
        let expected = match is_verifier && family.is_accepted() {
            true => iterations,
            false => 0,
        };
        ensure!(
            accepted == expected,
            "accepted {accepted} of {iterations} times"
        );
        Ok(elapsed)
    }

    pub(super) fn turn(&mut self, cell: Cell, clock: &mut Clock) -> anyhow::Result<()> {
        let layer = cell.series.layer;
        let iterations = match (clock.is_counting, layer) {
            (true, Layer::Loop) => LINKS,
            (true, _) => 1,
            (false, _) => self.iterations(cell)?,
        };
        let stack = self.stack(layer, clock)?;
        let elapsed = self.run(cell, iterations, stack)?;
        clock.time(iterations, stack, elapsed)
    }
}
