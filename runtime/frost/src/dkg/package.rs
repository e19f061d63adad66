//! Packages of the first round, all decoded at once.

use crate::Error;
use curve25519_dalek::edwards::{CompressedEdwardsY, EdwardsPoint};
use curve25519_dalek::scalar::Scalar;
use ed25519_lanes::{PublicPoint, Verifier};
use frost_core::Signature;
use frost_core::keys::CoefficientCommitment;
use frost_ed25519::keys::VerifiableSecretSharingCommitment;
use frost_ed25519::keys::dkg::round1;
use frost_ed25519::{Ed25519Sha512, Identifier};
use std::collections::BTreeMap;

/// The beginning of a serialised package: the version, and the CRC-32 of the suite's name.
const HEADER: [u8; 5] = [0x00, 0xb1, 0x69, 0xf0, 0xda];

/// Another participant's broadcast in the first round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Package {
    /// The commitments to the polynomial's coefficients, the constant term first.
    pub(crate) commitment: Vec<PublicPoint>,
    /// The proof of knowledge: a point R, and a scalar.
    proof: (PublicPoint, Scalar),
}

impl Package {
    /// The package as frost-core's type, for its part 2.
    #[must_use]
    pub fn to_frost(&self) -> round1::Package {
        let proof = Signature::<Ed25519Sha512>::new(point(self.proof.0.encoded()), self.proof.1);
        round1::Package::new(self.commitment(), proof)
    }

    fn commitment(&self) -> VerifiableSecretSharingCommitment {
        let coefficients = self.commitment.iter();
        let coefficients = coefficients.map(|it| CoefficientCommitment::new(point(it.encoded())));
        VerifiableSecretSharingCommitment::new(coefficients.collect())
    }
}

/// The point of an encoding that the lanes have decoded or computed.
pub(super) fn point(encoded: &[u8; 32]) -> EdwardsPoint {
    let point = CompressedEdwardsY(*encoded).decompress();
    point.expect("the encoding of a point that was decoded or computed")
}

/// The packages of the other participants, by their senders' identifiers, in the format of
/// `round1::Package::serialize`. The verifier's lanes decode all points at once.
///
/// # Errors
///
/// The error of `round1::Package::deserialize` for the first package that it refuses.
pub fn decode_packages<B: AsRef<[u8]>>(
    verifier: Verifier,
    encoded: &BTreeMap<Identifier, B>,
) -> Result<BTreeMap<Identifier, Package>, Error> {
    // The packages before the first unreadable one, which is refused unless one of these is.
    let read = encoded.values().map_while(|it| Encoded::read(it.as_ref()));
    let read: Vec<_> = read.collect();
    let points: Vec<_> = read.iter().flat_map(|it| &it.points).copied().collect();
    let mut decoded = verifier.prime_order_many(&points).into_iter();
    let mut read = read.iter();
    let mut packages = BTreeMap::new();
    for (identifier, bytes) in encoded {
        let package = read.next().and_then(|read| {
            let points = decoded.by_ref().take(read.points.len());
            read.package(points.collect::<Option<_>>()?)
        });
        let Some(package) = package else {
            round1::Package::deserialize(bytes.as_ref())?;
            // Unreachable: whatever frost-core accepts is read, and its points are accepted.
            return Err(Error::DeserializationError);
        };
        packages.insert(*identifier, package);
    }
    Ok(packages)
}

/// An undecoded package: the coefficients' encodings and the proof's point, then its scalar.
struct Encoded {
    points: Vec<[u8; 32]>,
    scalar: [u8; 32],
}

impl Encoded {
    /// Reads frost-core's format; `None` where frost-core fails, too.
    fn read(bytes: &[u8]) -> Option<Self> {
        let (count, bytes) = length(bytes.strip_prefix(&HEADER)?)?;
        let (points, bytes) = bytes.split_at_checked(count.checked_mul(32)?)?;
        let (proof_length, proof) = length(bytes)?;
        if proof_length != 64 {
            return None;
        }
        let (point, scalar) = proof.split_first_chunk()?;
        let (points, _) = points.as_chunks();
        Some(Self {
            points: [points, &[*point]].concat(),
            scalar: *scalar.first_chunk()?,
        })
    }

    /// The package with these points, if the scalar is canonical.
    fn package(&self, mut points: Vec<PublicPoint>) -> Option<Package> {
        let scalar = Option::from(Scalar::from_canonical_bytes(self.scalar))?;
        let proof = (points.pop()?, scalar);
        Some(Package {
            commitment: points,
            proof,
        })
    }
}

/// A length in seven bits of each byte, the lowest bits first, and perhaps in more bytes than
/// necessary; and the bytes after it.
fn length(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let mut length = 0;
    for (at, byte) in bytes.iter().enumerate().take(10) {
        let bits = usize::from(byte & 0x7f);
        let part = bits << (7 * at);
        if part >> (7 * at) != bits {
            return None;
        }
        length |= part;
        if byte & 0x80 == 0 {
            return Some((length, &bytes[at + 1..]));
        }
    }
    None
}
