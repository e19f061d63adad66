//! Backends known to be available on this processor.

use crate::Backend;
use crate::backend::{Kernel, Machine, Portable};
#[cfg(feature = "lanes")]
#[cfg(target_arch = "x86_64")]
use crate::backend::{avx2::Avx2, bmi2::Bmi2, ifma::Ifma};

/// A backend, with its machine if it has one.
#[derive(Clone, Copy, Debug)]
pub(crate) enum AvailableBackend {
    #[cfg(feature = "lanes")]
    #[cfg(target_arch = "x86_64")]
    Ifma(Ifma),
    /// The machine of the lanes, and the one for a single signature, which needs ADX.
    #[cfg(feature = "lanes")]
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2, Option<Bmi2>),
    Portable(Portable),
    Dalek,
}

/// A computation on any machine. The task's own code is not compiled for the machine's
/// instructions.
pub(crate) trait Task {
    type Output;

    fn run<M: Machine>(self, machine: M) -> Self::Output;
}

impl AvailableBackend {
    /// This processor's fastest backend.
    pub(crate) fn detect() -> Self {
        let mut backends = Backend::ALL.iter();
        let available = backends.find_map(|&backend| Self::new(backend));
        available.unwrap_or(Self::Dalek)
    }

    /// `None` if this processor lacks the instructions, or this build the backend.
    pub(crate) fn new(backend: Backend) -> Option<Self> {
        match backend {
            #[cfg(feature = "lanes")]
            #[cfg(target_arch = "x86_64")]
            Backend::Ifma => Ifma::detect().map(Self::Ifma),
            #[cfg(feature = "lanes")]
            #[cfg(target_arch = "x86_64")]
            Backend::Avx2 => Some(Self::Avx2(Avx2::detect()?, Bmi2::detect())),
            #[cfg(feature = "lanes")]
            #[cfg(not(target_arch = "x86_64"))]
            Backend::Ifma | Backend::Avx2 => None,
            #[cfg(feature = "lanes")]
            Backend::Portable => Some(Self::Portable(Portable)),
            #[cfg(not(feature = "lanes"))]
            Backend::Ifma | Backend::Avx2 | Backend::Portable => None,
            Backend::Dalek => Some(Self::Dalek),
        }
    }

    /// The backend without its machine.
    pub(crate) fn backend(self) -> Backend {
        match self {
            #[cfg(feature = "lanes")]
            #[cfg(target_arch = "x86_64")]
            Self::Ifma(_) => Backend::Ifma,
            #[cfg(feature = "lanes")]
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(..) => Backend::Avx2,
            Self::Portable(_) => Backend::Portable,
            Self::Dalek => Backend::Dalek,
        }
    }

    /// The number of lanes; 0 for dalek.
    pub(crate) fn lanes(self) -> usize {
        match self {
            #[cfg(feature = "lanes")]
            #[cfg(target_arch = "x86_64")]
            Self::Ifma(_) => Ifma::LANES,
            #[cfg(feature = "lanes")]
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(..) => Avx2::LANES,
            Self::Portable(_) => Portable::LANES,
            Self::Dalek => 0,
        }
    }

    /// Whether [`Self::run_alone`] uses vectors or other special instructions.
    pub(crate) fn is_fast_alone(self) -> bool {
        match self {
            #[cfg(feature = "lanes")]
            #[cfg(target_arch = "x86_64")]
            Self::Ifma(_) | Self::Avx2(_, Some(_)) => true,
            _ => false,
        }
    }

    /// Runs `kernel` on the machine that is fastest for one signature; `None` if the backend has
    /// none.
    pub(crate) fn run_alone<K: Kernel>(self, kernel: K) -> Option<K::Output> {
        match self {
            #[cfg(feature = "lanes")]
            #[cfg(target_arch = "x86_64")]
            Self::Ifma(machine) => Some(machine.run(kernel)),
            #[cfg(feature = "lanes")]
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(_, Some(machine)) => Some(machine.run(kernel)),
            #[cfg(not(feature = "lanes"))]
            Self::Portable(_) => None,
            Self::Dalek => None,
            // There is only one such call: if it is compiled twice, LLVM inlines less of the
            // portable code, which is then a third slower.
            #[cfg(feature = "lanes")]
            _ => Some(Portable.run(kernel)),
        }
    }

    /// Runs `task` on the backend's machine; `None` if it has none.
    pub(crate) fn run<T: Task>(self, task: T) -> Option<T::Output> {
        match self {
            #[cfg(feature = "lanes")]
            #[cfg(target_arch = "x86_64")]
            Self::Ifma(machine) => Some(task.run(machine)),
            #[cfg(feature = "lanes")]
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(machine, _) => Some(task.run(machine)),
            #[cfg(feature = "lanes")]
            Self::Portable(machine) => Some(task.run(machine)),
            #[cfg(not(feature = "lanes"))]
            Self::Portable(_) => None,
            Self::Dalek => None,
        }
    }
}

impl Backend {
    /// This processor's fastest backend.
    #[must_use]
    pub fn detect() -> Self {
        AvailableBackend::detect().backend()
    }

    /// Whether this processor has the instructions, and this build the backend.
    #[must_use]
    pub fn is_available(self) -> bool {
        AvailableBackend::new(self).is_some()
    }
}
