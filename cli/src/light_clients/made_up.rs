//! Headers of made-up chains, the same in every run.

use super::Update;
use chain_files::grandpa::generate::{Authorities, Block};
use chain_files::tendermint::Parameters;
use chain_files::tendermint::generate::{CHAIN_ID, Chain, Power, time_ns};

/// Seed of the chains' keys and hashes.
const SEED: &str = "gas";

/// A header, and its signers.
pub struct Header {
    /// Number of validators, or of authorities.
    pub authorities: u32,
    /// Distribution of the voting power.
    pub power: &'static str,
    /// The client to update, with the arguments.
    pub update: Update,
}

impl Header {
    /// The name in tables.
    pub fn name(&self) -> String {
        let client = self.update.client.name;
        format!("{client}, {} of {} power", self.authorities, self.power)
    }
}

/// All headers; a new light client needs one more line.
pub fn headers() -> Vec<Header> {
    let tendermint = Power::ALL.map(tendermint_header).into_iter();
    tendermint.chain(Power::ALL.map(grandpa_header)).collect()
}

/// About as many authorities as Polkadot has, with the fewest votes that reach the threshold.
fn grandpa_header(power: Power) -> Header {
    const AUTHORITIES: u16 = 300;
    let authorities = Authorities::new(7, &power.of(AUTHORITIES.into()), SEED);
    let justification = authorities.justify(3, &Block::new(1000, ""));
    Header {
        authorities: AUTHORITIES.into(),
        power: power.name(),
        update: Update::of_grandpa(authorities.set(), &justification),
    }
}

/// As many validators as the Cosmos Hub had, and a skip of 200 blocks.
fn tendermint_header(power: Power) -> Header {
    const VALIDATORS: u16 = 150;
    let chain = Chain::new(VALIDATORS.into(), power, SEED);
    let (trusted, untrusted) = (chain.block(100, ""), chain.block(300, ""));
    let parameters = Parameters::usual(CHAIN_ID);
    let (next, now_ns) = (chain.validators(), time_ns(301));
    Header {
        authorities: VALIDATORS.into(),
        power: power.name(),
        update: Update::of_tendermint(&parameters, &trusted, &untrusted, &next, now_ns),
    }
}
