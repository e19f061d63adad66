//! Random changes of data in wire format: the key, the identifiers and the commitments.

use crate::judge::{from_wire, group, wire};
use crate::long_runs::FROM_WIRE;
use curve25519_dalek::scalar::Scalar;
use frost_core::GroupError;
use near_frost::{Commitments, Error};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use requirements::fuzzing::{Change, changes, fuzz};
use requirements::odd_points::{Point, non_canonical_of_large_order, of_small_order, undecodable};

/// Data in wire format with changes: first other fields, or given values, replace some fields; then
/// bytes are changed.
type Case = (Vec<u8>, Vec<Change>, Vec<(Index, Index, Option<[u8; 32]>)>);

/// The key, then 96 bytes for each signer, as bytes that changes apply to; further bytes are
/// ignored.
fn to_bytes(key: &[u8; 32], commitments: &[Commitments]) -> Vec<u8> {
    let each = commitments.iter();
    let each = each
        .flat_map(|it| [it.identifier, it.hiding, it.binding])
        .flatten();
    key.iter().copied().chain(each).collect()
}

fn of_bytes(bytes: &[u8]) -> Option<([u8; 32], Vec<Commitments>)> {
    let (key, rest) = bytes.split_first_chunk()?;
    let (fields, _) = rest.as_chunks::<32>();
    let (commitments, _) = fields.as_chunks::<3>();
    let commitment = |&[identifier, hiding, binding]: &[[u8; 32]; 3]| Commitments {
        identifier,
        hiding,
        binding,
    };
    Some((*key, commitments.iter().map(commitment).collect()))
}

#[test]
fn anything_over_the_wire_is_taken_or_refused_as_by_frost() {
    let group = group(20, 2, 60);
    // Points of small or mixed order, and encodings that are not canonical or of no point.
    let torsioned = (1..8).map(|torsion| Point::mixed(Scalar::from(5_u8), torsion));
    let odd = [
        of_small_order(),
        non_canonical_of_large_order(),
        undecodable(),
    ]
    .concat();
    let odd: Vec<_> = odd
        .into_iter()
        .chain(torsioned)
        .map(|it| it.bytes)
        .collect();
    let signers = [1, 2, 3, 4, 8, 9, 17];
    let rounds = signers.map(|signers| wire(&group.round_of(signers, b"fuzz", 61)));
    let bytes = rounds.map(|wire| to_bytes(&group.key, &wire));
    // These, random bytes or other fields replace whole fields.
    let field = prop_oneof![
        prop::sample::select(odd).prop_map(Some),
        any::<[u8; 32]>().prop_map(Some),
        Just(None),
    ];
    let fields = vec((any::<Index>(), any::<Index>(), field), 0..3);
    let strategy = (
        prop::sample::select(bytes.to_vec()),
        vec(changes(), 0..3),
        fields,
    );
    let tally = fuzz!(FROM_WIRE, strategy, |(mut bytes, changes, fields): Case| {
        for (to, from, field) in fields {
            let (whole, _) = bytes.as_chunks_mut::<32>();
            let other = whole[from.index(whole.len())];
            let to = to.index(whole.len());
            whole[to] = field.unwrap_or(other);
        }
        let bytes = Change::apply_all(&changes, bytes);
        let Some((key, commitments)) = of_bytes(&bytes) else {
            return Ok("too short");
        };
        Ok(match from_wire(&key, b"fuzz", &commitments) {
            Ok(_) => "taken",
            Err(Error::FieldError(_)) => "no identifier",
            Err(Error::GroupError(GroupError::MalformedElement)) => "no point",
            Err(Error::GroupError(GroupError::InvalidIdentityElement)) => "neutral",
            Err(Error::GroupError(_)) => "torsioned",
            Err(Error::DuplicatedIdentifier) => "duplicated",
            Err(other) => panic!("{other:?}"),
        })
    });
    tally.reaches(&["taken", "no identifier", "no point", "torsioned"], 50);
    tally.reaches(&["duplicated", "neutral"], 500);
}
