//! NEP-297 events, for indexers and relayers.

use near_sdk::near;

/// Every change of the client's state.
#[near(event_json(standard = "tendermint-client"))]
pub(crate) enum Event {
    /// The client was created with a first consensus state.
    #[event_version("1.0.0")]
    Created { chain_id: String, height: u64 },
    /// A header was verified and its consensus state stored.
    #[event_version("1.0.0")]
    Updated {
        height: u64,
        trusted_height: u64,
        timestamp_ns: near_sdk::json_types::U64,
        /// Expired consensus states removed.
        pruned: u32,
    },
    /// Two verified headers contradict each other: nothing will be verified any more.
    #[event_version("1.0.0")]
    Frozen { height: u64 },
}
