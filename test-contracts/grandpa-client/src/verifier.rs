//! The one difference between the builds: who verifies.

#[cfg(not(any(feature = "host", feature = "wasm", feature = "wasm-best")))]
compile_error!("choose a build: feature `host`, `wasm` or `wasm-best`");

#[cfg(feature = "host")]
pub(crate) use near_sdk_ext::Host as Flavour;
#[cfg(not(feature = "host"))]
pub(crate) use near_sdk_ext::Wasm as Flavour;
