//! A target, and its two ways to run.

use super::code::code_hash;
use super::corpus::{Corpus, Input};
use super::tally::{Tally, recorded};
use proptest::prelude::{ProptestConfig, Strategy, TestCaseError};
use proptest::strategy::ValueTree as _;
use proptest::test_runner::{RngAlgorithm, RngSeed, TestRng, TestRunner};
use std::cell::RefCell;
use std::io::{self, Write as _};
use std::{env, fs};

/// The outcome of one case, in a word, such as "accepted".
pub type CaseResult = Result<&'static str, TestCaseError>;

/// The seed of the cases, unless `FUZZ_SEED` is set.
const DEFAULT_SEED: u64 = 1;

/// A run of at least this many cases reports its progress.
const LONG: u32 = 100_000;

/// A fuzz target.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    name: &'static str,
    cases: u32,
    /// Sources whose hash a recorded run must match; relative to the workspace.
    sources: &'static [&'static [&'static str]],
}

impl Target {
    /// The target with this name, and with this number of cases in CI.
    #[must_use]
    pub const fn new(name: &'static str, cases: u32) -> Self {
        Self {
            name,
            cases,
            sources: &[],
        }
    }

    /// Ties the target's recorded run to the code in these files and folders, relative to the
    /// workspace: the record contains their hash, and a guided run writes it to standard error.
    #[must_use]
    pub const fn of_code(mut self, sources: &'static [&'static [&'static str]]) -> Self {
        self.sources = sources;
        self
    }

    /// The hash of the code, if the target names sources.
    pub(crate) fn code(&self) -> Option<String> {
        (!self.sources.is_empty()).then(|| code_hash(&self.sources.concat()))
    }

    /// The target's record.
    ///
    /// # Panics
    /// If it is missing or malformed, or not of today's code.
    #[must_use]
    pub fn recorded(&self) -> Tally {
        let path = recorded().join(format!("{}.json", self.name));
        let json = fs::read_to_string(&path);
        let json = json.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let run: Tally = serde_json::from_str(&json)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert_eq!(run.code, self.code(), "{}: of other code", path.display());
        run
    }

    /// The target's name.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The number of cases of a run: `FUZZ_CASES`, or CI's number.
    ///
    /// # Panics
    /// If the environment variable is not a number.
    #[must_use]
    pub fn cases(&self) -> u32 {
        number("FUZZ_CASES").unwrap_or(self.cases)
    }

    /// Runs `test` on cases of `strategy`; prints and returns the outcomes, and records them on
    /// request.
    ///
    /// # Panics
    /// If a case fails (the message has the smallest failing case), or an environment variable is not a number.
    pub fn run<S: Strategy>(
        &self,
        strategy: &S,
        test: &RefCell<impl FnMut(S::Value) -> CaseResult>,
    ) -> Tally {
        let seed = number("FUZZ_SEED").unwrap_or(DEFAULT_SEED);
        let cases = self.cases();
        let config = ProptestConfig {
            cases,
            rng_seed: RngSeed::Fixed(seed),
            failure_persistence: None,
            ..ProptestConfig::default()
        };
        let tally = RefCell::new(Tally {
            target: self.name.into(),
            code: self.code(),
            emulated: cfg!(emulated_ifma),
            seed,
            ..Tally::default()
        });
        let result = TestRunner::new(config).run(strategy, |case| {
            let verdict = (test.borrow_mut())(case)?;
            let mut tally = tally.borrow_mut();
            *tally.outcomes.entry(verdict.into()).or_default() += 1;
            tally.cases += 1;
            self.say_how_far(tally.cases, cases);
            Ok(())
        });
        if let Err(error) = result {
            panic!("{}, seed {seed}: {error}", self.name);
        }
        let tally = tally.into_inner();
        println!("{tally}");
        tally.record_on_request();
        tally
    }

    /// Runs `test` on the unchanged corpus, then like [`Self::run`] on changed copies of it.
    ///
    /// # Panics
    /// As [`Self::run`].
    pub fn run_like(
        &self,
        corpus: &Corpus,
        test: &RefCell<impl FnMut(Vec<u8>) -> CaseResult>,
    ) -> Tally {
        for (name, bytes) in &corpus.0 {
            if let Err(error) = (test.borrow_mut())(bytes.clone()) {
                panic!("{}, corpus {name}: {error}", self.name);
            }
        }
        let test = RefCell::new(|Input(bytes)| (test.borrow_mut())(bytes));
        self.run(&corpus.changed(), &test)
    }

    /// Records the tally of another target for this one too, on request: the test tried its cases for both.
    pub fn also_ran(&self, tally: &Tally) {
        let tally = Tally {
            target: self.name.into(),
            code: self.code(),
            ..tally.clone()
        };
        tally.record_on_request();
    }

    /// Writes the hash of the code to standard error, for the record of a guided run.
    pub fn say_code(&self) {
        if let Some(code) = self.code() {
            let _ = writeln!(io::stderr(), "{}: code {code}", self.name);
        }
    }

    /// Runs `test` on one case, drawn from bytes instead of a seed.
    ///
    /// # Panics
    /// If the case fails.
    pub fn one_drawn_from<S: Strategy>(
        &self,
        bytes: &[u8],
        strategy: &S,
        test: &RefCell<impl FnMut(S::Value) -> CaseResult>,
    ) {
        let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &seed_of(bytes));
        let mut runner = TestRunner::new_with_rng(ProptestConfig::default(), rng);
        // If the strategy draws nothing from these bytes, there is no case to try.
        if let Ok(tree) = strategy.new_tree(&mut runner) {
            self.one(tree.current(), test);
        }
    }

    /// Runs `test` on one case.
    ///
    /// # Panics
    /// If the case fails.
    pub fn one<T>(&self, case: T, test: &RefCell<impl FnMut(T) -> CaseResult>) {
        if let Err(TestCaseError::Fail(reason)) = (test.borrow_mut())(case) {
            panic!("{}: {reason}", self.name);
        }
    }

    fn say_how_far(&self, done: u32, of: u32) {
        if of >= LONG && done.is_multiple_of(of / 20) {
            // This is written, not printed: the test harness hides the output of running tests. If
            // standard error cannot be written to, nobody reads it.
            let _ = writeln!(io::stderr(), "{}: {done} of {of} cases", self.name);
        }
    }
}

/// The seed of a case's generator, from the bytes that libFuzzer chose. proptest also has a
/// generator that passes the bytes through. But a union gives each of its options half of the
/// remaining bytes; once none remain, the generator returns zeros, from which a range draws forever.
fn seed_of(bytes: &[u8]) -> [u8; 32] {
    let mut seed = [0; 32];
    for (at, byte) in bytes.iter().enumerate() {
        let place: &mut u8 = &mut seed[at % 32];
        *place = place.wrapping_mul(31).wrapping_add(*byte);
    }
    seed
}

/// The number in an environment variable, if it is set.
fn number<T: std::str::FromStr>(variable: &str) -> Option<T> {
    let text = env::var(variable).ok()?;
    match text.parse() {
        Ok(number) => Some(number),
        Err(_) => panic!("{variable} is {text:?}, expected a number"),
    }
}
