//! Verifies proofs one after another with near-ecvrf: those that would fill few lanes or, with the
//! kill switch dalek as the backend, all, so that nothing is computed in lanes.

use super::{VrfItem, VrfOutput, VrfSuite};
use near_ecvrf::{Attempts, verify};

/// Makes the rounds of tries without lanes, only to have them charged: verification tries again.
pub(super) fn make_tries<E>(
    suite: VrfSuite,
    items: &[VrfItem<'_>],
    mut before_round: impl FnMut(usize) -> Result<(), E>,
) -> Result<(), E> {
    if suite != VrfSuite::Tai {
        return Ok(());
    }
    let attempts = items
        .iter()
        .map(|item| Attempts::new(item.public_key, item.alpha));
    let mut unresolved: Vec<_> = attempts.collect();
    for _ in 0..=u8::MAX {
        if unresolved.is_empty() {
            break;
        }
        before_round(unresolved.len())?;
        unresolved.retain_mut(|attempts| attempts.next() == Some(false));
    }
    Ok(())
}

/// The output of each, in their order.
pub(super) fn verify_each(suite: VrfSuite, items: &[VrfItem<'_>]) -> Vec<Option<VrfOutput>> {
    let outputs = items.iter().map(|item| {
        let output = verify(suite, item.public_key, item.alpha, item.proof);
        output.ok().map(|output| *output.bytes())
    });
    outputs.collect()
}
