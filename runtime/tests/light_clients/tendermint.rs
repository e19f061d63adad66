//! Calls of `tendermint-client` for these tests.

use crate::client::{Client, HOST_BUILDS, Success};
use prost::Message;
use tendermint_proto::v0_38::types::CommitSig;
use test_contracts::tendermint::generate::{Chain, Power, time_ns};
use test_contracts::tendermint::{LightBlock, Parameters, init_args, update_client_args, wire};
use test_contracts::{Build, tendermint_client};

/// A chain of seven validators, and a client in the host builds, just after block 500, that trusts
/// block 100.
pub fn chain_and_client() -> (Chain, Client) {
    let chain = Chain::new(7, Power::CosmosLike, "chain");
    let client = Client::tendermint(&HOST_BUILDS, &chain.block(100, ""), time_ns(501));
    (chain, client)
}

impl Client {
    /// The Tendermint client in these builds, following a chain from this block on.
    #[track_caller]
    pub fn tendermint(builds: &[Build], trusted: &LightBlock, now_ns: u64) -> Self {
        let header = &trusted.header;
        let init = init_args(&Parameters::usual(&header.chain_id), header);
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
