//! Verifiers that choose AVX-512 when they are compiled. A crate of its own, since their generic code
//! must be compiled with AVX-512 too, and other code without: `.ci/avx512` does it. It is empty without
//! features.

#[cfg(feature = "ed25519-simd")]
pub mod simd;
