//! Calls of `tendermint-client` for these tests.

use crate::client::{Client, HOST_BUILDS, Success};
use prost::Message;
use tendermint_proto::google::protobuf::Timestamp;
use tendermint_proto::v0_38::types::{CommitSig, Header};
use test_contracts::tendermint::generate::{CHAIN_ID, Chain, Power};
use test_contracts::tendermint::{LightBlock, Parameters, init_args, update_client_args, wire};
use test_contracts::{Build, tendermint_client};

/// 14 days, less than any Cosmos chain's unbonding period.
pub const TRUSTING_PERIOD_NS: u64 = 14 * 24 * 3600 * SECOND;

pub const SECOND: u64 = 1_000_000_000;

/// Trust 1/3 for 14 days, no clock drift.
pub fn parameters(chain_id: &str) -> Parameters {
    Parameters {
        chain_id: chain_id.to_owned(),
        trust_level: (1, 3),
        trusting_period_ns: TRUSTING_PERIOD_NS,
        max_clock_drift_ns: 0,
    }
}

pub const fn header(block: &LightBlock) -> &Header {
    &block.header
}

/// The time of a block, in nanoseconds.
pub fn time_ns(header: &Header) -> u64 {
    ns(header.time.expect("a time"))
}

pub fn ns(time: Timestamp) -> u64 {
    u64::try_from(time.seconds).expect("after 1970") * SECOND + u64::from(time.nanos.unsigned_abs())
}

/// A chain of seven validators, and a client in the host builds, just after block 500, that trusts
/// block 100.
pub fn chain_and_client() -> (Chain, Client) {
    let chain = Chain::new(7, Power::CosmosLike, "chain");
    let trusted = chain.block(100, "");
    let now = time_ns(header(&chain.block(500, ""))) + SECOND;
    let parameters = parameters(CHAIN_ID);
    let client = Client::tendermint(&HOST_BUILDS, &parameters, header(&trusted), now);
    (chain, client)
}

impl Client {
    /// The Tendermint client in these builds, following a chain from this header on.
    #[track_caller]
    pub fn tendermint(
        builds: &[Build],
        parameters: &Parameters,
        trusted: &Header,
        now_ns: u64,
    ) -> Self {
        let init = init_args(parameters, trusted);
        let contracts = builds.iter().map(|build| tendermint_client(*build));
        Self::deploy(contracts, &init, now_ns)
    }

    #[track_caller]
    pub fn update(&mut self, header: &wire::Header) -> Result<Success, String> {
        self.call("update_client", &update_client_args(header))
    }

    /// Submits two headers that contradict each other.
    #[track_caller]
    pub fn submit(&mut self, one: wire::Header, other: wire::Header) -> Result<Success, String> {
        let evidence = wire::Misbehaviour {
            header_1: Some(one),
            header_2: Some(other),
        };
        self.call("submit_misbehaviour", &evidence.encode_to_vec())
    }
}

pub fn votes(update: &mut wire::Header) -> &mut Vec<CommitSig> {
    let signed_header = update.signed_header.as_mut().expect("a signed header");
    &mut signed_header.commit.as_mut().expect("a commit").signatures
}
