//! From items to verdicts.

use crate::{Backend, BackendUnavailable, Item, Rule, single};

/// Verifies many signatures at once.
#[derive(Clone, Debug)]
pub struct Verifier {
    backend: Backend,
}

impl Verifier {
    /// One with the fastest backend of this processor.
    #[must_use]
    pub fn detect() -> Self {
        Self {
            backend: Backend::detect(),
        }
    }

    /// One with the backend of choice.
    ///
    /// # Errors
    ///
    /// Where this processor lacks its instructions.
    pub fn with_backend(backend: Backend) -> Result<Self, BackendUnavailable> {
        match backend.is_available() {
            true => Ok(Self { backend }),
            false => Err(BackendUnavailable(backend)),
        }
    }

    /// Who computes.
    #[must_use]
    pub fn backend(&self) -> Backend {
        self.backend
    }

    /// The verdict on each of `items`, in their order.
    #[must_use]
    pub fn verify_many(&self, items: &[Item<'_>], rule: Rule) -> Vec<bool> {
        items.iter().map(|item| single::verify(item, rule)).collect()
    }
}
