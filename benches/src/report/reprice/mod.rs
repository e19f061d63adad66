//! `docs/reprice.md`: prices of `ed25519_verify` that the recordings support, and what each would
//! change for users.

mod costs;
mod users;

use super::Block;
use crate::batches::{Batches, beside_dalek_3};
use crate::measure::{Experiment, Measured, Recording};
use anyhow::Context as _;
use std::iter::once;
use std::path::Path;

/// The page's generated parts.
pub(super) fn blocks(recorded: &Path) -> anyhow::Result<Vec<Block>> {
    let batches = read::<Batches>(recorded)?;
    let batches = Measured::new(&Batches::cells(), &batches);
    let machines: Vec<_> = once(&batches).chain(&batches.elsewhere).collect();
    let costs = costs::all(recorded, &machines)?;
    Ok(vec![
        ("reprice: costs", costs::table(&costs)?.markdown()),
        ("reprice: users", users::table(&costs)?.markdown()),
        ("reprice: dalek 3", beside_dalek_3(&machines).markdown()),
    ])
}

fn read<E: Experiment>(recorded: &Path) -> anyhow::Result<Recording> {
    let recording = Recording::read(&recorded.join(E::NAME), E::NAME)?;
    recording.check().context(E::NAME)?;
    Ok(recording)
}
