//! The one difference between the builds of a light client: the verifier of signatures.

#[cfg(not(any(
    feature = "host",
    feature = "host-many",
    feature = "wasm",
    feature = "wasm-best"
)))]
compile_error!("choose a build: feature `host`, `host-many`, `wasm` or `wasm-best`");

#[cfg(feature = "host")]
pub(crate) use near_sdk_ext::Host as Flavour;
#[cfg(all(feature = "host-many", not(feature = "host")))]
pub(crate) use near_sdk_ext::HostMany as Flavour;
#[cfg(not(any(feature = "host", feature = "host-many")))]
pub(crate) use near_sdk_ext::Wasm as Flavour;
