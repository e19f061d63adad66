//! How often lines of a contract's source ran.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::Arc;

/// Where `build_contract` says that the workspace is.
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
    /// How often the lines ran if the blocks ran so often.
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
/// The lines are those of the optimised contract: a line without code of its own is not there, such as a comment, or one
/// that the compiler has removed or joined with another. A line ran as often as the block of its code that ran most
/// often; where the compiler has copied a line, as it does to unroll a loop, that is less than the source says, but never
/// 0 for a line that ran. If a call stops within a block, all its lines count.
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
    /// `/workspace`, and its name stands in the paths again.
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
