//! A backend that is known to be available.

use crate::Backend;
use crate::machine::portable::Portable;
use crate::machine::{Kernel, Machine};
#[cfg(target_arch = "x86_64")]
use crate::machine::{avx2::Avx2, ifma::Ifma};

/// A backend, with its machine if it has one.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Engine {
    #[cfg(target_arch = "x86_64")]
    Ifma(Ifma),
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    Portable(Portable),
    Dalek,
}

/// Something to do on any machine, not compiled for its instructions itself.
pub(crate) trait Task {
    type Output;

    fn run<M: Machine>(self, machine: M) -> Self::Output;
}

impl Engine {
    /// `None` where this processor lacks the instructions.
    pub(crate) fn new(backend: Backend) -> Option<Self> {
        match backend {
            #[cfg(target_arch = "x86_64")]
            Backend::Ifma => Ifma::detect().map(Self::Ifma),
            #[cfg(target_arch = "x86_64")]
            Backend::Avx2 => Avx2::detect().map(Self::Avx2),
            #[cfg(not(target_arch = "x86_64"))]
            Backend::Ifma | Backend::Avx2 => None,
            Backend::Portable => Some(Self::Portable(Portable)),
            Backend::Dalek => Some(Self::Dalek),
        }
    }

    pub(crate) fn backend(self) -> Backend {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Ifma(_) => Backend::Ifma,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(_) => Backend::Avx2,
            Self::Portable(_) => Backend::Portable,
            Self::Dalek => Backend::Dalek,
        }
    }

    /// How many lanes there are.
    pub(crate) fn lanes(self) -> usize {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Ifma(_) => Ifma::LANES,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(_) => Avx2::LANES,
            Self::Portable(_) | Self::Dalek => 1,
        }
    }

    /// From how many signatures on a group is faster than dalek, if tables are built for it alone.
    pub(crate) fn fewest_without_tables(self) -> usize {
        2
    }

    /// Does `task` on the backend's machine; `None` where it has none.
    pub(crate) fn run<T: Task>(self, task: T) -> Option<T::Output> {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Ifma(machine) => Some(task.run(machine)),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(machine) => Some(task.run(machine)),
            Self::Portable(machine) => Some(task.run(machine)),
            Self::Dalek => None,
        }
    }
}
