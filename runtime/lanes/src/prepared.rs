//! What all verifications share, built before the first.

use crate::Verifier;
use crate::tables::base_rows;

impl Verifier {
    /// This verifier, after building the base point's tables. Otherwise the first verification of
    /// the process builds them, and other threads wait: a host that charges for calls prepares its
    /// verifier when it starts.
    #[must_use]
    pub fn prepared(self) -> Self {
        if self.backend.lanes() > 0 {
            let _ = base_rows();
        }
        self
    }
}
