//! Who verifies many signatures, and at which prices: what `ed25519_verify_many` takes from its
//! host.

use ed25519_lanes::{KeyTables, Layout, Verifier};
use near_gas_params::VerifyManyParameters;
use std::sync::{Arc, LazyLock};

/// What `ed25519_verify_many` costs, and who verifies: verdicts and gas do not depend on that.
#[derive(Debug)]
pub struct VerifyMany {
    /// The prices, of which nearcore's configuration has none.
    pub parameters: VerifyManyParameters,
    /// The verifier.
    pub verifier: Verifier,
    /// Tables of keys that are used again, in this and in later calls; they save time, and change
    /// nothing.
    pub tables: KeyTables,
}

/// Bytes that the tables take, at most, where nothing else is said: those of 1,024 keys, more than
/// the light clients of a few chains have validators.
pub(crate) const TABLES_BYTE_CAP: usize = 16 << 20;

impl Default for VerifyMany {
    /// This project's own prices, and the fastest backend of this processor.
    fn default() -> Self {
        Self {
            parameters: VerifyManyParameters::default(),
            verifier: Verifier::detect(),
            tables: KeyTables::new(Layout::MEDIUM, TABLES_BYTE_CAP),
        }
    }
}

impl VerifyMany {
    /// The default, made once.
    pub(super) fn shared_default() -> Arc<Self> {
        static DEFAULT: LazyLock<Arc<VerifyMany>> = LazyLock::new(Arc::default);
        Arc::clone(&DEFAULT)
    }
}
