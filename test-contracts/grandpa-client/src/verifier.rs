//! The only difference between a light client's builds: the verifier. Each verifies by ZIP-215, as
//! the chain's own validators do. Sources: `ed25519.verifyOptions` of CometBFT
//! (crypto/ed25519/ed25519.go); `ed25519::Pair::verify` of polkadot-sdk
//! (substrate/primitives/core/src/ed25519.rs), which calls ed25519-zebra. Test: `zip215`.

#[cfg(feature = "host")]
pub(crate) type Flavour = near_sdk_ext::Zip215<near_sdk_ext::Host>;
#[cfg(all(feature = "host-many", not(feature = "host")))]
pub(crate) use near_sdk_ext::HostMany as Flavour;
#[cfg(not(any(feature = "host", feature = "host-many")))]
pub(crate) type Flavour = near_sdk_ext::Zip215<near_sdk_ext::Wasm>;
