//! The rows: tasks by frost-core, in FROST(Ed25519, SHA-512), and by near-frost.

use super::generation::Generation;
use super::wire::{self, Wire};
use crate::measure::{Clock, LANES, Row, Shared, lacks};
use crate::verification::measured;
use anyhow::{Context as _, bail};
use ed25519_lanes::{Backend, Verifier};
use near_frost::Error;
use std::fmt;
use std::hint::black_box;
use std::iter::{empty, once};
use std::rc::Rc;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Size {
    /// The threshold, which is also the number of signers.
    pub(super) signers: u16,
    pub(super) members: u16,
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.signers, self.members)
    }
}

impl Size {
    const fn of(signers: u16, members: u16) -> Self {
        Self { signers, members }
    }
}

/// The group whose keys are generated without a dealer.
const DKG: Size = Size::of(67, 100);

/// The largest group.
const MOST: Size = Size::of(667, 1_000);

/// A cell's prepared work, done once per call. It fails if the result is wrong.
pub(super) type Work = Box<dyn FnMut() -> anyhow::Result<()>>;

/// Who does the work: near-frost by this verifier, or frost-core.
pub(super) type By = Option<Verifier>;

/// The column of frost-core, with which the others are compared.
pub(super) const FROST_CORE: &str = "frost-core";

/// All tasks. Groups and key generations are made when a row first needs them.
pub(super) fn rows() -> Vec<Row> {
    let (wires, generations) = (Shared::new(), Shared::new());
    let of_wire = |name: String, size, work: fn(Rc<Wire>, By) -> anyhow::Result<Work>| {
        let wires = wires.clone();
        row(name, move |by| work(wires.get(size, Wire::new)?, by))
    };
    let of_keys = |name: &str, work: fn(Rc<Generation>, By) -> anyhow::Result<Work>| {
        let generations = generations.clone();
        let name = format!("{name}, {DKG}");
        row(name, move |by| {
            work(generations.get(DKG, Generation::new)?, by)
        })
    };
    let sizes = [Size::of(2, 3), Size::of(7, 10), DKG, MOST];
    // The coordinator's work from commitments in wire format to the signature.
    let signature = |size| of_wire(format!("wire to signature, {size}"), size, Wire::signature);
    // A signer's work from the same commitments to its share.
    let share = |size| of_wire(format!("wire to share, {size}"), size, Wire::share);
    let mut rows = Vec::from(sizes.map(signature));
    rows.extend(sizes.map(share));
    rows.extend([
        // Both commitments of each of the largest group's signers, deserialised.
        of_wire("deserialising 1,334 points".to_owned(), MOST, Wire::points),
        // A dealer's share in the largest group, checked against deserialised commitments.
        row(format!("a VSS share, t = {}", MOST.signers), |by| {
            wire::vss_share(MOST, by)
        }),
        // The packages of all others in a key generation, deserialised; and its third part.
        of_keys("DKG packages", Generation::packages),
        of_keys("DKG part 3", Generation::part3),
        // The largest group's signature, from a session or from deserialised commitments.
        of_wire(
            format!("aggregate after a session, {MOST}"),
            MOST,
            Wire::after_session,
        ),
        // The signers of wrong shares in the largest group: near-frost starts from commitments in
        // wire format, frost-core from deserialised ones.
        of_wire(format!("culprits, {MOST}"), MOST, Wire::culprits),
    ]);
    rows
}

/// A task by frost-core, and by near-frost with each verify backend.
fn row(name: String, work: impl Fn(By) -> anyhow::Result<Work> + 'static) -> Row {
    let columns = || once(None).chain(LANES.map(Some));
    let title = |by: Option<Backend>| by.map_or(FROST_CORE, Backend::name).to_owned();
    let prepare = move |_: &_| {
        let work = |by: Option<Backend>| {
            let verifier = by.map(Verifier::with_backend).transpose()?;
            work(verifier).with_context(|| title(by))
        };
        let mut works: Vec<_> = columns().map(work).collect();
        // The first timing finds the caches as other cells left them, and is seldom the least.
        Ok(
            move |column: usize, clock: &mut Clock| match &mut works[column] {
                Err(error) => bail!("{error:#}"),
                Ok(work) => clock.times(1, || {
                    let (result, elapsed) = measured(&mut **work);
                    result.map(|()| elapsed)
                }),
            },
        )
    };
    let all = columns().map(|by| (title(by), by.and_then(lacks)));
    Row {
        columns: all.collect(),
        ..Row::new("", name, empty::<String>(), None, prepare)
    }
}

/// Work that fails if frost-core or near-frost does.
pub(super) fn work<T>(mut body: impl FnMut() -> Result<T, Error> + 'static) -> Work {
    Box::new(move || {
        black_box(body())?;
        Ok(())
    })
}
