//! Authority sets and justifications as nodes and other projects write them.

use parity_scale_codec::{Compact, Encode};
use serde_json::Value;

use super::{
    AuthoritySet, FieldError, Justification, avail,
    field::{Field, decode_hex},
};

/// Reads an authority set from JSON, with or without a JSON-RPC envelope: `set_id`, and
/// `authorities` (or `validator_set`, or `signers`) as `[[id, weight], …]`, `[{id, weight}, …]` or
/// `[id, …]`, of weight 1. An id is in hex or SS58. Avail has both in an object `validator_set`.
///
/// # Errors
/// The text is something else; the error names the field.
pub fn authority_set(text: &str) -> Result<AuthoritySet, FieldError> {
    let value: Value = serde_json::from_str(text)?;
    let mut json = result(Field::root(&value))?;
    if let Some(set) = json
        .find("validator_set")
        .filter(|set| set.value().is_object())
    {
        json = set;
    }
    let set_id = json.get("set_id")?.number()?;
    let list = ["authorities", "validator_set", "signers"];
    let list = list.into_iter().find_map(|name| json.find(name));
    let list = list.map_or_else(|| json.get("authorities"), Ok)?;
    let authorities = list.items()?.map(|item| authority(&item));
    Ok(AuthoritySet {
        set_id,
        authorities: authorities.collect::<Result<_, _>>()?,
    })
}

fn authority(json: &Field<'_>) -> Result<([u8; 32], u64), FieldError> {
    match json.value() {
        Value::Array(_) => {
            let pair: Vec<_> = json.items()?.collect();
            let [id, weight] = pair.as_slice() else {
                return Err(json.invalid("an id and a weight"));
            };
            Ok((id.public_key()?, weight.number()?))
        }
        Value::Object(_) => Ok((json.get("id")?.public_key()?, json.get("weight")?.number()?)),
        _ => Ok((json.public_key()?, 1)),
    }
}

/// Reads a justification: SCALE bytes; the same in hex, with or without `0x`; JSON of such hex,
/// alone, as `justification_hex` or as the `result` of JSON-RPC; or decoded into JSON, alone or as
/// `justification`, from which the headers come out beside the justification.
///
/// SCALE is not looked into: that is for the contract.
///
/// # Errors
/// It is something else; the error names the field.
pub fn justification(bytes: &[u8]) -> Result<Justification, FieldError> {
    let alone = |scale| Justification {
        scale,
        headers: Vec::new(),
    };
    // Signatures are no text, so bytes that are text are not SCALE.
    let Ok(text) = str::from_utf8(bytes) else {
        return Ok(alone(bytes.to_vec()));
    };
    let text = text.trim();
    if text.starts_with(['{', '"']) {
        let value: Value = serde_json::from_str(text)?;
        return from_json(result(Field::root(&value))?);
    }
    match decode_hex(text) {
        Some(scale) if !scale.is_empty() => Ok(alone(scale)),
        _ => Err(FieldError::Unknown),
    }
}

fn from_json(json: Field<'_>) -> Result<Justification, FieldError> {
    let json = json.find("justification").unwrap_or(json);
    let json = json.find("justification_hex").unwrap_or(json);
    match json.value() {
        Value::String(_) => Ok(Justification {
            scale: json.bytes()?,
            headers: Vec::new(),
        }),
        _ => decoded(&json),
    }
}

fn decoded(json: &Field<'_>) -> Result<Justification, FieldError> {
    let commit = json.get("commit")?;
    let list = commit.get("precommits")?;
    let precommits = list.items()?.map(|item| {
        let signature = item.get("signature")?.array::<64>()?;
        Ok((
            target(&item.get("precommit")?)?,
            signature,
            item.get("id")?.public_key()?,
        ))
    });
    let precommits: Vec<_> = precommits.collect::<Result<_, FieldError>>()?;
    let round: u64 = json.get("round")?.number()?;
    let no_headers = Compact(0_u32);
    let headers = json.get("votes_ancestries")?;
    let headers = headers.items()?.map(|item| avail::header(&item));
    Ok(Justification {
        scale: (round, target(&commit)?, precommits, no_headers).encode(),
        headers: headers.collect::<Result<_, _>>()?,
    })
}

fn target(json: &Field<'_>) -> Result<([u8; 32], u32), FieldError> {
    let (hash, number) = (json.get("target_hash")?, json.get("target_number")?);
    Ok((hash.array()?, number.number()?))
}

/// What a JSON-RPC answer is about, or the value itself if it is none.
fn result(json: Field<'_>) -> Result<Field<'_>, FieldError> {
    match json.find("error") {
        Some(error) => Err(FieldError::Node(error.value().to_string())),
        None => Ok(json.find("result").unwrap_or(json)),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use blake2::{Blake2b, Digest as _, digest::consts::U32};
    use serde_json::json;

    use super::{super::generate, *};
    use crate::peers;

    #[test]
    fn a_justification_is_read_in_every_wrapping() {
        let authorities = generate::Authorities::equal(5, 4, "test");
        let expected = authorities.justify(2, &generate::Block::new(70, "a"));
        let hex = hex::encode(&expected.scale);
        let prefixed = format!("0x{hex}");
        let wrappings = [
            hex.clone().into_bytes(),
            format!(" {prefixed}\n").into_bytes(),
            json!(prefixed).to_string().into_bytes(),
            json!({ "jsonrpc": "2.0", "result": prefixed, "id": 1 })
                .to_string()
                .into_bytes(),
            json!({ "justification_hex": hex }).to_string().into_bytes(),
            json!({ "justification": hex }).to_string().into_bytes(),
            expected.scale.clone(),
        ];
        for wrapping in wrappings {
            assert_eq!(justification(&wrapping).expect("a justification"), expected);
        }
    }

    #[test]
    fn what_is_no_justification_is_refused_with_the_field() {
        let refused = |text: &str| {
            let error = justification(text.as_bytes()).expect_err("refused");
            error.to_string()
        };
        let unknown = "neither JSON, nor hex, nor a SCALE-encoded justification";
        for text in ["", "0x", "0x123", "hello", "[1, 2]", "null"] {
            assert_eq!(refused(text), unknown, "{text}");
        }
        assert!(refused("{").starts_with("not JSON: "));
        assert_eq!(refused("{}"), "there is no commit");
        assert_eq!(refused(r#"{"result": null}"#), "there is no result.commit");
        assert_eq!(refused(r#""0xg""#), "the JSON value is not bytes in hex");
        let error = r#"{"error": {"code": -32601}}"#;
        assert_eq!(
            refused(error),
            r#"the node answered with an error: {"code":-32601}"#
        );
        let commit = r#"{"commit": {"precommits": [{"signature": "00"}]}}"#;
        let expected = "commit.precommits[0].signature is not 64 bytes in hex";
        assert_eq!(refused(commit), expected);
    }

    #[test]
    fn authorities_are_read_in_every_form() {
        let id = "01".repeat(32);
        let set = |text: Value| authority_set(&text.to_string());
        let weighted = AuthoritySet {
            set_id: 7,
            authorities: vec![([1; 32], 3)],
        };
        let pairs = json!({ "set_id": 7, "authorities": [[id, 3]] });
        assert_eq!(set(pairs.clone()).expect("a set"), weighted);
        assert_eq!(set(json!({ "result": pairs })).expect("a set"), weighted);
        let objects = json!({ "set_id": 7, "authorities": [{ "id": id, "weight": 3 }] });
        assert_eq!(set(objects).expect("a set"), weighted);
        for name in ["authorities", "validator_set", "signers"] {
            let alone = set(json!({ "set_id": 7, name: [id] })).expect("a set");
            assert_eq!(alone.authorities, [([1; 32], 1)]);
        }
        let refused = |text| set(text).expect_err("refused").to_string();
        assert_eq!(refused(json!({ "authorities": [] })), "there is no set_id");
        assert_eq!(refused(json!({ "set_id": 7 })), "there is no authorities");
        let short = json!({ "set_id": 7, "authorities": [["00", 1]] });
        let expected = "authorities[0][0] is not a public key in hex or SS58";
        assert_eq!(refused(short), expected);
    }

    #[test]
    fn the_peers_files_are_read() {
        for (file, set_id, authorities, votes) in [
            ("westend_512_set0.json", 0, 4, 3_u32),
            ("polkadot_4635975_set450.json", 450, 199, 199),
        ] {
            let Some(text) = peers::read(&format!("grandpa/{file}")) else {
                continue;
            };
            let set = authority_set(&text).expect("a set");
            assert_eq!((set.set_id, set.authorities.len()), (set_id, authorities));
            let justification = justification(text.as_bytes()).expect("a justification");
            let length = |count: usize| 8 + 36 + Compact(votes).encode().len() + 132 * count + 1;
            let votes = usize::try_from(votes).expect("few");
            assert_eq!(justification.scale.len(), length(votes), "{file}");
        }
    }

    /// Every header that is voted for or has a child is found by its hash.
    #[test]
    fn avails_headers_hash_to_what_their_chain_says() {
        for (file, headers, known) in [
            ("avail_ancestry.json", 6, 6),
            ("avail_ancestry_missing_link_no_majority.json", 5, 5),
            ("avail_ancestry_missing_link_works.json", 5, 5),
        ] {
            let Some(text) = peers::read(&format!("grandpa/{file}")) else {
                continue;
            };
            let set = authority_set(&text).expect("a set");
            assert_eq!((set.set_id, set.authorities.len()), (1, 4));
            let justification = justification(text.as_bytes()).expect("a justification");
            assert_eq!(justification.headers.len(), headers);
            let parents = justification
                .headers
                .iter()
                .map(|header| header[..32].to_vec());
            let votes = justification.scale[45..].as_chunks::<132>().0;
            let votes = votes.iter().map(|vote| vote[..32].to_vec());
            let wanted: BTreeSet<_> = parents.chain(votes).collect();
            let hash = |header: &Vec<u8>| Blake2b::<U32>::digest(header).to_vec();
            let hashes = justification.headers.iter().map(hash);
            assert_eq!(
                hashes.filter(|hash| wanted.contains(hash)).count(),
                known,
                "{file}"
            );
        }
    }
}
