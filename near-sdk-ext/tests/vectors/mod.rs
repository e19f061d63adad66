//! The peers' test vectors, in one form, each with the verdict NEP-364 demands.

use serde_json::Value;

use crate::peer_data;

/// One signature to check. The signature may be of any length.
pub(crate) struct Vector {
    pub(crate) key: Vec<u8>,
    pub(crate) message: Vec<u8>,
    pub(crate) signature: Vec<u8>,
    /// Whether dalek's non-strict `verify`, hence NEP-364, accepts it.
    pub(crate) accepted: bool,
}

/// The vectors of one file in file order, or `None`, said loudly, where the peer data is absent.
pub(crate) fn read(file: &str) -> Option<Vec<Vector>> {
    let json = |name: &str| peer_data::read(&format!("ed25519/{name}"));
    let expected = json("expected_accept_reject.json")?;
    let expected = expected[file]["dalek_verify"].as_str().expect("verdicts");
    let inputs = inputs(file, &json(file)?);
    assert_eq!(inputs.len(), expected.len(), "{file}: one verdict a vector");
    let vector = |((key, message, signature), verdict)| Vector {
        key,
        message,
        signature,
        accepted: verdict == '1',
    };
    Some(
        inputs
            .into_iter()
            .zip(expected.chars())
            .map(vector)
            .collect(),
    )
}

type Inputs = (Vec<u8>, Vec<u8>, Vec<u8>);

/// Key, message and signature of each vector, by the shape of each source.
fn inputs(file: &str, json: &Value) -> Vec<Inputs> {
    let list = |value: &Value| value.as_array().expect("a list").clone();
    let text = |value: &Value| value.as_str().expect("text").as_bytes().to_vec();
    let bytes = |value: &Value| hex::decode(value.as_str().expect("text")).expect("hex");
    match file {
        "speccheck_cases.json" => list(json)
            .iter()
            .map(|v| {
                (
                    bytes(&v["pub_key"]),
                    bytes(&v["message"]),
                    bytes(&v["signature"]),
                )
            })
            .collect(),
        "zip215_small_order_196.json" => list(json)
            .iter()
            .map(|v| {
                (
                    bytes(&v["vk_bytes"]),
                    b"Zcash".to_vec(),
                    bytes(&v["sig_bytes"]),
                )
            })
            .collect(),
        "cctv_ed25519vectors.json" => list(json)
            .iter()
            .map(|v| (bytes(&v["key"]), text(&v["msg"]), bytes(&v["sig"])))
            .collect(),
        "wycheproof_ed25519_test.json" => list(&json["testGroups"])
            .iter()
            .flat_map(|group| {
                let key = bytes(&group["publicKey"]["pk"]);
                list(&group["tests"])
                    .into_iter()
                    .map(move |v| (key.clone(), bytes(&v["msg"]), bytes(&v["sig"])))
            })
            .collect(),
        _ => unreachable!("no reader for {file}"),
    }
}
