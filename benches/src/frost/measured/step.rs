//! Steps of a signature by frost-core, in any ciphersuite.

use super::Work;
use super::group::{Group, work};
use crate::frost::cells::Step;
use anyhow::Context as _;
use frost_core::round1::commit;
use frost_core::round2::sign;
use frost_core::{CheaterDetection, Ciphersuite, aggregate_custom, verify_signature_share};
use near_frost::dealt_groups::Seeded;
use std::hint::black_box;
use std::rc::Rc;

/// The step in this group.
pub(super) fn step<C: Ciphersuite + 'static>(
    step: Step,
    group: Rc<Group<C>>,
) -> anyhow::Result<Work> {
    let identifier = *group.signer.key.identifier();
    Ok(match step {
        Step::Round1 => {
            let mut random = Seeded::new(2);
            Box::new(move || {
                black_box(commit(group.signer.key.signing_share(), &mut random));
                Ok(())
            })
        }
        Step::Round2 => work(move || {
            let signer = &group.signer;
            sign(&group.package, &signer.nonces, &signer.key)
        }),
        Step::Aggregate => work(move || {
            let detection = CheaterDetection::AllCheaters;
            aggregate_custom(&group.package, &group.shares, &group.public, detection)
        }),
        Step::VerifyShare => {
            let share = group.shares.get(&identifier);
            let share = *share.context("every signer has a share")?;
            work(move || {
                let key = &group.signer.key;
                let (verifying, group_key) = (key.verifying_share(), key.verifying_key());
                verify_signature_share(identifier, verifying, &share, &group.package, group_key)
            })
        }
    })
}
