//! Who computes: vector instructions, portable code, or dalek.

use std::fmt;

/// A way to compute. All give the same verdicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Backend {
    /// ed25519-dalek, one signature after another: the kill switch.
    Dalek,
}

impl Backend {
    /// All backends, the fastest first.
    pub const ALL: &[Self] = &[Self::Dalek];

    /// The fastest backend of this processor.
    #[must_use]
    pub fn detect() -> Self {
        Self::Dalek
    }

    /// Whether this processor has the instructions.
    #[must_use]
    pub fn is_available(self) -> bool {
        match self {
            Self::Dalek => true,
        }
    }

    /// As in messages and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dalek => "dalek",
        }
    }
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The processor lacks the instructions of a backend that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this processor has no {0} backend")]
pub struct BackendUnavailable(pub Backend);
