//! Proofs one after another, by near-ecvrf: with dalek as the kill switch, nothing is computed in lanes.

use super::{VrfItem, VrfOutput, VrfSuite};
use near_ecvrf::{Attempts, verify};

/// As [`Verifier::vrf_many_learning`](crate::Verifier::vrf_many_learning), without tables.
pub(super) fn verify_each<E>(
    suite: VrfSuite,
    items: &[VrfItem<'_>],
    mut before_round: impl FnMut(usize) -> Result<(), E>,
) -> Result<Vec<Option<VrfOutput>>, E> {
    if suite == VrfSuite::Tai {
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
    }
    let verdicts = items.iter().map(|item| {
        let output = verify(suite, item.public_key, item.alpha, item.proof);
        output.ok().map(|output| *output.bytes())
    });
    Ok(verdicts.collect())
}
