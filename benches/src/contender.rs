//! Whoever is ready to be timed over some of the pool, and the proof that it verifies.

use anyhow::ensure;
use dalek_child::{OTHERS, Signed, TIMED, WITH_FORGED, timed};
use ed25519_lanes::Item;
use std::ops::Range;
use std::rc::Rc;
use std::time::Duration;

/// All signatures there are.
pub(super) type Pool = Rc<[Signed]>;

/// Says whether all signatures in a range of the pool are good, and how long that took where the stack lies at this
/// place of a page.
pub(super) type Contender = Box<dyn FnMut(Range<usize>, usize) -> anyhow::Result<(bool, Duration)>>;

/// Somebody in this process who takes signatures as they are.
pub(super) fn of_signed(pool: Pool, accepts: impl Fn(&[Signed]) -> bool + 'static) -> Contender {
    Box::new(move |range, stack| Ok(timed(stack, &pool[range], &accepts)))
}

/// Somebody in this process who gives a verdict on each item.
pub(super) fn of_items(
    pool: Pool,
    verdicts: impl Fn(&[Item<'_>]) -> Vec<bool> + 'static,
) -> Contender {
    Box::new(move |range, stack| {
        let items = pool[range].iter().map(|signed| Item {
            public_key: &signed.public_key,
            signature: &signed.signature,
            message: &signed.message,
        });
        let items: Vec<_> = items.collect();
        let all = |items: &[Item<'_>]| verdicts(items).into_iter().all(|is_accepted| is_accepted);
        Ok(timed(stack, items.as_slice(), all))
    })
}

/// Sees that a contender takes what is good; and no forgery among it, if it verifies at all.
///
/// # Errors
///
/// It does not; or it fails.
pub(super) fn judge(contender: &mut Contender, is_verifier: bool) -> anyhow::Result<()> {
    for good in [TIMED, OTHERS] {
        let (is_accepted, _) = contender(good, 0)?;
        ensure!(is_accepted, "refused a good signature");
    }
    let is_forgery_accepted = is_verifier && contender(WITH_FORGED, 0)?.0;
    ensure!(!is_forgery_accepted, "accepted a forged signature");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::subjects::subjects;
    use super::super::tables::Tables;
    use super::*;

    #[test]
    fn whoever_does_not_verify_is_found_out() {
        let error = |verdict| {
            let mut careless = of_signed(dalek_child::pool().into(), move |_| verdict);
            judge(&mut careless, true)
                .expect_err("found out")
                .to_string()
        };
        assert_eq!(error(true), "accepted a forged signature");
        assert_eq!(error(false), "refused a good signature");
    }

    #[test]
    fn every_contender_takes_what_is_good_and_no_forgery() {
        let (pool, mut tables): (Pool, _) = (dalek_child::pool().into(), Tables::default());
        let subjects = subjects();
        for it in subjects.iter().filter(|it| it.row.unavailable.is_none()) {
            let _: Contender = it.contender(&pool, &mut tables).expect(&it.row.name);
        }
    }
}
