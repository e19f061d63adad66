//! tendermint-rs 0.40, which ibc-rs 0.57 uses: signatures. For hashing, [`Sha256`](crate::Sha256)
//! implements that version's traits too.
//!
//! ```
//! # use near_sdk as _; // links the mock that feature `unit-testing` calls
//! # use tendermint_040 as tendermint;
//! use near_sdk_ext::{Host, tendermint_0_40::SignatureVerifier};
//! use tendermint::{PublicKey, Signature, crypto::signature::Verifier};
//!
//! // RFC 8032, section 7.1, test 2.
//! let key = "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c";
//! let signature = "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da\
//!                  085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00";
//! let bytes = |text| hex::decode(text).expect("hex");
//! let key = PublicKey::from_raw_ed25519(&bytes(key)).expect("32 bytes");
//! let signature = Signature::try_from(bytes(signature)).expect("64 bytes");
//!
//! assert!(SignatureVerifier::<Host>::verify(key, &[0x72], &signature).is_ok());
//! assert!(SignatureVerifier::<Host>::verify(key, &[0x73], &signature).is_err());
//! ```

pub use crate::tendermint_signature::SignatureVerifier;
