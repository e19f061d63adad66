//! The contract `bridge` of the corpus: its arguments, and a made-up chain that sends it a packet.

use base64::{Engine as _, prelude::BASE64_STANDARD};
use prost::Message as _;
use serde_json::json;
use sha2::{Digest as _, Sha256};

use crate::{
    state::{self, Proof, application, root, store},
    tendermint::{
        Parameters,
        generate::{CHAIN_ID, Chain, Power, honestly, time_ns},
        init_args, update_client_args, wire,
    },
};

/// Accounts: whoever brings packets, the light client, and the bridge.
pub const RELAYER: &str = "relayer.near";
/// See [`RELAYER`].
pub const CLIENT: &str = "client.near";
/// See [`RELAYER`].
pub const BRIDGE: &str = "bridge.near";

const CHANNEL: &str = "channel-7";
const DENOM: &str = "uatom";

/// Heights of the block that the client trusts, and of the one that has the packet.
const TRUSTED: u32 = 100;
const HEIGHT: u32 = 300;

/// A packet with a transfer, as the other chain has sent it, and its proof.
#[derive(Clone, Debug)]
pub struct Proved {
    /// Its number.
    pub sequence: u64,
    /// Nanoseconds since 1970.
    pub timeout: u64,
    /// JSON, as ibc-go writes it.
    pub data: String,
    /// The height of the other chain whose state has it.
    pub height: u64,
    /// ics23's proofs: the packet's in the store, and the store's in the application.
    pub proofs: [Vec<u8>; 2],
}

impl Proved {
    /// The other chain's key for it.
    fn key(&self) -> Vec<u8> {
        let sequence = self.sequence;
        format!("commitments/ports/transfer/channels/{CHANNEL}/sequences/{sequence}").into()
    }

    /// The value of that key: a hash over the timeout by time, an empty timeout by height, and the
    /// data's hash.
    fn commitment(&self) -> [u8; 32] {
        let hash = Sha256::new().chain_update(self.timeout.to_be_bytes());
        let hash = hash.chain_update([0; 16]);
        hash.chain_update(Sha256::digest(&self.data))
            .finalize()
            .into()
    }

    /// JSON arguments of `receive`.
    #[must_use]
    pub fn receive_args(&self) -> Vec<u8> {
        let (sequence, timeout) = (self.sequence.to_string(), self.timeout.to_string());
        let proofs = self.proofs.to_vec();
        let proof = wire::MerkleProof { proofs }.encode_to_vec();
        json!({
            "packet": { "sequence": sequence, "timeout": timeout, "data": self.data },
            "height": self.height.to_string(),
            "proof": BASE64_STANDARD.encode(proof),
        })
        .to_string()
        .into_bytes()
    }
}

/// A call that prepares others.
#[derive(Clone, Debug)]
pub struct Step {
    /// The account that signs.
    pub signer: &'static str,
    /// The account that is called.
    pub contract: &'static str,
    /// The method.
    pub method: &'static str,
    /// Its arguments.
    pub args: Vec<u8>,
}

/// A chain that has sent one packet.
#[derive(Clone, Debug)]
pub struct Sender {
    /// Creates the light client and the bridge, and verifies a header whose state has the packet.
    pub setup: [Step; 3],
    /// The packet.
    pub proved: Proved,
    /// A second after that header, nanoseconds since 1970: an hour before the packet times out.
    pub now_ns: u64,
}

impl Sender {
    /// A chain with this many validators, which sends this amount to an account on NEAR.
    #[must_use]
    pub fn new(validators: usize, receiver: &str, amount: u128) -> Self {
        let chain = Chain::new(validators, Power::Equal, "bridge");
        let mut header = chain.header(HEIGHT, HEIGHT, "");
        let now_ns = time_ns(HEIGHT + 1);
        let mut proved = Proved {
            sequence: 1,
            timeout: time_ns(HEIGHT + 1 + 3600),
            data: json!({
                "amount": amount.to_string(), "denom": DENOM, "receiver": receiver, "sender": "cosmos1"
            })
            .to_string(),
            height: HEIGHT.into(),
            proofs: [vec![], vec![]],
        };
        let next: (&[u8], &[u8]) = (b"nextSequenceSend/ports/transfer/channels/channel-7", &[2]);
        let [in_store, _] = store([(&proved.key(), &proved.commitment()), next]);
        let [in_application, _] = application(&root(&in_store));
        header.app_hash = root(&in_application).try_into().expect("a hash");
        proved.proofs = [in_store, in_application].map(|it| state::encode(Proof::Exist(it)));
        let block = chain.sealed(header, "", &honestly);
        let trusted = chain.block(TRUSTED, "");
        let step = |signer, contract, method, args| Step {
            signer,
            contract,
            method,
            args,
        };
        let init = init_args(&Parameters::usual(CHAIN_ID), &trusted.header);
        let new = json!({ "client": CLIENT, "channel": CHANNEL, "denom": DENOM }).to_string();
        let update = block.update(TRUSTED.into(), &chain.validators());
        Self {
            setup: [
                step(CLIENT, CLIENT, "init", init),
                step(BRIDGE, BRIDGE, "new", new.into_bytes()),
                step(
                    RELAYER,
                    CLIENT,
                    "update_client",
                    update_client_args(&update),
                ),
            ],
            proved,
            now_ns,
        }
    }
}
