//! Writes the arguments of `tendermint-client`'s first two calls, from two blocks as a node's RPC returns
//! them: `init.json` for `init`, and `update.bin` for `update_client`. A relayer sends the same.
//!
//! A block is given as its `/commit`, a comma, and the pages of its `/validators`, separated by
//! commas. The trusted block's validators must also be those of the block after it.
//!
//! ```sh
//! cargo run --release -p test-contracts --example tendermint_calls -- \
//!     1.json,1a.json,1b.json 2.json,2a.json,2b.json
//! near-ed25519 contracts      # the paths of the built contracts
//! near-ed25519 call tendermint-client-host.wasm init --args-file init.json --state client.json
//! near-ed25519 call tendermint-client-host.wasm update_client --args-file update.bin \
//!     --state client.json --block-timestamp 2021-12-08T01:52:00Z
//! near-ed25519 call tendermint-client-host.wasm client_state --view --state client.json
//! ```

use chain_files::tendermint::{LightBlock, Parameters, rpc};
use std::error::Error;
use std::fs;
use test_contracts::tendermint;

/// As ICS-07 recommends, for a chain with 21 days of unbonding.
const TRUST_LEVEL: (u64, u64) = (1, 3);
const TRUSTING_PERIOD_NS: u64 = 14 * 24 * 3_600 * 1_000_000_000;
const MAX_CLOCK_DRIFT_NS: u64 = 10 * 1_000_000_000;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [trusted, untrusted] = arguments.as_slice() else {
        return Err("usage: tendermint_calls TRUSTED BLOCK, each COMMIT,VALIDATORS,...".into());
    };
    let (init, update) = calls(&read(trusted)?, &read(untrusted)?)?;
    fs::write("init.json", init)?;
    fs::write("update.bin", update)?;
    Ok(())
}

/// The block in these files.
fn read(files: &str) -> Result<LightBlock, Box<dyn Error>> {
    let read = |file| fs::read(file).map_err(|error| format!("{file}: {error}"));
    let files: Vec<_> = files.split(',').map(read).collect::<Result<_, _>>()?;
    let (commit, pages) = files.split_first().ok_or("no file")?;
    Ok(rpc::light_block(commit, pages)?)
}

/// The arguments of `init` and of `update_client`.
fn calls(
    trusted: &LightBlock,
    untrusted: &LightBlock,
) -> Result<(Vec<u8>, Vec<u8>), Box<dyn Error>> {
    let header = &trusted.header;
    if header.validators_hash != header.next_validators_hash {
        return Err("the validators change after the trusted block: trust another".into());
    }
    let parameters = Parameters {
        chain_id: header.chain_id.clone(),
        trust_level: TRUST_LEVEL,
        trusting_period_ns: TRUSTING_PERIOD_NS,
        max_clock_drift_ns: MAX_CLOCK_DRIFT_NS,
    };
    let update = untrusted.update(trusted.height(), &trusted.validators);
    Ok((
        tendermint::init_args(&parameters, header),
        tendermint::update_client_args(&update),
    ))
}

#[test]
fn what_a_node_returns_becomes_the_two_calls() {
    use chain_files::tendermint::generate::{Chain, Power};
    use chain_files::tendermint::{forms, wire};
    use prost::Message as _;

    let folder = std::env::temp_dir().join(format!("tendermint_calls-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let blocks = [5, 7].map(|height| Chain::new(4, Power::Equal, "calls").block(height, ""));
    let [trusted, untrusted] = blocks.each_ref().map(|block| {
        let files = [forms::COMMIT, forms::VALIDATORS].map(|form| {
            let file = folder.join(format!("{}{}", block.height(), form.name.replace('/', "-")));
            fs::write(&file, (form.write)(block).to_string()).expect("written");
            file.display().to_string()
        });
        read(&files.join(",")).expect("a block")
    });
    fs::remove_dir_all(&folder).expect("removed");

    let (init, update) = calls(&trusted, &untrusted).expect("the two calls");
    let update = wire::Header::decode(&*update).expect("protobuf");
    assert_eq!(update, blocks[1].update(5, &blocks[0].validators));
    let init: serde_json::Value = serde_json::from_slice(&init).expect("JSON");
    assert_eq!(init["height"], 5);
    let root = hex::encode_upper(&blocks[0].header.app_hash);
    assert_eq!(init["consensus_state"]["root"], root);
}
