//! `encode_to_curve`: the point H of each item (RFC 9381, section 5.4.1).

use super::elligator::{Choice, MapAll, Uniform};
use super::transcript::Transcript;
use super::{VrfItem, VrfSuite};
use crate::Verifier;
use crate::backend::limbs::{Limbs, reduce_limbs};
use crate::backend::{AvailableBackend, Kernel, Machine, Portable, lanes};
use crate::curve::decode::decode_both;
use crate::curve::point::Projective;
use crate::points::Alone;
use crate::single::is_canonical;
use sha2::Digest;

/// X, Y and Z of a point, each with limbs of at most 2^51.
pub(super) type Coordinates = [Limbs; 3];

/// H of each item by Elligator 2, in any suite but [`VrfSuite::Tai`].
pub(super) fn by_elligator(
    verifier: &Verifier,
    suite: VrfSuite,
    items: &[VrfItem<'_>],
) -> Vec<Option<Coordinates>> {
    let transcript = Transcript(suite);
    let choice = match suite {
        VrfSuite::Draft03 => Choice::EdwardsEven,
        _ => Choice::MontgomeryOdd,
    };
    let element = |item: &VrfItem<'_>| match choice {
        Choice::EdwardsEven => {
            let hash = transcript.started(item.public_key, item.alpha);
            Uniform::of_hash(&hash.finalize().into())
        }
        Choice::MontgomeryOdd => Uniform::of_48(&transcript.expanded(item.public_key, item.alpha)),
    };
    let elements: Vec<_> = items.iter().map(element).collect();
    let elements = &elements;
    let points = verifier.lanewise(Alone(MapAll { elements, choice }));
    points.into_iter().map(Some).collect()
}

/// H of each item by try and increment (section 5.4.1.1); `None` if none of the 256 tries is a
/// point. Calls `before_round` with the number of unresolved items before each round.
pub(super) fn by_tries<E>(
    verifier: &Verifier,
    items: &[VrfItem<'_>],
    mut before_round: impl FnMut(usize) -> Result<(), E>,
) -> Result<Vec<Option<Coordinates>>, E> {
    let mut by_one = *verifier;
    by_one.backend = AvailableBackend::Portable(Portable);
    let mut found = vec![None; items.len()];
    let started: Vec<_> = items
        .iter()
        .map(|item| Transcript(VrfSuite::Tai).started(item.public_key, item.alpha))
        .collect();
    let mut unresolved: Vec<usize> = (0..items.len()).collect();
    for counter in 0..=u8::MAX {
        if unresolved.is_empty() {
            break;
        }
        before_round(unresolved.len())?;
        let encoded: Vec<[u8; 32]> = unresolved
            .iter()
            .map(|&index| {
                let hash = started[index].clone().chain_update([counter, 0]).finalize();
                std::array::from_fn(|i| hash[i])
            })
            .collect();
        let verifier = match encoded.len() {
            1 => &by_one, // whoever grinds an alpha for tries buys no idle lanes
            _ => verifier,
        };
        let points = verifier.lanewise(Alone(DecodeAll(&encoded)));
        let mut tried = encoded.iter().zip(points);
        unresolved.retain(|&index| {
            let point = tried
                .next()
                .and_then(|(encoded, point)| point.filter(|_| is_canonical(encoded)));
            found[index] = point;
            point.is_none()
        });
    }
    Ok(found)
}

/// The points of all encodings, times eight; `None` if that is no point or the neutral element.
struct DecodeAll<'a>(&'a [[u8; 32]]);

impl Kernel for DecodeAll<'_> {
    type Output = Vec<Option<Coordinates>>;

    #[cfg_attr(not(unoptimised), inline(always))]
    fn run<M: Machine>(self, machine: M) -> Self::Output {
        let mut points = Vec::with_capacity(self.0.len());
        let mut of_group = Vec::with_capacity(M::LANES);
        for two in self.0.chunks(2 * M::LANES) {
            let (one, other) = two.split_at(M::LANES.min(two.len()));
            let encoded = |group: &[[u8; 32]]| lanes(group, |bytes| *bytes);
            let both = [one, if other.is_empty() { one } else { other }].map(encoded);
            let decoded = decode_both(machine, [&both[0], &both[1]], [0, 0]);
            for (group, (point, is_point)) in [one, other].into_iter().zip(decoded) {
                let neutral =
                    coordinates_times_8(machine, point.projective(), group.len(), &mut of_group);
                for (lane, point) in of_group.drain(..).enumerate() {
                    let is_tried = (is_point & !neutral) >> lane & 1 == 1;
                    points.push(is_tried.then_some(point));
                }
            }
        }
        points
    }
}

/// Adds the first `count` points, times eight, to `points`; returns the bit mask of those that are
/// now neutral.
#[cfg_attr(not(unoptimised), inline(always))]
pub(super) fn coordinates_times_8<M: Machine>(
    machine: M,
    point: Projective<M>,
    count: usize,
    points: &mut Vec<Coordinates>,
) -> u8 {
    let point = point.double().double_times(2).projective();
    let [x, y, z] = [
        machine.limbs(point.x),
        machine.limbs(point.y),
        machine.limbs(point.z),
    ];
    for lane in 0..count {
        points.push([x[lane], y[lane], z[lane]].map(reduce_limbs));
    }
    point.neutral(machine)
}
