//! Keys generated without a dealer, by frost-core and by near-frost.

use super::tasks::{By, Size, Work, work};
use anyhow::Context as _;
use frost_core::keys::dkg as frost;
use frost_ed25519::Identifier;
use frost_ed25519::keys::dkg::round1;
use near_frost::{dealt_groups, dkg};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The inputs of part 3 for the last member, and the packages of the first round, serialised.
pub(super) struct Generation {
    parts: dealt_groups::Generation,
    encoded: BTreeMap<Identifier, Vec<u8>>,
}

impl Generation {
    pub(super) fn new(Size { signers, members }: Size) -> anyhow::Result<Self> {
        let members: Vec<_> = (1..=members)
            .map(Identifier::try_from)
            .collect::<Result<_, _>>()?;
        let own = *members.last().context("a member")?;
        let parts = dealt_groups::Generation::new(own, &members, signers, 3)?;
        let encoded = parts.encoded()?;
        Ok(Self { parts, encoded })
    }

    /// The packages of all others, deserialised.
    pub(super) fn packages(self: Rc<Self>, by: By) -> anyhow::Result<Work> {
        Ok(match by {
            None => work(move || {
                let packages = self.encoded.values();
                let decoded = packages.map(|it| round1::Package::deserialize(it));
                decoded.collect::<Result<Vec<_>, _>>()
            }),
            Some(verifier) => work(move || dkg::decode_packages(verifier, &self.encoded)),
        })
    }

    /// Part 3, from deserialised packages.
    pub(super) fn part3(self: Rc<Self>, by: By) -> anyhow::Result<Work> {
        Ok(match by {
            None => work(move || {
                let parts = &self.parts;
                frost::part3(&parts.secret, &parts.round1, &parts.round2)
            }),
            Some(verifier) => {
                let packages = dkg::decode_packages(verifier, &self.encoded)?;
                work(move || {
                    let parts = &self.parts;
                    dkg::part3(verifier, &parts.secret, &packages, &parts.round2)
                })
            }
        })
    }
}
