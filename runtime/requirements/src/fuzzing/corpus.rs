//! Inputs that a parser accepts, with random changes.

use super::change::{Change, changes};
use proptest::prelude::*;
use proptest::sample::select;
use std::env;
use std::fmt;
use std::fs;
use std::path::Path;

/// The most changes of one input; more would leave little of it.
const MAX_CHANGES: usize = 4;
/// The longest random input that does not come from the corpus, bytes.
const MAX_RANDOM: usize = 300;

/// An input; a failure shows it as text.
#[derive(Clone)]
pub(crate) struct Input(pub(crate) Vec<u8>);

impl fmt::Debug for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "b\"{}\"", self.0.escape_ascii())
    }
}

/// Inputs to start from, with names.
#[derive(Clone, Debug, Default)]
pub struct Corpus(pub(crate) Vec<(String, Vec<u8>)>);

impl Corpus {
    /// Reads the files of a folder.
    ///
    /// # Panics
    /// The folder cannot be read, or is empty.
    #[must_use]
    pub fn of(folder: &Path) -> Self {
        let entries = fs::read_dir(folder)
            .unwrap_or_else(|error| panic!("no corpus {}: {error}", folder.display()));
        let mut files: Vec<_> = entries
            .map(|entry| entry.expect("an entry of the corpus").path())
            .map(|path| {
                let bytes = fs::read(&path).expect("a file of the corpus");
                (path.display().to_string(), bytes)
            })
            .collect();
        assert!(
            !files.is_empty(),
            "the corpus {} is empty",
            folder.display()
        );
        // The system lists files in any order, but a seed's cases must be the same everywhere.
        files.sort();
        Self(files)
    }

    /// The corpus with one input more.
    #[must_use]
    pub fn and(mut self, name: &str, input: impl Into<Vec<u8>>) -> Self {
        self.0.push((name.to_owned(), input.into()));
        self
    }

    /// Writes the inputs to the folder `FUZZ_CORPUS`, if it is set, for libFuzzer to start from.
    ///
    /// # Panics
    /// The folder cannot be written to.
    pub fn hand_over(&self) {
        let Some(folder) = env::var_os("FUZZ_CORPUS") else {
            return;
        };
        for (index, (name, bytes)) in self.0.iter().enumerate() {
            let path = Path::new(&folder).join(index.to_string());
            fs::write(path, bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
    }

    /// Inputs of the corpus with a few changes, and occasionally random bytes.
    pub(crate) fn changed(&self) -> impl Strategy<Value = Input> + use<> {
        let inputs: Vec<_> = self.0.iter().map(|(_, bytes)| bytes.clone()).collect();
        let like_one = (
            select(inputs),
            prop::collection::vec(changes(), 1..=MAX_CHANGES),
        );
        prop_oneof![
            9 => like_one.prop_map(|(bytes, changes)| Change::apply_all(&changes, bytes)),
            1 => prop::collection::vec(any::<u8>(), 0..MAX_RANDOM),
        ]
        .prop_map(Input)
    }
}
