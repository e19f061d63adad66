//! Keys generated without a dealer, by frost-core and by near-frost.

use super::{Work, work};
use crate::frost::cells::Size;
use anyhow::Context as _;
use ed25519_lanes::Verifier;
use frost_core::keys::SigningShare;
use frost_core::keys::dkg as frost;
use frost_ed25519::keys::dkg::{round1, round2};
use frost_ed25519::{Error, Identifier};
use near_frost::dealt_groups::Seeded;
use near_frost::dkg;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The inputs of part 3 for the last member.
pub(super) struct Generation {
    secret: round2::SecretPackage,
    /// The packages of all others, by sender.
    round1: BTreeMap<Identifier, round1::Package>,
    round2: BTreeMap<Identifier, round2::Package>,
    /// The packages of the first round, serialised.
    encoded: BTreeMap<Identifier, Vec<u8>>,
}

impl Generation {
    pub(super) fn new(size: Size) -> anyhow::Result<Self> {
        let mut random = Seeded::new(3);
        let Size { signers, members } = size;
        let own = Identifier::try_from(members)?;
        let (mut secrets, mut round1) = (BTreeMap::new(), BTreeMap::new());
        for number in 1..=members {
            let identifier = Identifier::try_from(number)?;
            let (secret, package) = frost::part1(identifier, members, signers, &mut random)?;
            secrets.insert(identifier, secret);
            round1.insert(identifier, package);
        }
        round1.remove(&own);
        let secret = secrets.remove(&own).context("its own secret")?;
        let (secret, _) = frost::part2(secret, &round1)?;
        // The package for this member, from part 2 of each other member.
        let share = |(sender, of): (&Identifier, &frost::round1::SecretPackage<_>)| {
            let share = SigningShare::from_coefficients(&of.coefficients(), own);
            (*sender, round2::Package::new(share))
        };
        let round2 = secrets.iter().map(share).collect();
        let serialised = |(sender, package): (&Identifier, &round1::Package)| {
            Ok::<_, Error>((*sender, package.serialize()?))
        };
        let encoded = round1.iter().map(serialised).collect::<Result<_, _>>()?;
        Ok(Self {
            secret,
            round1,
            round2,
            encoded,
        })
    }

    /// The packages of all others, deserialised.
    pub(super) fn packages(self: Rc<Self>, by: Option<Verifier>) -> Work {
        match by {
            None => work(move || {
                let packages = self.encoded.values();
                let decoded = packages.map(|it| round1::Package::deserialize(it));
                decoded.collect::<Result<Vec<_>, _>>()
            }),
            Some(verifier) => work(move || dkg::decode_packages_by(verifier, &self.encoded)),
        }
    }

    /// Part 3, from deserialised packages.
    pub(super) fn part3(self: Rc<Self>, by: Option<Verifier>) -> anyhow::Result<Work> {
        Ok(match by {
            None => work(move || frost::part3(&self.secret, &self.round1, &self.round2)),
            Some(verifier) => {
                let packages = dkg::decode_packages_by(verifier, &self.encoded)?;
                work(move || dkg::part3_by(verifier, &self.secret, &packages, &self.round2))
            }
        })
    }
}
