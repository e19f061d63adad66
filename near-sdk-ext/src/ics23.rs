//! ics23: proofs of membership and non-membership in the state of a Cosmos chain.
//!
//! ```
//! # use near_sdk as _; // links the mock that feature `unit-testing` calls
//! use ics23::{CommitmentProof, ExistenceProof, commitment_proof::Proof, iavl_spec};
//! use near_sdk_ext::{Host, ics23::HashFunctions};
//!
//! // A tree of one leaf: its root is the hash of the leaf.
//! let leaf = iavl_spec().leaf_spec.map(|leaf| ics23::LeafOp { prefix: vec![0, 2, 2], ..leaf });
//! let proof = ExistenceProof { key: b"key".into(), value: b"value".into(), leaf, path: vec![] };
//! let root = ics23::calculate_existence_root::<HashFunctions<Host>>(&proof)?;
//! let proof = CommitmentProof { proof: Some(Proof::Exist(proof)) };
//!
//! let holds = |value| {
//!     ics23::verify_membership::<HashFunctions<Host>>(&proof, &iavl_spec(), &root, b"key", value)
//! };
//! assert!(holds(b"value"));
//! assert!(!holds(b"another value"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use core::marker::PhantomData;

use ics23::{HostFunctionsManager, HostFunctionsProvider};

use crate::{Flavour, Sha256};

/// The hash functions of ics23: [`Sha256`] for SHA-256, which every proof of a Cosmos chain uses, and
/// ics23's own code for the rest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HashFunctions<F>(PhantomData<F>);

/// Forwards these functions to ics23's own implementation.
macro_rules! in_wasm {
    ($($function:ident $bytes:literal),*) => {$(
        fn $function(message: &[u8]) -> [u8; $bytes] {
            HostFunctionsManager::$function(message)
        }
    )*};
}

impl<F: Flavour> HostFunctionsProvider for HashFunctions<F> {
    fn sha2_256(message: &[u8]) -> [u8; 32] {
        Sha256::<F>::digest_parts(&[message])
    }

    in_wasm!(
        sha2_512 64, sha2_512_truncated 32, keccak_256 32, ripemd160 20, blake2b_512 64,
        blake2s_256 32, blake3 32
    );
}
