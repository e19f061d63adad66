//! The public part of a session: all values that depend on no signer's secret.

use crate::session::Commitments;
use curve25519_dalek::edwards::CompressedEdwardsY;
use curve25519_dalek::scalar::Scalar;
use curve25519_dalek::traits::Identity as _;
use ed25519_lanes::{PublicPoint, Verifier};
use frost_core::Ciphersuite as _;
use frost_core::round1::NonceCommitment;
use frost_ed25519::round1::SigningCommitments;
use frost_ed25519::{Ed25519Sha512, Identifier, SigningPackage};
use std::sync::OnceLock;

/// The values that follow from the group's key, the message and the commitments. Lists are in
/// frost-core's order of identifiers.
#[derive(Debug)]
pub(crate) struct Public {
    pub(crate) verifier: Verifier,
    pub(crate) key: PublicPoint,
    pub(crate) message: Vec<u8>,
    pub(crate) identifiers: Vec<Identifier>,
    pub(crate) hiding: Vec<PublicPoint>,
    pub(crate) binding: Vec<PublicPoint>,
    pub(crate) factors: Vec<Scalar>,
    /// The group commitment R.
    pub(crate) commitment: [u8; 32],
    pub(crate) challenge: Scalar,
    /// Lagrange coefficients of all signers, computed on demand: aggregation needs none.
    pub(crate) coefficients: OnceLock<Vec<Scalar>>,
}

impl Public {
    /// `None` if anything is odd: an encoding that is no point of prime order; an identifier that
    /// is zero, not canonical or duplicated; no commitments; a neutral sum.
    pub(crate) fn new(
        verifier: Verifier,
        key: &[u8; 32],
        message: &[u8],
        commitments: &[Commitments],
    ) -> Option<Self> {
        let mut ordered: Vec<&Commitments> = commitments.iter().collect();
        ordered.sort_unstable_by(|one, other| {
            let digits = |it: &Commitments| it.identifier.into_iter().rev();
            digits(one).cmp(digits(other))
        });
        let is_twice = |pair: &[&Commitments]| pair[0].identifier == pair[1].identifier;
        if ordered.is_empty() || ordered.windows(2).any(is_twice) {
            return None;
        }
        let identifiers: Result<Vec<_>, _> = ordered
            .iter()
            .map(|it| Identifier::deserialize(&it.identifier))
            .collect();
        let identifiers = identifiers.ok()?;

        let hiding = ordered.iter().map(|it| it.hiding);
        let binding = ordered.iter().map(|it| it.binding);
        let encoded: Vec<_> = hiding.chain(binding).chain([*key]).collect();
        let decoded = verifier.prime_order_many(&encoded);
        let mut hiding = decoded.into_iter().collect::<Option<Vec<_>>>()?;
        let key = hiding.pop()?;
        let binding = hiding.split_off(ordered.len());

        let factors = binding_factors(key.encoded(), message, &ordered);
        let of_lanes: Vec<_> = factors.iter().map(Scalar::to_bytes).collect();
        let commitment = verifier.commitment(&hiding, &binding, &of_lanes);
        if commitment == CompressedEdwardsY::identity().0 {
            return None; // frost-core does not serialise it
        }
        let challenge = [&commitment, key.encoded(), message].concat();
        Some(Self {
            verifier,
            key,
            message: message.to_vec(),
            identifiers,
            hiding,
            binding,
            factors,
            commitment,
            challenge: Ed25519Sha512::H2(&challenge),
            coefficients: OnceLock::new(),
        })
    }

    /// The index of a signer in the lists.
    pub(crate) fn index(&self, identifier: &Identifier) -> Option<usize> {
        self.identifiers.binary_search(identifier).ok()
    }

    /// The arguments for frost-core.
    pub(crate) fn package(&self) -> SigningPackage {
        let commitment = |point: &PublicPoint| {
            let point = CompressedEdwardsY(*point.encoded()).decompress();
            NonceCommitment::new(point.expect("the encoding of a point that was decoded"))
        };
        let points = self.hiding.iter().zip(&self.binding);
        let of_signers = points.map(|(hiding, binding)| {
            SigningCommitments::new(commitment(hiding), commitment(binding))
        });
        let commitments = self.identifiers.iter().copied().zip(of_signers).collect();
        SigningPackage::new(commitments, &self.message)
    }
}

/// The binding factors (RFC 9591, section 4.4) for commitments in the order of identifiers.
fn binding_factors(key: &[u8; 32], message: &[u8], ordered: &[&Commitments]) -> Vec<Scalar> {
    let mut encoded = Vec::with_capacity(3 * 32 * ordered.len());
    for it in ordered {
        encoded.extend([it.identifier, it.hiding, it.binding].as_flattened());
    }
    let (message, list) = (Ed25519Sha512::H4(message), Ed25519Sha512::H5(&encoded));
    let mut input = [key.as_slice(), &message, &list, &[0; 32]].concat();
    let at = input.len() - 32;
    let mut factor = |it: &&Commitments| {
        input[at..].copy_from_slice(&it.identifier);
        Ed25519Sha512::H1(&input)
    };
    ordered.iter().map(&mut factor).collect()
}
