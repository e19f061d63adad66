//! How a host verifies signatures and VRF proofs: the verifier, the tables of keys, and the prices
//! that nearcore's configuration lacks.

use ed25519_lanes::{KeyTables, Layout, Verifier};
use near_gas_params::{PricedFunction, Prices};
use std::sync::{Arc, LazyLock};

/// How `ed25519_verify`, `ed25519_verify_many` and `ecvrf_verify_many` verify. The verifier and the
/// tables change no verdict, output or gas.
#[derive(Debug)]
pub struct Verification {
    /// The verifier of all three functions.
    pub verifier: Verifier,
    /// Tables of keys that were used before, in this call or an earlier one, by any of the
    /// functions. They only save time.
    pub tables: KeyTables,
    /// The prices of `ed25519_verify_many`; those of `ed25519_verify` are nearcore's configuration.
    pub many_parameters: Prices,
    /// The prices of `ecvrf_verify_many`.
    pub ecvrf_many_parameters: Prices,
}

/// Default limit of the tables' memory, bytes: room for 1,024 keys, more than the validators of a
/// few chains' light clients.
pub(crate) const TABLES_BYTE_CAP: usize = 16 << 20;

impl Default for Verification {
    /// This processor's fastest backend, and this project's prices.
    fn default() -> Self {
        Self {
            verifier: Verifier::detect().prepared(),
            tables: KeyTables::new(Layout::MEDIUM, TABLES_BYTE_CAP),
            many_parameters: PricedFunction::Ed25519VerifyMany.prices(),
            ecvrf_many_parameters: PricedFunction::EcvrfVerifyMany.prices(),
        }
    }
}

impl Verification {
    /// The default, shared.
    pub(super) fn shared_default() -> Arc<Self> {
        static DEFAULT: LazyLock<Arc<Verification>> = LazyLock::new(Arc::default);
        Arc::clone(&DEFAULT)
    }
}
