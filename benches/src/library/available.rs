//! The reasons why a library cannot be measured here.

/// Whether this build of dalek 3 has AVX-512; dalek uses it if the processor has it.
const IS_BUILT_WITH_AVX512: bool = cfg!(curve25519_dalek_backend = "avx512")
    || cfg!(all(
        target_feature = "avx512ifma",
        target_feature = "avx512vl",
        not(any(
            curve25519_dalek_backend = "fiat",
            curve25519_dalek_backend = "serial",
            curve25519_dalek_backend = "simd"
        ))
    ));

pub(super) fn lacks_avx512() -> Option<&'static str> {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx512ifma")
        && std::arch::is_x86_feature_detected!("avx512vl")
    {
        return (!IS_BUILT_WITH_AVX512).then_some("not in this build");
    }
    Some("not on this CPU")
}

pub(super) fn has_avx512() -> Option<&'static str> {
    lacks_avx512().is_none().then_some("AVX-512: see below")
}

pub(super) fn lacks_rivals() -> Option<&'static str> {
    (!cfg!(feature = "rivals")).then_some("not in this build")
}

/// ed25519-simd has no other code.
pub(super) fn lacks_simd() -> Option<&'static str> {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx512bw")
        && std::arch::is_x86_feature_detected!("avx512dq")
        && std::arch::is_x86_feature_detected!("avx512f")
        && std::arch::is_x86_feature_detected!("avx512ifma")
    {
        return lacks_rivals();
    }
    Some("not on this CPU")
}
