//! Packages of the first round, all decoded at once.

use crate::Error;
use crate::session::array;
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
/// `round1::Package::serialize`.
///
/// # Errors
///
/// The error of `round1::Package::deserialize` for the first package that it refuses.
pub fn decode_packages<B: AsRef<[u8]>>(
    encoded: &BTreeMap<Identifier, B>,
) -> Result<BTreeMap<Identifier, Package>, Error> {
    decode_packages_by(Verifier::detect(), encoded)
}

/// Like [`decode_packages`], by this verifier's lanes.
///
/// # Errors
///
/// As [`decode_packages`].
pub fn decode_packages_by<B: AsRef<[u8]>>(
    verifier: Verifier,
    encoded: &BTreeMap<Identifier, B>,
) -> Result<BTreeMap<Identifier, Package>, Error> {
    let read = |bytes: &B| {
        let bytes = bytes.as_ref();
        match Encoded::read(bytes) {
            Some(read) => Ok(read),
            // For example a length in more bytes than necessary, which frost-core accepts.
            None => Encoded::of_frost(&round1::Package::deserialize(bytes)?),
        }
    };
    let mut of_all: Vec<_> = encoded.values().map(read).collect();
    // The error for an unreadable package counts only if no earlier package has a refused point.
    let failed = of_all.iter().position(Result::is_err);
    let failed = failed.and_then(|at| of_all.drain(at..).next());
    let of_all: Vec<_> = of_all.into_iter().collect::<Result<_, _>>()?;

    let points: Vec<_> = of_all
        .iter()
        .flat_map(|it| it.points.iter().copied())
        .collect();
    let mut decoded = verifier.prime_order_many(&points).into_iter();
    let mut packages = BTreeMap::new();
    for ((identifier, bytes), read) in encoded.iter().zip(&of_all) {
        let points: Option<Vec<_>> = decoded.by_ref().take(read.points.len()).collect();
        let package = points.and_then(|points| read.package(points));
        let Some(package) = package else {
            round1::Package::deserialize(bytes.as_ref())?;
            // Unreachable: the lanes accept every point that frost-core accepts.
            return Err(Error::DeserializationError);
        };
        packages.insert(*identifier, package);
    }
    match failed {
        Some(Err(error)) => Err(error),
        _ => Ok(packages),
    }
}

/// An undecoded package: the coefficients' encodings and the proof's point, then its scalar.
pub(crate) struct Encoded {
    points: Vec<[u8; 32]>,
    scalar: [u8; 32],
}

impl Encoded {
    /// Reads frost-core's own format; `None` leaves any other input to frost-core.
    pub(crate) fn read(bytes: &[u8]) -> Option<Self> {
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

    fn of_frost(package: &round1::Package) -> Result<Self, Error> {
        let mut points = Vec::new();
        for coefficient in package.commitment().coefficients() {
            points.push(array(coefficient.serialize()).ok_or(Error::DeserializationError)?);
        }
        points.push(package.proof_of_knowledge().R().compress().to_bytes());
        Ok(Self {
            points,
            scalar: package.proof_of_knowledge().z().to_bytes(),
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

/// A length in seven bits of each byte, the lowest bits first; and the bytes after it.
fn length(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let mut length = 0;
    for (at, byte) in bytes.iter().enumerate().take(4) {
        length |= usize::from(byte & 0x7f) << (7 * at);
        if byte & 0x80 == 0 {
            return Some((length, &bytes[at + 1..]));
        }
    }
    None
}
