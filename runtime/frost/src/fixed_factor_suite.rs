//! A suite of frost-core with the caller's binding factors.
//!
//! frost-core computes a signature share from a `BindingFactor`, and only frost-core can make one,
//! by hashing all commitments. A session has hashed them already: in the suite [`FixedFactorSuite`] the hash
//! returns the scalar in its input. Scalars, and so shares, are Ed25519's. The suite's only point is the
//! scalar zero, since a share needs none.

use curve25519_dalek::scalar::Scalar;
use frost_core::round1::{NonceCommitment, SigningCommitments};
use frost_core::{
    BindingFactor, Ciphersuite, Group, GroupError, Identifier, SigningPackage, VerifyingKey,
    compute_binding_factor_list,
};
use frost_ed25519::Ed25519ScalarField;
use std::collections::BTreeMap;

/// frost-core's type for this binding factor of this signer.
pub(crate) fn binding_factor(
    identifier: Identifier<FixedFactorSuite>,
    factor: &Scalar,
) -> Option<BindingFactor<FixedFactorSuite>> {
    let nothing = NonceCommitment::new(NOTHING);
    let alone = BTreeMap::from([(identifier, SigningCommitments::new(nothing, nothing))]);
    let package = SigningPackage::new(alone, &[]);
    let key = VerifyingKey::new(NOTHING);
    let factors = compute_binding_factor_list(&package, &key, factor.as_bytes()).ok()?;
    factors.get(&identifier).cloned()
}

/// The suite's point.
pub(crate) const NOTHING: Scalar = Scalar::ZERO;

/// The suite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct FixedFactorSuite;

impl Ciphersuite for FixedFactorSuite {
    const ID: &'static str = "a given binding factor";

    type Group = Self;
    type HashOutput = [u8; 0];
    type SignatureSerialization = [u8; 0];

    /// Returns the scalar that frost-core was given as a prefix; the identifier follows it.
    fn H1(input: &[u8]) -> Scalar {
        let given = input.first_chunk().copied();
        Scalar::from_bytes_mod_order(given.unwrap_or_default())
    }

    // A share does not need this hash.
    fn H2(_: &[u8]) -> Scalar {
        Scalar::ZERO
    }

    fn H3(_: &[u8]) -> Scalar {
        Scalar::ZERO
    }

    fn H4(_: &[u8]) -> [u8; 0] {
        []
    }

    fn H5(_: &[u8]) -> [u8; 0] {
        []
    }
}

impl Group for FixedFactorSuite {
    type Field = Ed25519ScalarField;
    type Element = Scalar;
    type Serialization = [u8; 0];

    fn cofactor() -> Scalar {
        Scalar::ONE
    }

    fn identity() -> Scalar {
        NOTHING
    }

    fn generator() -> Scalar {
        NOTHING
    }

    fn serialize(_: &Scalar) -> Result<[u8; 0], GroupError> {
        Ok([])
    }

    fn deserialize(_: &[u8; 0]) -> Result<Scalar, GroupError> {
        Ok(NOTHING)
    }
}
