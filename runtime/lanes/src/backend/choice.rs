//! The verify backends: vector instructions, portable code, or dalek.

use std::fmt;

/// A verify backend. All give the same verdicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Backend {
    /// Eight lanes of AVX-512 with IFMA: Intel since Ice Lake, AMD since Zen 4.
    Ifma,
    /// Four lanes of AVX2: nearly every x86-64 processor since 2015.
    Avx2,
    /// One lane, on any processor.
    Portable,
    /// ed25519-dalek, one signature after another: the kill switch.
    Dalek,
}

impl Backend {
    /// All backends, the fastest first.
    pub const ALL: &[Self] = &[Self::Ifma, Self::Avx2, Self::Portable, Self::Dalek];

    /// The name in messages and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ifma => "ifma",
            Self::Avx2 => "avx2",
            Self::Portable => "portable",
            Self::Dalek => "dalek",
        }
    }
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The processor lacks the requested backend's instructions, or the feature `lanes` is off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(feature = "lanes", error("this processor has no {0} backend"))]
#[cfg_attr(not(feature = "lanes"), error("{0} needs the feature `lanes`"))]
pub struct BackendUnavailable(pub Backend);
