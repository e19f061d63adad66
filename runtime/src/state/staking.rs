//! Storage staking: the balance that an account must keep for its storage.

use near_parameters::RuntimeConfig;
use near_primitives_core::types::{Balance, StorageUsage};

/// Storage that needs no stake, bytes (nearcore: `ZERO_BALANCE_ACCOUNT_STORAGE_LIMIT`, NEP-448).
const FREE_STORAGE: StorageUsage = 770;

/// The balance missing to stake the account's storage; `None` if it has enough.
///
/// As in nearcore's `check_storage_stake`, which ends a receipt: an account that uses more than
/// `FREE_STORAGE` needs `storage_amount_per_byte` for each byte, liquid or locked.
pub(crate) fn missing_stake(
    balance: Balance,
    locked: Balance,
    storage_usage: StorageUsage,
    config: &RuntimeConfig,
) -> Option<Balance> {
    if storage_usage <= FREE_STORAGE {
        return None;
    }
    // Amounts never overflow in practice: an overflow exceeds the supply by far.
    let required = config
        .storage_amount_per_byte()
        .saturating_mul(u128::from(storage_usage));
    let missing = required.saturating_sub(balance.saturating_add(locked));
    (missing > Balance::ZERO).then_some(missing)
}
