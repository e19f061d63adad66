//! Justifications of real chains, and of Avail's tests.

use near_sdk::{test_utils::VMContextBuilder, testing_env};
use near_sdk_ext::{
    Flavour,
    grandpa::{AuthoritySet, Error, Finalized, Header, Justification, pack, verify},
};
use parity_scale_codec::{Compact, Encode};
use serde_json::Value;

use crate::chain::Hash;

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().expect("a list").iter()
}

fn bytes(value: &Value) -> Vec<u8> {
    let text = value.as_str().expect("text");
    hex::decode(text.strip_prefix("0x").unwrap_or(text)).expect("hex")
}

fn hash(value: &Value) -> Hash {
    bytes(value).try_into().expect("32 bytes")
}

fn number(value: &Value) -> u32 {
    value.as_u64().expect("a number").try_into().expect("small")
}

/// Calls `check` with the verdict.
fn verdict<F: Flavour>(
    scale: &[u8],
    headers: &[Vec<u8>],
    authorities: &[(Hash, u64)],
    set_id: u64,
    check: impl FnOnce(Result<Finalized<'_>, Error>),
) {
    testing_env!(VMContextBuilder::new().build()); // a full tank
    let justification = Justification::decode(scale).expect("a justification");
    let headers = headers
        .iter()
        .map(|bytes| Header::decode(bytes).expect("a header"));
    let headers: Vec<_> = headers.collect();
    let packed = pack(authorities.iter().copied()).expect("a set");
    let set = AuthoritySet::new(&packed).expect("a set");
    check(verify::<F>(&justification, &headers, &set, set_id));
}

pub(crate) fn westend_polkadot<F: Flavour>() {
    for (file, signatures, authorities) in [
        ("westend_512_set0.json", 3, 4),
        ("polkadot_4635975_set450.json", 199, 297),
    ] {
        let Some(json) = requirements::peers::json(&format!("grandpa/{file}")) else {
            continue;
        };
        let scale = bytes(&json["justification_hex"]);
        let mut set: Vec<(Hash, u64)> = match &json["signers"] {
            Value::Null => list(&json["authorities"])
                .map(|authority| {
                    (
                        hash(&authority["id"]),
                        u64::from(number(&authority["weight"])),
                    )
                })
                .collect(),
            signers => list(signers).map(|signer| (hash(signer), 1)).collect(),
        };
        // Polkadot's other authorities are unknown: these are made up.
        for index in set.len()..authorities {
            let mut id = [0xfe; 32];
            id[..8].copy_from_slice(&index.to_le_bytes());
            set.push((id, 1));
        }
        let set_id = u64::from(number(&json["set_id"]));
        verdict::<F>(&scale, &[], &set, set_id, |finalized| {
            let finalized = finalized.expect("final");
            let expected = json.get("expected").unwrap_or(&json["decoded"]);
            assert_eq!(*finalized.hash, hash(&expected["target_hash"]), "{file}");
            assert_eq!(finalized.number, number(&expected["target_number"]));
            assert_eq!(finalized.round, u64::from(number(&expected["round"])));
            assert_eq!(finalized.signatures, signatures, "exactly the threshold");
            println!("{file}: {signatures} of {authorities}");
        });
        verdict::<F>(&scale, &[], &set, set_id + 1, |refused| {
            assert_eq!(refused, Err(Error::BadSignature { precommit: 0 }), "{file}");
        });
        // Three more authorities: the threshold is higher by two.
        for index in 0..3 {
            set.push(([index + 1; 32], 1));
        }
        verdict::<F>(&scale, &[], &set, set_id, |refused| {
            let weight = u64::from(signatures);
            let threshold = weight + 2;
            let error = Error::NotEnoughWeight { weight, threshold };
            assert_eq!(refused, Err(error), "{file}");
        });
    }
}

pub(crate) fn avail<F: Flavour>() {
    for (file, expected) in [
        ("avail_ancestry.json", Ok(3)),
        (
            "avail_ancestry_missing_link_no_majority.json",
            Err("missing_header"),
        ),
        ("avail_ancestry_missing_link_works.json", Ok(3)),
    ] {
        let Some(json) = requirements::peers::json(&format!("grandpa/{file}")) else {
            continue;
        };
        let set = list(&json["validator_set"]["validator_set"]).map(|id| (ss58(id), 1));
        let set: Vec<_> = set.collect();
        let set_id = u64::from(number(&json["validator_set"]["set_id"]));
        let justification = &json["justification"];
        let headers = list(&justification["votes_ancestries"]).map(avail_header);
        let headers: Vec<_> = headers.collect();
        verdict::<F>(&scale(justification), &headers, &set, set_id, |verdict| {
            let verdict = verdict.map(|finalized| finalized.signatures);
            assert_eq!(verdict.map_err(|error| error.name()), expected, "{file}");
            println!("{file}: {verdict:?}");
        });
    }
}

/// The justification without its headers.
fn scale(json: &Value) -> Vec<u8> {
    let target = |json: &Value| (hash(&json["target_hash"]), number(&json["target_number"]));
    let precommit = |json: &Value| {
        let signature = <[u8; 64]>::try_from(bytes(&json["signature"])).expect("64 bytes");
        (target(&json["precommit"]), signature, ss58(&json["id"]))
    };
    let commit = &json["commit"];
    let precommits: Vec<_> = list(&commit["precommits"]).map(precommit).collect();
    let round = u64::from(number(&json["round"]));
    (round, target(commit), precommits, Vec::<()>::new()).encode()
}

/// The public key in an address of Substrate's: after a prefix, before a checksum.
fn ss58(value: &Value) -> Hash {
    let bytes = bs58::decode(value.as_str().expect("text")).into_vec();
    let bytes = bytes.expect("base58");
    bytes[1..33].try_into().expect("32 bytes")
}

/// A header with Avail's extension, version 3; all are without digest and data.
fn avail_header(json: &Value) -> Vec<u8> {
    let decimal: u32 = json["number"]
        .as_str()
        .expect("text")
        .parse()
        .expect("a number");
    assert_eq!(list(&json["digest"]["logs"]).count(), 0);
    let commitment = &json["extension"]["V3"]["commitment"];
    let lookup = (Compact(0_u32), Vec::<()>::new());
    let sizes = (Compact(0_u16), Compact(0_u16));
    let extension = (
        2_u8,
        lookup,
        sizes,
        Vec::<u8>::new(),
        hash(&commitment["dataRoot"]),
    );
    let roots = (hash(&json["stateRoot"]), hash(&json["extrinsicsRoot"]));
    let start = (hash(&json["parentHash"]), Compact(decimal), roots);
    (start, Vec::<()>::new(), extension).encode()
}
