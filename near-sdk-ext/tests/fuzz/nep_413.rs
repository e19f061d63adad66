//! Any bytes as a wallet's message. If a contract reads it, the reader of files reads the same, and
//! writing and reading the message again gives the same message; its signature is good only if
//! nothing signed was changed.

use chain_files::nep413::{FORMS, examples};
use near_sdk::{borsh, test_utils::VMContextBuilder, testing_env};
use near_sdk_ext::nep413::{Parts, SignedMessage};
use proptest::{prop_assert, prop_assert_eq};
use requirements::fuzzing::{CaseResult, Corpus, Target, fuzz};

fn check(bytes: &[u8], unchanged: &SignedMessage) -> CaseResult {
    let parts = serde_json::from_slice::<Parts>(bytes);
    let signed = match serde_json::from_slice::<SignedMessage>(bytes) {
        Ok(signed) => signed,
        Err(error) => {
            prop_assert!(!error.to_string().is_empty());
            return Ok(["refused", "parts"][usize::from(parts.is_ok())]);
        }
    };
    let parts = parts.map(SignedMessage::try_from);
    prop_assert_eq!(parts.expect("parts"), Ok(signed.clone()));
    testing_env!(VMContextBuilder::new().build()); // with gas for a verification
    let is_good = signed.verify(&signed.payload.recipient).is_ok();
    prop_assert_eq!(is_good, signed == *unchanged);
    let text = serde_json::to_string(&signed).expect("JSON");
    let again: SignedMessage = serde_json::from_str(&text).expect("itself");
    prop_assert_eq!(again, signed);
    Ok("read")
}

#[test]
fn any_message_of_a_wallet_is_read_alike_or_refused() {
    let [message, _] = examples();
    let files = FORMS.iter().filter_map(|form| form.files().next());
    let corpus = files.fold(Corpus::default(), |corpus, (file, request)| {
        let corpus = corpus.and("a message", file);
        match request {
            Some(request) => corpus.and("its request", request),
            None => corpus,
        }
    });
    let target = Target::new("nep_413", 20_000);
    let unchanged = borsh::to_vec(&message).expect("Borsh");
    let unchanged = borsh::from_slice(&unchanged).expect("a signed message");
    fuzz!(target, like & corpus, |bytes: Vec<u8>| check(
        &bytes, &unchanged
    ))
    .reaches(&["parts", "read", "refused"], 100);
}
