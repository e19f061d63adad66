//! The report: the verdict by the chosen rule, then every rule's.

use super::arguments::Verify;
use super::hint::hints;
use super::signed::Signed;
use super::verdict::{all_in_words, in_words, verdicts};
use crate::output::{Fields, table};
use near_runtime_ext::rules::Flag;
use near_sdk_ext::nep413::Refused;
use serde_json::{Map, json};

/// Verifies by every rule, and prints the verdicts. Returns the refusal by the recipient or by the chosen rule, in
/// a line; `None` if the message is accepted.
pub(super) fn print(signed: &Signed, args: &Verify) -> anyhow::Result<Option<String>> {
    let (public_key, payload) = (&signed.public_key, &signed.payload);
    let rule = args.rule();
    let (flags, verdicts) = verdicts(signed);
    let hints = match flags.contains(&Flag::EquationFails) {
        true => hints(signed, rule),
        false => Vec::new(),
    };
    let mut refused = verdicts.iter().filter(|it| !it.is_accepted);
    let by_rule = refused.find(|it| it.rule == rule).map(|it| {
        let why = all_in_words(&it.why);
        format!("refused by {}: {why}", rule.name())
    });
    let refusal = match (&args.recipient, payload) {
        (Some(expected), Some(payload)) if *expected != payload.recipient => {
            let (expected, found) = (expected.clone(), payload.recipient.clone());
            let why = Refused::Recipient { expected, found };
            Some(format!("refused: {why}"))
        }
        _ => by_rule,
    };
    let mut rules = table(["rule", "verdict", "why"]);
    let mut in_json = Map::new();
    for it in &verdicts {
        let verdict = ["refused", "accepted"][usize::from(it.is_accepted)];
        rules.add_row([it.rule.name(), verdict, &all_in_words(&it.why)]);
        let fields = json!({ "accepted": it.is_accepted, "why": words(it.why.iter()) });
        in_json.insert(it.rule.name().to_owned(), fields);
    }
    let accepted = || format!("accepted by {}", rule.name());
    let mut allowed = flags.clone();
    allowed.retain(|flag| rule.allows(*flag));
    let odd = (!allowed.is_empty()).then(|| all_in_words(&allowed));
    let length = payload.is_none().then(|| signed.message.len().to_string());
    let fields = Fields::default()
        .json("rule", rule.name())
        .json("accepted", refusal.is_none())
        .json("refusal", refusal.clone())
        .line("verdict", [refusal.clone().unwrap_or_else(accepted)])
        .json("verdicts", in_json)
        .json("odd", words(flags.iter()))
        .json("holds_for", hints.clone())
        .line("it holds for", hints.iter().map(ToString::to_string))
        .both("public_key", "public key", Some(public_key.to_string()))
        .json("signature", signed.signature.to_string())
        // The wallet's payload; null for other messages.
        .both(
            "recipient",
            "recipient",
            payload.as_ref().map(|it| it.recipient.clone()),
        )
        .both(
            "hash",
            "hash signed",
            payload.as_ref().map(|_| hex::encode(&signed.message)),
        )
        .line("message bytes", length)
        .line("odd but allowed", odd);
    fields.print(args.json, &rules.to_string())?;
    Ok(refusal)
}

fn words<'a>(flags: impl Iterator<Item = &'a Flag>) -> Vec<String> {
    flags.copied().map(in_words).collect()
}
