//! The gas of functions: a table, JSON, and files to look at, such as flame graphs.

mod flamegraph;
mod speedscope;

pub use flamegraph::drawn as flame_graph;
pub(crate) use flamegraph::of_lines as flame_graph_of;

use crate::output::{self, printable, table};
use anyhow::{Context as _, bail};
use clap::Args;
use near_runtime_ext::{CallTree, Coverage, Gas};
use std::env;
use std::path::{Path, PathBuf};

/// Rows of the table, at most: a contract has hundreds of functions, most of them cheap.
const ROWS: usize = 25;
/// Frames of a stack that are printed at its outer and its inner end.
const ENDS: usize = 12;

// What to report of functions. No documentation: clap would print it as the command's.
#[derive(Args)]
pub(crate) struct Functions {
    /// Print the gas of each function, the dearest first: by itself, and with what it calls
    #[arg(long)]
    pub(crate) functions: bool,
    /// Write the gas of each stack of functions to a file: a flame graph (.svg), folded stacks (.folded) or a
    /// profile for speedscope.app (.json)
    #[arg(long, value_name = "FILE", value_parser = parse_file)]
    pub(crate) flamegraph: Option<PathBuf>,
}

/// Makes a file of a tree with this title.
type Make = fn(&CallTree, &str) -> anyhow::Result<Vec<u8>>;

/// What makes a file, by its ending.
fn make(path: &Path) -> anyhow::Result<Make> {
    match path.extension().and_then(|it| it.to_str()) {
        Some("svg") => Ok(flamegraph::drawn),
        Some("folded") => Ok(|tree, _| Ok(folded(tree).into_bytes())),
        Some("json") => Ok(speedscope::document),
        _ => bail!("the file must end in .svg, .folded or .json"),
    }
}

fn parse_file(text: &str) -> anyhow::Result<PathBuf> {
    let path = PathBuf::from(text);
    make(&path).map(|_| path)
}

impl Functions {
    /// Whether the gas of functions must be recorded.
    pub(crate) fn is_asked_for(&self) -> bool {
        self.functions || self.flamegraph.is_some()
    }

    /// Writes the file, if one is asked for.
    pub(crate) fn write(&self, tree: &CallTree, title: &str) -> anyhow::Result<()> {
        let Some(path) = &self.flamegraph else {
            return Ok(());
        };
        if tree.gas() == Gas::ZERO {
            output::complain("warning: the call burnt no gas: there is nothing to draw");
            return Ok(());
        }
        output::file(path, &make(path)?(tree, title)?)
    }
}

/// Writes how often the lines of the files in this folder ran.
pub(crate) fn write_lines(path: &Path, coverage: &Coverage) -> anyhow::Result<()> {
    let folder = env::current_dir().context("cannot tell the current folder")?;
    let lines = coverage.lcov(&folder);
    if lines.is_empty() {
        let folder = folder.display();
        output::complain(&format!(
            "warning: no line of the contract is of a file in {folder}"
        ));
    }
    output::file(path, lines.as_bytes())
}

/// A line for each stack: its functions, the outermost first, and the gas that the last one burns itself.
pub(crate) fn folded(tree: &CallTree) -> String {
    let nodes = tree.nodes().iter().enumerate();
    let nodes = nodes.filter(|(_, node)| node.gas > Gas::ZERO);
    let lines = nodes.map(|(place, node)| {
        let stack = tree.stack(place).into_iter().map(frame);
        let stack = stack.collect::<Vec<_>>().join(";");
        format!("{stack} {}\n", node.gas.as_gas())
    });
    lines.collect()
}

/// A function's name, made safe for a folded stack: there a semicolon ends a name, and one or two numbers at
/// the end of a line are gas.
fn frame(name: &str) -> String {
    let name = printable(name).replace(';', ":");
    match name.rsplit_once(' ') {
        Some((head, tail)) if tail.parse::<f64>().is_ok() => format!("{head}_{tail}"),
        _ => name,
    }
}

/// The most expensive functions, by the gas that they burn themselves.
pub(crate) fn text(tree: &CallTree) -> String {
    let functions = tree.functions();
    let all = tree.gas().as_gas();
    let mut lines = table(["function", "gas itself", "%", "with callees", "calls"]);
    for function in functions.iter().take(ROWS) {
        let gas = function.itself.as_gas();
        lines.add_row([
            printable(&function.name),
            gas.to_string(),
            percent(gas, all),
            function.total.as_gas().to_string(),
            function.calls.to_string(),
        ]);
    }
    let rest = functions.iter().skip(ROWS);
    let (count, gas) = (rest.len(), rest.map(|it| it.itself.as_gas()).sum::<u64>());
    match count {
        0 => lines.to_string(),
        _ => format!(
            "{lines}\n{count} more functions burn {gas} gas, {} %",
            percent(gas, all)
        ),
    }
}

/// A share with one digit, rounded down.
fn percent(part: u64, all: u64) -> String {
    let tenths = u128::from(part) * 1000 / u128::from(all.max(1));
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// The stack of a failed call, the innermost function first, as debuggers print it.
pub(crate) fn stopped(tree: &CallTree) -> String {
    let frames = tree.backtrace().iter().enumerate();
    let line = |(depth, frame)| format!("\n  {depth}: {}", printable(&format!("{frame}")));
    let lines = frames.map(line).collect::<Vec<_>>();
    let text = match lines.len().checked_sub(2 * ENDS) {
        None | Some(0) => lines.concat(),
        Some(between) => {
            let (inner, outer) = (&lines[..ENDS], &lines[ENDS + between..]);
            format!("{}\n  ... {between} more{}", inner.concat(), outer.concat())
        }
    };
    format!("stopped in{text}")
}
