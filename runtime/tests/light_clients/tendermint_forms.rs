//! Random changes of files, in every form of a whole block: the client accepts the parsed block
//! only if nothing signed has changed.

use crate::client::Client;
use crate::tendermint::{SECOND, at_the_threshold, header, parameters, time_ns};
use crate::tendermint_properties::signed_part;
use chain_files::tendermint::forms::{LIGHT_BLOCK, SIGNED_BLOCK};
use chain_files::tendermint::{LightBlock, check, rpc};
use proptest::prelude::any;
use proptest::prop_assert_eq;
use proptest::sample::{Index, select};
use prost::Message as _;
use requirements::fuzzing::{Target, fuzz};
use test_contracts::ClientBuild;
use test_contracts::tendermint::generate::{CHAIN_ID, Chain, Power};

/// The block of a file, as the command line parses it.
fn read(bytes: &[u8]) -> Option<LightBlock> {
    let file = rpc::block(bytes).ok()?;
    let block = LightBlock {
        signed_header: file.signed_header,
        validators: file.validators?,
    };
    check::commit(&block.signed_header).ok()?;
    check::validators(&block.validators).ok()?;
    Some(block)
}

/// The text with one letter or digit changed: mostly in a hash, key, signature, number or name.
fn with(text: &str, at: Index, digit: u8) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    let places = (0..bytes.len()).filter(|at| bytes[*at].is_ascii_alphanumeric());
    let at = *at.get(&places.collect::<Vec<_>>());
    bytes[at] = digit;
    bytes
}

#[test]
fn a_changed_file_is_accepted_only_if_nothing_signed_has_changed() {
    let chain = Chain::new(5, Power::CosmosLike, "forms");
    let trusted = chain.block(100, "");
    let untrusted = at_the_threshold(&chain.block(300, ""));
    let now = time_ns(header(&untrusted)) + SECOND;
    let parameters = parameters(CHAIN_ID);
    let build = ClientBuild::Host;
    let mut client = Client::tendermint(&[build], &parameters, header(&trusted), now);
    let before = client.account();
    let update = |block: &LightBlock| block.update(100, &chain.validators()).encode_to_vec();
    let expected = signed_part(&update(&untrusted));

    for (name, form) in [
        ("tendermint_light_block", LIGHT_BLOCK),
        ("tendermint_signed_block", SIGNED_BLOCK),
    ] {
        let original = (form.write)(&untrusted).to_string();
        assert_eq!(read(original.as_bytes()).as_ref(), Some(&untrusted));
        let changed = (any::<Index>(), select(b"0123456789ABCDEF".as_slice()));
        let target = Target::new(name, 500);
        let tally = fuzz!(target, changed, |(at, digit): (Index, u8)| {
            let Some(block) = read(&with(&original, at, digit)) else {
                return Ok("unreadable");
            };
            let args = update(&block);
            if client.call("update_client", &args).is_err() {
                return Ok("refused");
            }
            prop_assert_eq!(signed_part(&args), expected.clone());
            client.restore(&before);
            Ok("accepted")
        });
        tally.reaches(&["accepted", "refused", "unreadable"], 25);
    }
}
