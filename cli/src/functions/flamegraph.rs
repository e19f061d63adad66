//! A flame graph, drawn by inferno.

use super::folded;
use anyhow::Context as _;
use inferno::flamegraph::{Options, from_lines};
use near_runtime_ext::CallTree;

/// The picture, as SVG: the same bytes for the same tree.
///
/// # Errors
///
/// The library refuses it, which it does for no tree.
pub fn drawn(tree: &CallTree, title: &str) -> anyhow::Result<Vec<u8>> {
    let mut options = Options::default();
    options.title = title.to_owned();
    options.subtitle = Some(format!("{} gas", tree.gas().as_gas()));
    options.count_name = "gas".to_owned();
    options.name_type = "function:".to_owned();
    // A function has one color, everywhere.
    options.hash = true;
    options.deterministic = true;
    let folded = folded(tree);
    let mut picture = Vec::new();
    from_lines(&mut options, folded.lines(), &mut picture)
        .context("cannot draw the flame graph")?;
    Ok(picture)
}
