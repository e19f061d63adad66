//! Who verifies, and what.

mod child;
mod here;
mod lanes;

pub(super) use child::DalekChild;
pub(super) use here::{Batch, DalekHere, Library, zebra_batch};
pub(super) use lanes::{Build, Lanes, Tables};

use crate::verification::meter::measured;
use crate::verification::placement::at_place;
use anyhow::ensure;
use dalek_child::{Answer, OTHERS, Signed, TIMED, WITH_FORGED, timed};
use ed25519_lanes::Item;
use std::ops::Range;
use std::rc::Rc;

/// All signatures there are.
pub(super) type Pool = Rc<[Signed]>;

/// Somebody who verifies some of the pool.
pub(super) trait Contender {
    /// Says whether all signatures of the range are good, and how long that took where the stack
    /// lies at this place of a page.
    ///
    /// # Errors
    ///
    /// Something other than a signature is at fault.
    fn verify(&mut self, range: Range<usize>, place: usize) -> anyhow::Result<Answer>;

    /// Whether it looks at signatures at all.
    fn is_verifier(&self) -> bool {
        true
    }
}

/// Sees that a contender verifies: it takes what is good, and no forgery among it.
///
/// # Errors
///
/// It does not; or as [`Contender::verify`].
pub(super) fn judge(contender: &mut dyn Contender) -> anyhow::Result<()> {
    for good in [TIMED, OTHERS] {
        ensure!(
            contender.verify(good, 0)?.is_accepted,
            "refused a good signature"
        );
    }
    let forged = contender.verify(WITH_FORGED, 0)?.is_accepted;
    ensure!(
        !forged || !contender.is_verifier(),
        "accepted a forged signature"
    );
    Ok(())
}

fn item(signed: &Signed) -> Item<'_> {
    Item {
        public_key: &signed.public_key,
        signature: &signed.signature,
        message: &signed.message,
    }
}

#[cfg(test)]
mod tests {
    use super::super::row::rows;
    use super::*;
    use std::time::Duration;

    /// Says yes to everything, or no.
    struct Careless(bool);

    impl Contender for Careless {
        fn verify(&mut self, _: Range<usize>, _: usize) -> anyhow::Result<Answer> {
            Ok(Answer {
                elapsed: Duration::ZERO,
                is_accepted: self.0,
            })
        }
    }

    #[test]
    fn whoever_does_not_verify_is_found_out() {
        let error = |verdict| judge(&mut Careless(verdict)).expect_err("found out");
        assert_eq!(error(true).to_string(), "accepted a forged signature");
        assert_eq!(error(false).to_string(), "refused a good signature");
    }

    #[test]
    fn every_contender_takes_what_is_good_and_no_forgery() {
        let (pool, mut tables): (Pool, _) = (dalek_child::pool().into(), Tables::default());
        for row in rows().iter().filter(|row| row.unavailable.is_none()) {
            let mut contender = row.contender(&pool, &mut tables).expect(&row.name);
            judge(contender.as_mut()).expect(&row.name);
        }
    }
}
