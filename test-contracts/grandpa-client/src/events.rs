//! NEP-297 events, for indexers and relayers.

use near_sdk::near;

/// Every change of the client's state.
#[near(event_json(standard = "grandpa-client"))]
pub(crate) enum Event {
    /// A block was proven final, by this number of signatures.
    #[event_version("1.0.0")]
    Finalized {
        number: u32,
        hash: String,
        round: u64,
        set_id: u64,
        signatures: u32,
    },
    /// Other authorities vote from the next block on: their set's id and their count.
    #[event_version("1.0.0")]
    AuthoritySetChanged { set_id: u64, authorities: u32 },
}
