//! How often lines of a contract's source ran.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::Arc;

/// The name that `build_contract` gives the workspace's folder.
const WORKSPACE: &str = "/workspace";

/// A line of a file.
pub(super) type Line = (Arc<str>, u32);

/// The lines of a contract's blocks.
#[derive(Debug)]
pub(super) struct LineTable {
    /// Each block's lines, by its offset in the code section's contents.
    pub(super) blocks: BTreeMap<u32, Vec<Line>>,
}

impl LineTable {
    /// How often the lines ran, from how often each block ran.
    pub(super) fn coverage(&self, blocks: &HashMap<u32, u64>) -> Coverage {
        let mut coverage = Coverage::default();
        for (block, lines) in &self.blocks {
            let count = blocks.get(block).copied().unwrap_or_default();
            for (file, line) in lines {
                let known = coverage.file(file).entry(*line).or_default();
                *known = count.max(*known);
            }
        }
        coverage
    }
}

/// How often each line of a contract's source ran.
///
/// The lines are those of the optimised contract: a line without code of its own is missing, such as a comment, or a
/// line that the compiler has removed or merged with another. A line's count is that of its most frequent block. Where
/// the compiler has copied a line, for instance to unroll a loop, the count is lower than in the source, but never 0
/// for a line that ran. If a call stops within a block, all lines of the block count.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    files: BTreeMap<Arc<str>, BTreeMap<u32, u64>>,
}

impl Coverage {
    /// Adds the lines of another call.
    pub fn add(&mut self, other: &Self) {
        for (file, lines) in &other.files {
            let known = self.file(file);
            for (line, count) in lines {
                let all = known.entry(*line).or_default();
                *all = all.saturating_add(*count);
            }
        }
    }

    fn file(&mut self, name: &Arc<str>) -> &mut BTreeMap<u32, u64> {
        self.files.entry(Arc::clone(name)).or_default()
    }

    /// The files, as the DWARF of the contract names them, each with its lines that have code and how often they ran.
    pub fn files(&self) -> impl Iterator<Item = (&str, &BTreeMap<u32, u64>)> {
        self.files.iter().map(|(file, lines)| (&**file, lines))
    }

    /// The lines of the files in a folder, as lcov's tracefile (`geninfo(1)`): `genhtml` makes pages of it, editors and
    /// services color the lines.
    ///
    /// `folder` is that of the contract's workspace: [`build_contract_symbols`](crate::build_contract_symbols) calls it
    /// `/workspace`, and the paths get its real name back.
    pub fn lcov(&self, folder: &Path) -> String {
        let mut text = String::new();
        for (file, lines) in self.files() {
            let file = Path::new(file);
            let within = file.strip_prefix(WORKSPACE).or(file.strip_prefix(folder));
            let Ok(within) = within else { continue };
            let ran = lines.values().filter(|count| **count > 0).count();
            let counts = lines
                .iter()
                .map(|(line, count)| format!("DA:{line},{count}\n"));
            text += &format!(
                "TN:\nSF:{}\n{}LF:{}\nLH:{ran}\nend_of_record\n",
                folder.join(within).display(),
                counts.collect::<String>(),
                lines.len()
            );
        }
        text
    }
}
