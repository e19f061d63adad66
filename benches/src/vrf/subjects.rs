//! The contenders: rows of the table.

use super::SIZES;
use super::pool::{Pool, Proved, TIMED, WITH_FORGED};
use crate::contender::{Contender, judge, native, timed};
use crate::measure::row::Row;
use ed25519_lanes::{Backend, KeyTables, Layout, Verifier, VrfItem, VrfSuite};
use near_ecvrf::{Coefficients, Item, verify, verify_batch, verify_constant_time};
use rand_010::Rng as _;
use std::convert::Infallible;
use std::hint::black_box;

/// A row: the work, in a suite.
#[derive(Clone, Copy)]
pub(super) struct Subject {
    pub(super) suite: VrfSuite,
    pub(super) work: Work,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Work {
    /// By near-ecvrf, one proof after another.
    Prove,
    ConstantTime,
    VariableTime,
    /// One verdict for all, by the batch equation: with coefficients of the transcript, or random ones.
    Deterministic,
    Random,
    /// A verdict and an output for each proof, by lanes; no key has tables, or all have.
    NewKeys(Backend),
    Known(Backend),
}

impl Work {
    /// The works that take one proof after another.
    const ONE_BY_ONE: [Self; 3] = [Self::Prove, Self::ConstantTime, Self::VariableTime];
    const TOGETHER: [Self; 2] = [Self::Deterministic, Self::Random];

    fn name(self) -> String {
        match self {
            Self::Prove => "proving".to_owned(),
            Self::ConstantTime => "constant time".to_owned(),
            Self::VariableTime => "variable time".to_owned(),
            Self::Deterministic => "deterministic coefficients".to_owned(),
            Self::Random => "random coefficients".to_owned(),
            Self::NewKeys(backend) => format!("{backend}, new keys"),
            Self::Known(backend) => format!("{backend}, keys with tables"),
        }
    }

    /// The name of its row in a suite.
    pub(super) fn row(self, suite: VrfSuite) -> String {
        format!("{}, {suite}", self.name())
    }

    /// The verify backend, if lanes do the work.
    pub(super) fn backend(self) -> Option<Backend> {
        match self {
            Self::NewKeys(backend) | Self::Known(backend) => Some(backend),
            _ => None,
        }
    }

    /// Whether proofs come one after another.
    pub(super) fn is_one_by_one(self) -> bool {
        Self::ONE_BY_ONE.contains(&self)
    }
}

/// Verify backends with lanes, those with most lanes first.
pub(super) const BACKENDS: [Backend; 3] = [Backend::Ifma, Backend::Avx2, Backend::Portable];

/// All contenders, by group.
pub(super) fn subjects() -> Vec<(Row, Subject)> {
    let mut subjects = Vec::new();
    let mut push = |group, suite, work: Work| {
        let row = match work.backend() {
            Some(backend) => Row::of_backend(group, work.row(suite), backend),
            None => Row::new(group, work.row(suite), None),
        };
        subjects.push((row, Subject { suite, work }));
    };
    for work in Work::ONE_BY_ONE {
        for suite in VrfSuite::ALL {
            push("one by one", suite, work);
        }
    }
    for work in Work::TOGETHER {
        push("one verdict for all", VrfSuite::Ell2, work);
    }
    for backend in BACKENDS {
        for work in [Work::NewKeys, Work::Known] {
            for suite in VrfSuite::ALL {
                push("lanes", suite, work(backend));
            }
        }
    }
    subjects
}

impl Subject {
    /// The numbers at once that it is measured with.
    pub(super) fn sizes(self) -> &'static [usize] {
        match (self.work, self.suite) {
            (work, _) if work.is_one_by_one() => &[1],
            (Work::Deterministic | Work::Random, _) => &[1, 4, 16, 64, 256, 1_024],
            (_, VrfSuite::Ell2) => &SIZES,
            _ => &[1, 8, 64, 256],
        }
    }

    /// Makes a contender, and checks its verdicts on the pool.
    ///
    /// # Errors
    ///
    /// The processor lacks a backend, or a verdict is wrong.
    pub(super) fn contender(self, pool: &Pool) -> anyhow::Result<Contender<Proved>> {
        let suite = self.suite;
        let each = move |verify: Verify| {
            let is_good =
                move |it: &Proved| verify(suite, it.public_key(), &it.alpha, &it.proof).is_ok();
            native(move |proofs: &[Proved]| proofs.iter().all(is_good))
        };
        let mut contender = match self.work {
            Work::Prove => native(move |proofs: &[Proved]| {
                let is_made = |it: &Proved| it.secret_key.prove(suite, &it.alpha) == it.proof;
                proofs.iter().all(is_made)
            }),
            Work::ConstantTime => each(verify_constant_time),
            Work::VariableTime => each(verify),
            Work::Deterministic => {
                together(move |items| verify_batch(suite, items, Coefficients::Transcript))
            }
            Work::Random => together(move |items| {
                let mut random = rand_010::rng();
                let mut fill = |bytes: &mut [u8; 32]| random.fill_bytes(bytes);
                verify_batch(suite, items, Coefficients::Random(&mut fill))
            }),
            Work::NewKeys(backend) => {
                let verifier = Verifier::with_backend(backend)?;
                lanes_of(move |items| !verifier.vrf_many(suite, items).contains(&None))
            }
            Work::Known(backend) => {
                let verifier = Verifier::with_backend(backend)?;
                let keys: Vec<_> = pool.iter().map(|it| *it.public_key()).collect();
                let tables = KeyTables::new(Layout::MEDIUM, keys.len() * Layout::MEDIUM.bytes());
                verifier.build(&tables, &keys);
                lanes_of(move |items| {
                    let round = |_| Ok::<_, Infallible>(());
                    let Ok(outputs) = verifier.vrf_many_learning(&tables, suite, items, round);
                    !outputs.contains(&None)
                })
            }
        };
        judge(&mut contender, &pool[TIMED], &pool[WITH_FORGED])?;
        Ok(contender)
    }
}

type Verify =
    fn(VrfSuite, &[u8; 32], &[u8], &[u8]) -> Result<near_ecvrf::Output, near_ecvrf::Refused>;

/// A contender with one verdict for all.
fn together(accepts: impl Fn(&[Item<'_>]) -> bool + 'static) -> Contender<Proved> {
    Box::new(move |proofs| {
        let items = proofs.iter().map(|it| Item {
            public_key: it.public_key(),
            alpha: &it.alpha,
            proof: &it.for_batch,
        });
        let items: Vec<_> = items.collect();
        Ok(timed(|| accepts(black_box(&items))))
    })
}

/// A contender with a verdict on each item.
fn lanes_of(accepts: impl Fn(&[VrfItem<'_>]) -> bool + 'static) -> Contender<Proved> {
    Box::new(move |proofs| {
        let items: Vec<_> = proofs.iter().map(Proved::item).collect();
        Ok(timed(|| accepts(black_box(&items))))
    })
}

#[cfg(test)]
mod tests {
    use super::super::pool::Pools;
    use super::*;

    #[test]
    fn every_contender_takes_what_is_good_and_no_forgery() {
        let mut pools = Pools::default();
        for (row, subject) in subjects() {
            if row.unavailable.is_none() {
                let pool = pools.of(subject.suite);
                let _: Contender<Proved> = subject.contender(&pool).expect(&row.name);
            }
        }
    }
}
