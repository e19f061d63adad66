//! Keys that a group generates without a dealer, up to the third part.

use super::Seeded;
use crate::Error;
use frost_core::keys::SigningShare;
use frost_core::keys::dkg::{part1, part2};
use frost_ed25519::Identifier;
use frost_ed25519::keys::dkg::{round1, round2};
use std::collections::BTreeMap;

/// What a member has before part 3.
#[derive(Clone, Debug)]
pub struct Generation {
    /// Its own secret.
    pub secret: round2::SecretPackage,
    /// What each other member broadcast in the first round.
    pub round1: BTreeMap<Identifier, round1::Package>,
    /// What each other member sent to this one alone.
    pub round2: BTreeMap<Identifier, round2::Package>,
}

impl Generation {
    /// The first two parts, by frost-core, as the member `own` sees them; `threshold` of the members sign.
    ///
    /// # Errors
    ///
    /// frost-core's, for a group of this size, or one without the member `own`.
    pub fn new(
        own: Identifier,
        members: &[Identifier],
        threshold: u16,
        seed: u64,
    ) -> Result<Self, Error> {
        let mut random = Seeded::new(seed);
        let count = members.len().try_into();
        let count = count.map_err(|_| Error::InvalidMaxSigners)?;
        let (mut secrets, mut round1) = (BTreeMap::new(), BTreeMap::new());
        for member in members {
            let (secret, package) = part1(*member, count, threshold, &mut random)?;
            secrets.insert(*member, secret);
            round1.insert(*member, package);
        }
        round1.remove(&own);
        let secret = secrets.remove(&own).ok_or(Error::UnknownIdentifier)?;
        let (secret, _) = part2(secret, &round1)?;
        // The package for this member, from part 2 of each other member.
        let package = |(sender, of): (
            &Identifier,
            &frost_core::keys::dkg::round1::SecretPackage<_>,
        )| {
            let share = SigningShare::from_coefficients(&of.coefficients(), own);
            (*sender, round2::Package::new(share))
        };
        let round2 = secrets.iter().map(package).collect();
        Ok(Self {
            secret,
            round1,
            round2,
        })
    }

    /// The packages of the first round, serialised.
    ///
    /// # Errors
    ///
    /// frost-core's, for a commitment that it does not serialise: the neutral element.
    pub fn encoded(&self) -> Result<BTreeMap<Identifier, Vec<u8>>, Error> {
        let packages = self.round1.iter();
        let encoded = packages.map(|(sender, it)| Ok((*sender, it.serialize()?)));
        encoded.collect()
    }
}
