//! Many VRF proofs (RFC 9381), each with its own verdict and output.
//!
//! The time depends on every operand, so all operands must be public, as those of a verification
//! are. [`near_ecvrf::verify`] defines which proofs each suite accepts; verdicts and outputs equal
//! its own.

mod elligator;
mod equation;
mod one_by_one;
mod proof;
mod to_curve;
mod transcript;
mod verdicts;

use crate::{Backend, ITEMS_FOR_TABLES, KeyTables, Verifier};
pub use near_ecvrf::Suite as VrfSuite;
use proof::candidates;
use std::convert::Infallible;
use to_curve::{by_elligator, by_tries};
use verdicts::Verdicts;

/// A proof to verify.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VrfItem<'a> {
    /// The prover's public key.
    pub public_key: &'a [u8; 32],
    /// pi, the proof; it is refused unless it has [`VrfSuite::proof_len`] bytes.
    pub proof: &'a [u8],
    /// alpha, the input, of any length.
    pub alpha: &'a [u8],
}

/// beta, the output of an accepted proof: 64 bytes.
pub type VrfOutput = [u8; 64];

/// Outputs in the order of their items; and the key of each proof that lanes verified without
/// tables of the key.
type Judged = (Vec<Option<VrfOutput>>, Vec<[u8; 32]>);

impl Verifier {
    /// The output of each of `items`, in order; `None` for a refused proof. Lanes verify all of
    /// them, however few there are.
    #[must_use]
    pub fn vrf_many(&self, suite: VrfSuite, items: &[VrfItem<'_>]) -> Vec<Option<VrfOutput>> {
        let Ok((outputs, _)) =
            self.vrf_with(None, suite, items, items.len(), |_| Ok::<_, Infallible>(()));
        outputs
    }

    /// Like [`Self::vrf_many`], but verifies one by one if that is faster, uses the tables of keys
    /// in `tables`, and builds tables as [`Self::verify_many_learning`] does. Before each round of
    /// tries of [`VrfSuite::Tai`] it calls `before_round` with the number of items that no try has
    /// resolved, whether or not their proofs have the right form. The other suites have no rounds.
    ///
    /// # Errors
    ///
    /// `before_round`'s, at once.
    pub fn vrf_many_learning<E>(
        &self,
        tables: &KeyTables,
        suite: VrfSuite,
        items: &[VrfItem<'_>],
        before_round: impl FnMut(usize) -> Result<(), E>,
    ) -> Result<Vec<Option<VrfOutput>>, E> {
        let lanewise = self.backend.proofs_in_lanes(suite, items.len());
        let (outputs, without) =
            self.vrf_with(Some(tables), suite, items, lanewise, before_round)?;
        let most = items.len() / ITEMS_FOR_TABLES * self.backend.lanes();
        self.build(tables, &tables.learn(without.into_iter(), most));
        Ok(outputs)
    }

    /// Verifies the first `lanewise` items by lanes, and the others one by one.
    fn vrf_with<E>(
        &self,
        tables: Option<&KeyTables>,
        suite: VrfSuite,
        items: &[VrfItem<'_>],
        lanewise: usize,
        before_round: impl FnMut(usize) -> Result<(), E>,
    ) -> Result<Judged, E> {
        if self.backend() == Backend::Dalek || lanewise == 0 {
            one_by_one::make_tries(suite, items, before_round)?;
            return Ok((one_by_one::verify_each(suite, items), Vec::new()));
        }
        let (by_lanes, others) = items.split_at(lanewise);
        let points = match suite {
            // Rounds cover all items.
            VrfSuite::Tai => by_tries(self, items, before_round)?,
            _ => by_elligator(self, suite, by_lanes),
        };
        let candidates = candidates(suite, by_lanes, points);
        let mut verdicts = Verdicts::new(self, suite, by_lanes.len());
        let without = verdicts.judge(tables, &candidates);
        let mut outputs = verdicts.outputs;
        outputs.extend(one_by_one::verify_each(suite, others));
        Ok((outputs, without))
    }
}
