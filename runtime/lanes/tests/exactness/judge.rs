//! Cases in batches of every size, verified by every entry point.

use crate::case::Case;
use crate::entry_point::{EntryPoint, entry_points};
use crate::reference;
use ed25519_lanes::{Item, Rule};

/// The largest batch: one more than whole groups of any number of lanes. It is a prime.
const LARGEST: usize = 257;

/// The step from one batch size to the next, modulo [`LARGEST`]. It mixes the order of sizes, and
/// since [`LARGEST`] is prime, each size occurs once in a round.
const STRIDE: usize = 100;

/// A case with the references' verdict, computed once for all entry points.
#[derive(Clone, Debug)]
pub struct Judged {
    pub case: Case,
    pub is_accepted: bool,
}

impl Judged {
    pub fn by(rule: Rule, case: Case) -> Self {
        Self {
            is_accepted: reference::accepts(rule, &case),
            case,
        }
    }
}

/// Compares entry points with a rule's references.
pub struct Judge {
    pub rule: Rule,
    entry_points: Vec<EntryPoint>,
    /// Cases of the next batch.
    waiting: Vec<Judged>,
    /// The size of the next batch.
    size: usize,
}

impl Judge {
    /// A judge of all entry points.
    pub fn of_all(rule: Rule) -> Self {
        Self::of(rule, entry_points())
    }

    pub fn of(rule: Rule, entry_points: Vec<EntryPoint>) -> Self {
        assert!(!entry_points.is_empty(), "somebody is judged");
        Self {
            rule,
            entry_points,
            waiting: Vec::new(),
            size: 1,
        }
    }

    /// Verifies the batch by every entry point.
    ///
    /// # Panics
    /// If a verdict differs from the references'.
    #[track_caller]
    pub fn batch<'a>(&self, batch: impl IntoIterator<Item = &'a Judged>) {
        let batch: Vec<_> = batch.into_iter().collect();
        let items: Vec<Item<'_>> = batch.iter().map(|judged| judged.case.item()).collect();
        for entry_point in &self.entry_points {
            let verdicts = entry_point.verify(&items, self.rule);
            let place = || format!("{entry_point}, {:?}, batch of {}", self.rule, batch.len());
            assert_eq!(
                verdicts.len(),
                batch.len(),
                "{}: a verdict an item",
                place()
            );
            for (at, (found, judged)) in verdicts.into_iter().zip(&batch).enumerate() {
                let Judged { case, is_accepted } = judged;
                assert_eq!(found, *is_accepted, "{}, position {at}: {case:?}", place());
            }
        }
    }

    /// Adds a case to the next batch, which is verified once it is full. Returns whether the
    /// references accept the case.
    ///
    /// # Panics
    /// As [`Self::batch`].
    pub fn take(&mut self, case: Case) -> bool {
        let judged = Judged::by(self.rule, case);
        let is_accepted = judged.is_accepted;
        self.waiting.push(judged);
        if self.waiting.len() == self.size {
            self.finish();
            self.size = match (self.size + STRIDE) % LARGEST {
                0 => LARGEST,
                size => size,
            };
        }
        is_accepted
    }

    /// Verifies the waiting cases as a batch. In a batch of even size the accepted ones come first, which
    /// makes whole groups of each kind.
    ///
    /// # Panics
    /// As [`Self::batch`].
    pub fn finish(&mut self) {
        let mut batch = std::mem::take(&mut self.waiting);
        if batch.len().is_multiple_of(2) {
            batch.sort_by_key(|judged| !judged.is_accepted);
        }
        self.batch(&batch);
    }

    /// Adds all these cases and finishes; returns how many the references accept.
    ///
    /// # Panics
    /// As [`Self::batch`].
    pub fn all(&mut self, cases: impl IntoIterator<Item = Case>) -> usize {
        let verdicts = cases.into_iter().map(|case| self.take(case));
        let accepted = verdicts.filter(|is_accepted| *is_accepted).count();
        self.finish();
        accepted
    }
}
