//! Verifies candidates by lanes.

use super::equation::{EncodeRows, Equations, Operands, Scalars, TablesOf};
use super::proof::{Candidate, Rest};
use super::transcript::Transcript;
use super::{VrfOutput, VrfSuite};
use crate::backend::AffineNiels;
use crate::batch::KeyRows;
use crate::curve::decode::Sign;
use crate::points::Alone;
use crate::tables::{BuildAll, Tables};
use crate::{KeyTables, Layout, Verifier};

/// Proofs verified at a time: few enough that their tables fit a core's second cache.
const AT_A_TIME: usize = 64;

/// The layout of tables of H and Gamma, which are used once: the multiples 1 to 8.
const ONCE: Layout = Layout::ONCE;

pub(super) struct Verdicts<'v> {
    verifier: &'v Verifier,
    suite: VrfSuite,
    /// The output of each item; `None` until it is accepted.
    pub(super) outputs: Vec<Option<VrfOutput>>,
}

/// A proof whose encodings are all points, with their tables: [`ONCE`], except for the key's.
struct Proof<'a> {
    candidate: &'a Candidate<'a>,
    minus_key: &'a [AffineNiels],
    minus_gamma: &'a [AffineNiels],
    h: &'a [AffineNiels],
}

impl<'v> Verdicts<'v> {
    /// The state before verification: all of `count` items are refused.
    pub(super) fn new(verifier: &'v Verifier, suite: VrfSuite, count: usize) -> Self {
        Self {
            verifier,
            suite,
            outputs: vec![None; count],
        }
    }

    /// Accepts the candidates that verify; returns the keys without tables.
    pub(super) fn judge(
        &mut self,
        tables: Option<&KeyTables>,
        candidates: &[Candidate<'_>],
    ) -> Vec<[u8; 32]> {
        let keys = candidates.iter().map(|candidate| candidate.public_key);
        let found = match tables {
            Some(tables) => tables.get(keys),
            None => vec![None; candidates.len()],
        };
        let (mut with, mut rows, mut without) = (Vec::new(), Vec::new(), Vec::new());
        for (candidate, found) in candidates.iter().zip(&found) {
            match found {
                Some(of_key) => {
                    with.push(candidate);
                    rows.push(of_key.as_deref());
                }
                None => without.push(candidate),
            }
        }
        let layout = tables.map_or(ONCE, KeyTables::layout);
        for (candidates, rows) in with.chunks(AT_A_TIME).zip(rows.chunks(AT_A_TIME)) {
            self.judge_some(candidates, layout, rows);
        }
        for candidates in without.chunks(AT_A_TIME) {
            let built = self.tables_of(candidates, |candidate| candidate.public_key);
            let rows: Vec<_> = built.rows().collect();
            self.judge_some(candidates, ONCE, &rows);
        }
        without.iter().map(|it| *it.public_key).collect()
    }

    /// The tables of the negative of one point of each candidate.
    fn tables_of<'a>(
        &self,
        candidates: &'a [&'a Candidate<'a>],
        point: impl Fn(&'a Candidate<'a>) -> &'a [u8; 32],
    ) -> Tables {
        let points: Vec<_> = candidates
            .iter()
            .map(|candidate| point(candidate))
            .collect();
        self.verifier.lanewise(BuildAll {
            keys: &points,
            layout: ONCE,
            sign: Sign::Negated,
        })
    }

    /// Verifies candidates whose keys have these tables, of this layout.
    fn judge_some(&mut self, candidates: &[&Candidate<'_>], layout: Layout, keys: &[KeyRows<'_>]) {
        let gammas = self.tables_of(candidates, |candidate| &candidate.gamma);
        let h: Vec<_> = candidates.iter().map(|candidate| candidate.h).collect();
        let h = self.verifier.lanewise(Alone(TablesOf(&h)));
        let gammas = gammas.rows().zip(h.chunks_exact(ONCE.rows()));
        let proofs = candidates.iter().zip(keys).zip(gammas);
        let proofs: Vec<_> = proofs
            .filter_map(|((candidate, minus_key), (minus_gamma, h))| {
                Some(Proof {
                    candidate,
                    minus_key: (*minus_key)?,
                    minus_gamma: minus_gamma?,
                    h,
                })
            })
            .collect();
        for (proof, output) in proofs.iter().zip(self.outputs_of(&proofs, layout)) {
            self.outputs[proof.candidate.index] = output;
        }
    }

    /// The output of each proof that verifies.
    fn outputs_of(&self, proofs: &[Proof<'_>], layout: Layout) -> Vec<Option<VrfOutput>> {
        let encoded = |rows: Vec<&AffineNiels>, negated| {
            let rows = &rows;
            self.verifier.lanewise(Alone(EncodeRows { rows, negated }))
        };
        let h = encoded(proofs.iter().map(|proof| &proof.h[0]).collect(), false);
        let last = ONCE.multiples() - 1; // of Gamma times eight
        let eightfold = proofs.iter().map(|proof| &proof.minus_gamma[last]);
        let eightfold = encoded(eightfold.collect(), true);

        let transcript = Transcript(self.suite);
        let challenge = |i: usize, [u, v]: &[[u8; 32]; 2]| {
            let candidate = proofs[i].candidate;
            transcript.challenge(candidate.public_key, [&h[i], &candidate.gamma, u, v])
        };
        let scalars = proofs
            .iter()
            .enumerate()
            .map(|(i, Proof { candidate, .. })| {
                let c = match &candidate.rest {
                    Rest::Challenge(c) => *c,
                    Rest::Points(given) => challenge(i, given),
                };
                Scalars::of(self.suite, &c, &candidate.s, layout)
            });
        let scalars: Vec<_> = scalars.collect();
        let operands = proofs
            .iter()
            .zip(&scalars)
            .map(|(proof, scalars)| Operands {
                scalars,
                minus_key: proof.minus_key,
                minus_gamma: proof.minus_gamma,
                h: proof.h,
            });
        let operands: Vec<_> = operands.collect();
        let operands = &operands;
        let suite = self.suite;
        let points = self.verifier.lanewise(Alone(Equations {
            operands,
            layout,
            suite,
        }));

        let outputs = points.iter().enumerate().map(|(i, points)| {
            let is_right = match &proofs[i].candidate.rest {
                Rest::Challenge(c) => challenge(i, points) == *c,
                Rest::Points(given) => given == points,
            };
            is_right.then(|| transcript.output(&eightfold[i]))
        });
        outputs.collect()
    }
}
