//! Settings of `ed25519_verify_many` that come from its host: prices, verifier and tables.

use ed25519_lanes::{KeyTables, Layout, Verifier};
use near_gas_params::VerifyManyParameters;
use std::sync::{Arc, LazyLock};

/// Prices, verifier and tables of `ed25519_verify_many`. Verdicts and gas do not depend on the
/// verifier.
#[derive(Debug)]
pub struct VerifyMany {
    /// The prices; nearcore's configuration has none.
    pub parameters: VerifyManyParameters,
    /// The verifier.
    pub verifier: Verifier,
    /// Tables of keys that are used again, in this call or later ones; they save time and change no
    /// verdict and no price.
    pub tables: KeyTables,
}

/// Default cap on the tables' memory, bytes: the tables of 1,024 keys, more than the light clients
/// of a few chains have validators.
pub(crate) const TABLES_BYTE_CAP: usize = 16 << 20;

impl Default for VerifyMany {
    /// This project's own prices, and this processor's fastest backend.
    fn default() -> Self {
        Self {
            parameters: VerifyManyParameters::default(),
            verifier: Verifier::detect(),
            tables: KeyTables::new(Layout::MEDIUM, TABLES_BYTE_CAP),
        }
    }
}

impl VerifyMany {
    /// The default, shared.
    pub(super) fn shared_default() -> Arc<Self> {
        static DEFAULT: LazyLock<Arc<VerifyMany>> = LazyLock::new(Arc::default);
        Arc::clone(&DEFAULT)
    }
}
