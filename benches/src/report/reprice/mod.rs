//! `docs/reprice.md`: prices of `ed25519_verify` that the recordings support, and what each would
//! change for users.

mod costs;
mod users;

use super::Block;
use crate::batches::{Batches, dalek_3};
use crate::measure::experiment::Experiment;
use crate::measure::measured::Measured;
use crate::measure::recording::Recording;
use anyhow::Context as _;
use std::path::Path;

/// The recordings of `batches`, on one processor each.
const BATCHES: [&str; 2] = [Batches::NAME, "batches/intel"];

/// The page's generated parts.
pub(super) fn blocks(recorded: &Path) -> anyhow::Result<Vec<Block>> {
    let [first, second] = BATCHES.map(|folder| read::<Batches>(recorded, folder));
    let (first, second) = (first?, second?);
    let machines = [&first, &second].map(|it| Measured::new(&Batches::cells(), it));
    let costs = costs::all(recorded, &machines)?;
    Ok(vec![
        ("reprice: costs", costs::table(&costs)?.markdown()),
        ("reprice: users", users::table(&costs)?.markdown()),
        ("reprice: dalek 3", dalek_3::beside(&machines).markdown()),
    ])
}

fn read<E: Experiment>(recorded: &Path, folder: &str) -> anyhow::Result<Recording> {
    let recording = Recording::read(&recorded.join(folder), E::NAME)?;
    recording.check().with_context(|| folder.to_owned())?;
    Ok(recording)
}
