//! The contenders, which are rows of the table; and the fixed set of proofs for all timings.

use crate::contender::{Contender, Rotation, judge, native};
use crate::measure::{Clock, LANES, Row, Shared, lacks};
use crate::verification::measured;
use ed25519_lanes::{KeyTables, Layout, Verifier, VrfItem, VrfSuite};
use near_ecvrf::{Coefficients, Item, SecretKey, verify, verify_batch, verify_constant_time};
use rand_010::Rng as _;
use std::convert::Infallible;
use std::hint::black_box;
use std::ops::Range;
use std::rc::Rc;

/// Numbers of proofs at once.
pub(super) const SIZES: [usize; 8] = [1, 2, 4, 8, 16, 64, 256, 1_024];

/// The group of near-ecvrf's work on one proof after another.
pub(super) const ONE_BY_ONE: &str = "one by one";

/// Makes a contender of a suite; it may prepare the keys of all proofs.
type Make = Box<dyn FnOnce(VrfSuite, &[Proved]) -> anyhow::Result<Contender<Proved>>>;

/// All contenders, by group.
pub(super) fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    let pools = Shared::new();
    let mut push = |group, work: &str, suite, sizes: &'static [usize], lacks, make: Make| {
        let pools = pools.clone();
        let prepare = move |_: &_| {
            let pool = pools.get(suite, |suite| Ok(pool(suite)))?;
            let mut contender = make(suite, &pool)?;
            judge(&mut contender, &pool[TIMED], &pool[WITH_FORGED])?;
            Ok(move |column: usize, clock: &mut Clock| {
                let rotation = Rotation::of(sizes[column]);
                rotation.turn(&mut contender, &pool[TIMED], clock, |_, _| Ok(()))
            })
        };
        let name = format!("{work}, {suite}");
        rows.push(Row::new(group, name, sizes, lacks, prepare));
    };
    for (work, contender) in [
        ("proving", proving as fn(_) -> _),
        ("constant time", |suite| each(suite, verify_constant_time)),
        ("variable time", |suite| each(suite, verify)),
    ] {
        for suite in VrfSuite::ALL {
            let make: Make = Box::new(move |suite, _| Ok(contender(suite)));
            push(ONE_BY_ONE, work, suite, &[1], None, make);
        }
    }
    // The coefficients are those of the transcript, or random.
    for (work, contender) in [
        ("deterministic coefficients", by_transcript as fn(_) -> _),
        ("random coefficients", at_random),
    ] {
        let (suite, sizes) = (VrfSuite::Ell2, &[1, 4, 16, 64, 256, 1_024]);
        let make: Make = Box::new(move |suite, _| Ok(contender(suite)));
        push("one verdict for all", work, suite, sizes, None, make);
    }
    // A verdict and an output for each proof; either no key has tables, or all have.
    for backend in LANES {
        for (keys, contender) in [
            ("new keys", new_keys as fn(_, _, &[Proved]) -> _),
            ("keys with tables", known),
        ] {
            for suite in VrfSuite::ALL {
                let sizes: &[_] = match suite {
                    VrfSuite::Ell2 => &SIZES,
                    _ => &[1, 8, 64, 256],
                };
                let make: Make = Box::new(move |suite, pool| {
                    Ok(contender(Verifier::with_backend(backend)?, suite, pool))
                });
                let (work, lacks) = (format!("{backend}, {keys}"), lacks(backend));
                push("lanes", &work, suite, sizes, lacks, make);
            }
        }
    }
    rows
}

fn proving(suite: VrfSuite) -> Contender<Proved> {
    let is_made = move |it: &Proved| it.secret_key.prove(suite, &it.alpha) == it.proof;
    native(move |proofs: &[Proved]| proofs.iter().all(is_made))
}

fn each(suite: VrfSuite, verify: Verify) -> Contender<Proved> {
    let is_good = move |it: &Proved| verify(suite, it.public_key(), &it.alpha, &it.proof).is_ok();
    native(move |proofs: &[Proved]| proofs.iter().all(is_good))
}

fn by_transcript(suite: VrfSuite) -> Contender<Proved> {
    together(move |items| verify_batch(suite, items, Coefficients::Transcript))
}

fn at_random(suite: VrfSuite) -> Contender<Proved> {
    together(move |items| {
        let mut random = rand_010::rng();
        let mut fill = |bytes: &mut [u8; 32]| random.fill_bytes(bytes);
        verify_batch(suite, items, Coefficients::Random(&mut fill))
    })
}

fn new_keys(verifier: Verifier, suite: VrfSuite, _: &[Proved]) -> Contender<Proved> {
    lanes_of(move |items| !verifier.vrf_many(suite, items).contains(&None))
}

fn known(verifier: Verifier, suite: VrfSuite, pool: &[Proved]) -> Contender<Proved> {
    let keys: Vec<_> = pool.iter().map(|it| *it.public_key()).collect();
    let tables = KeyTables::new(Layout::MEDIUM, keys.len() * Layout::MEDIUM.bytes());
    verifier.build(&tables, &keys);
    lanes_of(move |items| {
        let round = |_| Ok::<_, Infallible>(());
        let Ok(outputs) = verifier.vrf_many_learning(&tables, suite, items, round);
        !outputs.contains(&None)
    })
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

const TIMED: Range<usize> = 0..1_024;

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
fn pool(suite: VrfSuite) -> Vec<Proved> {
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
