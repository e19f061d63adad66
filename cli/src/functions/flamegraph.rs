//! A flame graph, drawn by inferno.

use super::folded;
use anyhow::Context as _;
use inferno::flamegraph::{Options, from_lines};
use near_runtime_ext::CallTree;

/// The picture, as SVG: the same bytes for the same tree.
///
/// # Errors
///
/// The tree has no gas.
pub fn drawn(tree: &CallTree, title: &str) -> anyhow::Result<Vec<u8>> {
    let subtitle = format!("{} gas", tree.gas().as_gas());
    of_lines(&folded(tree), title, Some(subtitle))
}

/// The picture of folded stacks with gas, or with the gas of two profiles.
pub(crate) fn of_lines(
    folded: &str,
    title: &str,
    subtitle: Option<String>,
) -> anyhow::Result<Vec<u8>> {
    let mut options = Options::default();
    options.title = title.to_owned();
    options.subtitle = subtitle;
    options.count_name = "gas".to_owned();
    options.name_type = "function:".to_owned();
    // A function has one color, everywhere.
    options.hash = true;
    options.deterministic = true;
    let mut picture = Vec::new();
    from_lines(&mut options, folded.lines(), &mut picture)
        .context("cannot draw the flame graph")?;
    Ok(picture)
}
