//! The contenders, which are rows of the table; and the fixed set of proofs for all timings.

use crate::contender::{Contender, judge, native};
use crate::measure::{At, LANES, cell, lacks};
use crate::verification::measured;
use ed25519_lanes::{Backend, KeyTables, Layout, Verifier, VrfItem, VrfSuite};
use near_ecvrf::{Coefficients, Item, SecretKey, verify, verify_batch, verify_constant_time};
use rand_010::Rng as _;
use std::convert::Infallible;
use std::fmt;
use std::hint::black_box;
use std::ops::Range;
use std::rc::Rc;

/// Numbers of proofs at once.
pub(super) const SIZES: [usize; 8] = [1, 2, 4, 8, 16, 64, 256, 1_024];

/// A contender with a number of proofs at once.
pub(crate) type Cell = At<Subject>;

/// A row: work in a suite.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Subject {
    pub(super) work: Work,
    pub(super) suite: VrfSuite,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Work {
    /// By near-ecvrf, one proof after another.
    Prove,
    ConstantTime,
    VariableTime,
    /// One verdict for all, by the batch equation, with coefficients of the transcript or random
    /// ones.
    Deterministic,
    Random,
    /// A verdict and an output for each proof, by lanes; either no key has tables, or all have.
    NewKeys(Backend),
    Known(Backend),
}

impl Work {
    pub(super) const fn of(self, suite: VrfSuite) -> Subject {
        Subject { work: self, suite }
    }

    /// Whether proofs are processed one by one.
    pub(super) fn is_one_by_one(self) -> bool {
        matches!(self, Self::Prove | Self::ConstantTime | Self::VariableTime)
    }
}

/// All contenders, by group.
pub(super) fn subjects() -> Vec<Subject> {
    use Work::{ConstantTime, Deterministic, Known, NewKeys, Prove, Random, VariableTime};
    let in_all = |work: Work| VrfSuite::ALL.map(|suite| work.of(suite));
    let one_by_one = [Prove, ConstantTime, VariableTime].into_iter();
    let together = [Deterministic, Random].map(|work| work.of(VrfSuite::Ell2));
    let lanes = LANES.into_iter();
    let lanes = lanes.flat_map(|backend| [NewKeys(backend), Known(backend)]);
    let alone = one_by_one.flat_map(in_all);
    alone
        .chain(together)
        .chain(lanes.flat_map(in_all))
        .collect()
}

impl cell::Subject for Subject {
    fn group(&self) -> &'static str {
        match self.work {
            Work::Prove | Work::ConstantTime | Work::VariableTime => "one by one",
            Work::Deterministic | Work::Random => "one verdict for all",
            Work::NewKeys(_) | Work::Known(_) => "lanes",
        }
    }

    fn unavailable(&self) -> Option<&'static str> {
        match self.work {
            Work::NewKeys(backend) | Work::Known(backend) => lacks(backend),
            _ => None,
        }
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.work {
            Work::Prove => f.write_str("proving"),
            Work::ConstantTime => f.write_str("constant time"),
            Work::VariableTime => f.write_str("variable time"),
            Work::Deterministic => f.write_str("deterministic coefficients"),
            Work::Random => f.write_str("random coefficients"),
            Work::NewKeys(backend) => write!(f, "{backend}, new keys"),
            Work::Known(backend) => write!(f, "{backend}, keys with tables"),
        }?;
        write!(f, ", {}", self.suite)
    }
}

impl Subject {
    /// Makes a contender, and checks its verdicts on the pool.
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
        Ok(measured(|| accepts(black_box(&items))))
    })
}

/// A contender with a verdict on each item.
fn lanes_of(accepts: impl Fn(&[VrfItem<'_>]) -> bool + 'static) -> Contender<Proved> {
    Box::new(move |proofs| {
        let items: Vec<_> = proofs.iter().map(Proved::item).collect();
        Ok(measured(|| accepts(black_box(&items))))
    })
}

/// The number of keys, which the proofs use in rotation.
pub(super) const KEYS: usize = 16;

/// Bytes of each alpha: a number, and as much as contracts need in addition.
pub(super) const ALPHA_BYTES: usize = 32;

pub(super) const TIMED: Range<usize> = 0..1_024;

/// Good proofs, and a forged one at the end, to check contenders with.
const WITH_FORGED: Range<usize> = TIMED.end - 8..TIMED.end + 1;

/// A proof, with its inputs.
pub(super) struct Proved {
    secret_key: Rc<SecretKey>,
    alpha: Vec<u8>,
    proof: Vec<u8>,
    /// The proof for the batch equation.
    for_batch: Vec<u8>,
}

impl Proved {
    fn public_key(&self) -> &[u8; 32] {
        self.secret_key.public_key()
    }

    /// The proof as an item of `ed25519-lanes`.
    fn item(&self) -> VrfItem<'_> {
        VrfItem {
            public_key: self.public_key(),
            proof: &self.proof,
            alpha: &self.alpha,
        }
    }
}

/// All proofs of a suite.
type Pool = Rc<Vec<Proved>>;

pub(super) fn pool(suite: VrfSuite) -> Vec<Proved> {
    let keys = (1..).map(|seed| Rc::new(SecretKey::from_seed([seed; 32])));
    let keys: Vec<_> = keys.take(KEYS).collect();
    let proved = keys.iter().cycle().enumerate().map(|(number, key)| {
        let mut alpha = number.to_le_bytes().to_vec();
        alpha.resize(ALPHA_BYTES, 0);
        Proved {
            secret_key: Rc::clone(key),
            proof: key.prove(suite, &alpha),
            for_batch: key.prove_for_batch(suite, &alpha),
            alpha,
        }
    });
    let mut pool: Vec<_> = proved.take(WITH_FORGED.end).collect();
    if let Some(last) = pool.last_mut() {
        last.alpha[0] ^= 1;
    }
    pool
}
