//! What others have published, for the eye to compare with.

/// NEP-364, "Rationale and alternatives": milliseconds for 10,000 verifications on an AMD Ryzen 9
/// 5900X, natively.
pub(crate) const NEP_NATIVE_MS: u32 = 387;

/// The same, of the same program as Wasm, compiled by wasmer 1 with `--singlepass`.
pub(crate) const NEP_SINGLEPASS_MS: u32 = 9_926;

/// The same with `--enable-simd` instead, which left the choice to wasmer: Cranelift.
pub(crate) const NEP_CRANELIFT_MS: u32 = 3_085;

/// What verifications in Wasm have cost in gas.
pub(crate) const GAS: [&str; 2] = [
    "near-ibc paid about 9 Tgas for a verification in Wasm (informalsystems/ibc-rs#958)",
    "NEP-364's own contract paid 299 Tgas for 50, 5.98 Tgas each",
];
