//! Distributed key generation.

use crate::{Map, Seeded, Table};
use frost_core::keys::SigningShare;
use frost_core::keys::dkg as frost;
use frost_ed25519::Identifier;
use frost_ed25519::keys::dkg::{round1, round2};
use near_frost::dkg;
use std::hint::black_box;

pub(crate) fn generation(table: &Table, threshold: u16, members: u16) {
    let mut random = Seeded(fastrand::Rng::with_seed(3));
    let own = Identifier::try_from(members).expect("not zero");
    let (mut secrets, mut round1) = (Map::new(), Map::new());
    for number in 1..=members {
        let identifier = Identifier::try_from(number).expect("not zero");
        let part1 = frost::part1(identifier, members, threshold, &mut random);
        let (secret, package) = part1.expect("part 1");
        secrets.insert(identifier, secret);
        round1.insert(identifier, package);
    }
    round1.remove(&own);
    let secret = secrets.remove(&own).expect("its own");
    let (secret, _) = frost::part2(secret, &round1).expect("part 2");
    let share = |(sender, of): (&Identifier, &frost::round1::SecretPackage<_>)| {
        let share = SigningShare::from_coefficients(&of.coefficients(), own);
        (*sender, round2::Package::new(share))
    };
    let round2 = secrets.iter().map(share).collect();
    let serialised = |it: &round1::Package| it.serialize().expect("a package");
    let encoded: Map<_> = round1
        .iter()
        .map(|(id, it)| (*id, serialised(it)))
        .collect();

    table.row(
        &format!("DKG packages, {threshold} of {members}"),
        || {
            let decoded = encoded.values().map(|it| round1::Package::deserialize(it));
            black_box(decoded.collect::<Result<Vec<_>, _>>()).expect("packages");
        },
        |verifier| {
            black_box(dkg::decode_packages_by(verifier, &encoded)).expect("packages");
        },
    );
    let packages = dkg::decode_packages(&encoded).expect("packages");
    table.row(
        &format!("DKG part 3, {threshold} of {members}"),
        || {
            black_box(frost::part3(&secret, &round1, &round2)).expect("keys");
        },
        |verifier| {
            let keys = dkg::part3_by(verifier, &secret, &packages, &round2);
            black_box(keys).expect("keys");
        },
    );
}
