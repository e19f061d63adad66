//! Proofs of state under a stored root: ics23, chained from the store up to the application.

use ics23::{
    CommitmentProof, HostFunctionsProvider, NonExistenceProof, calculate_existence_root,
    commitment_proof::Proof, iavl_spec, tendermint_spec,
};
use near_sdk_ext::ics23::HashFunctions;
use prost::Message as _;

use crate::{error::Error, verifier::Flavour, wire::MerkleProof};

/// SHA-256, the only hash of both specifications. ics23 refuses a proof by another hash whatever that
/// hash returns (`ensure_leaf`, `ensure_inner`). Other hashes would add 30 KiB, which every call pays
/// to load. Test: `tendermint_membership::a_proof_by_another_hash_is_refused`.
struct Hashes;

macro_rules! never_counted {
    ($($function:ident $bytes:literal)*) => {$(
        fn $function(_: &[u8]) -> [u8; $bytes] {
            [0; $bytes]
        }
    )*};
}

impl HostFunctionsProvider for Hashes {
    fn sha2_256(message: &[u8]) -> [u8; 32] {
        HashFunctions::<Flavour>::sha2_256(message)
    }

    never_counted! {
        sha2_512 64 sha2_512_truncated 32 keccak_256 32 ripemd160 20 blake2b_512 64 blake2s_256 32
        blake3 32
    }
}

/// Checks a proof. `path` is the store's name and then the key in it, such as `["ibc", "clients/…"]`. The
/// proof must show that the key has this value, or is absent if there is none.
///
/// # Errors
/// The proof is malformed or shows something else.
pub(crate) fn check(
    root: &[u8],
    proof: &[u8],
    path: &[Vec<u8>],
    value: Option<&[u8]>,
) -> Result<(), Error> {
    let claim = match value {
        Some(_) => "verify_membership",
        None => "verify_non_membership",
    };
    let refused = |detail: &'static str| Error::invalid(claim, detail);
    let proofs = decode(proof)?;
    // A Cosmos chain's state is a tree of trees: IAVL for each store, Tendermint's for the stores.
    let specs = [iavl_spec(), tendermint_spec()];
    let ([inner, outer], [store, key]) = (proofs.as_slice(), path) else {
        return Err(refused(
            "a proof and a path have two parts each: the store's and the key's",
        ));
    };
    if key.is_empty() || value.is_some_and(<[u8]>::is_empty) {
        return Err(refused("neither the key nor the value may be empty"));
    }
    let subroot = root_of(inner).ok_or_else(|| refused("the inner proof has no root"))?;
    let inner_holds = match value {
        Some(value) => ics23::verify_membership::<Hashes>(inner, &specs[0], &subroot, key, value),
        None => ics23::verify_non_membership::<Hashes>(inner, &specs[0], &subroot, key),
    };
    if !inner_holds {
        return Err(refused("the inner proof does not hold"));
    }
    let outer_holds =
        ics23::verify_membership::<Hashes>(outer, &specs[1], &root.to_vec(), store, &subroot);
    match outer_holds {
        true => Ok(()),
        false => Err(refused("the outer proof does not lead to the stored root")),
    }
}

/// tendermint-rs uses another version of prost than ics23's messages.
fn decode(proof: &[u8]) -> Result<Vec<CommitmentProof>, Error> {
    let proof = MerkleProof::decode(proof).map_err(Error::because("malformed_proof"))?;
    let decode = |proof: &Vec<u8>| {
        <CommitmentProof as prost_013::Message>::decode(proof.as_slice())
            .map_err(Error::because("malformed_proof"))
    };
    proof.proofs.iter().map(decode).collect()
}

/// The root that an inner proof leads to. A batch as such is refused: relayers do not send it.
fn root_of(proof: &CommitmentProof) -> Option<Vec<u8>> {
    let existence = match proof.proof.as_ref()? {
        Proof::Exist(existence) => existence,
        Proof::Nonexist(NonExistenceProof { left, right, .. }) => {
            left.as_ref().or(right.as_ref())?
        }
        Proof::Batch(_) | Proof::Compressed(_) => return None,
    };
    calculate_existence_root::<Hashes>(existence).ok()
}
