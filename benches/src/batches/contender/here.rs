//! Libraries, in this process.

use super::{Contender, Pool, item, timed};
use crate::library::Verify;
use dalek_child::{Answer, Method, Signed};
use std::hint::black_box;
use std::ops::Range;

/// A library, one signature after another.
pub(crate) struct Library {
    pub(crate) verify: Verify,
    pub(crate) pool: Pool,
}

impl Contender for Library {
    fn verify(&mut self, range: Range<usize>, place: usize) -> anyhow::Result<Answer> {
        let signed = black_box(&self.pool[range]);
        Ok(timed(place, || {
            signed.iter().all(|it| (self.verify)(&item(it)))
        }))
    }
}

/// A library, with one verdict for all.
pub(crate) struct Batch {
    pub(crate) accepts: fn(&[Signed]) -> bool,
    pub(crate) pool: Pool,
}

impl Contender for Batch {
    fn verify(&mut self, range: Range<usize>, place: usize) -> anyhow::Result<Answer> {
        let signed = black_box(&self.pool[range]);
        Ok(timed(place, || (self.accepts)(signed)))
    }
}

/// dalek 3 as it is built for everything here: with AVX-512, if the processor has it.
pub(crate) struct DalekHere {
    pub(crate) method: Method,
    pub(crate) pool: Pool,
}

impl Contender for DalekHere {
    fn verify(&mut self, range: Range<usize>, place: usize) -> anyhow::Result<Answer> {
        Ok(self.method.timed(&self.pool[range], place))
    }
}

pub(crate) fn zebra_batch(signed: &[Signed]) -> bool {
    let mut batch = ed25519_zebra::batch::Verifier::new();
    for it in signed {
        batch.queue((it.public_key.into(), it.signature.into(), &it.message));
    }
    batch.verify(rand_010::rng()).is_ok()
}
