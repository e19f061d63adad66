//! The authority set has its own storage key: it takes 40 bytes for each authority, and only a
//! justification needs it.

use near_sdk::{env, near};
use near_sdk_ext::grandpa::{self, AuthoritySet};

/// The storage key of the packed set.
const KEY: &[u8] = b"authorities";

/// What the client knows about a set without reading it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[near(serializers = [borsh])]
pub(crate) struct Summary {
    pub(crate) count: u32,
    pub(crate) total_weight: u64,
}

/// The packed bytes. [`store`] has validated them.
pub(crate) fn load() -> Vec<u8> {
    // Missing bytes are an empty set, which is refused as such.
    env::storage_read(KEY).unwrap_or_default()
}

/// Replaces the set.
///
/// # Errors
/// The authorities do not form a set.
pub(crate) fn store(
    authorities: impl IntoIterator<Item = ([u8; 32], u64)>,
) -> Result<Summary, grandpa::Error> {
    let packed = grandpa::pack(authorities)?;
    let set = AuthoritySet::new(&packed)?;
    let summary = Summary {
        count: u32::try_from(set.len()).expect("a list of the input, whose lengths are 32 bits"),
        total_weight: set.total_weight(),
    };
    env::storage_write(KEY, &packed);
    Ok(summary)
}
