//! The report: the verdict by the chosen rule, then every rule's.

use super::hint::hints;
use super::signed::Signed;
use super::verdict::{Verdict, verdicts};
use super::words::{all_in_words, in_words};
use ed25519_rules::{Flag, Flags, Rule};
use near_ed25519_benches::stdout::{named, table};
use near_sdk_ext::nep413::Refused;
use serde_json::{Map, Value, json};

pub(super) struct Report<'a> {
    signed: &'a Signed,
    rule: Rule,
    /// The error of a message that is for somebody else.
    for_another: Option<String>,
    flags: Flags,
    verdicts: Vec<Verdict>,
    hints: Vec<&'static str>,
}

impl<'a> Report<'a> {
    /// Verifies by every rule; a wallet's message must also be for `recipient`, if there is one.
    pub(super) fn new(signed: &'a Signed, rule: Rule, recipient: Option<&str>) -> Self {
        let (flags, verdicts) = verdicts(&signed.public_key, &signed.signature, &signed.message);
        let hints = match flags.contains(&Flag::EquationFails) {
            true => hints(signed, rule),
            false => Vec::new(),
        };
        let for_another = match (recipient, &signed.payload) {
            (Some(expected), Some(payload)) if expected != payload.recipient => {
                let (expected, found) = (expected.to_owned(), payload.recipient.clone());
                Some(Refused::Recipient { expected, found }.to_string())
            }
            _ => None,
        };
        Self {
            signed,
            rule,
            for_another,
            flags,
            verdicts,
            hints,
        }
    }

    /// The verdict by the chosen rule.
    fn verdict(&self) -> Option<&Verdict> {
        self.verdicts.iter().find(|it| it.rule == self.rule)
    }

    /// The refusal by the recipient or by the rule, in a line; `None` if it is accepted.
    pub(super) fn refusal(&self) -> Option<String> {
        if let Some(why) = &self.for_another {
            return Some(format!("refused: {why}"));
        }
        let refused = self.verdict().filter(|verdict| !verdict.is_accepted)?;
        let why = all_in_words(&refused.why);
        Some(format!("refused by {}: {why}", self.rule.name()))
    }

    pub(super) fn json(&self) -> Value {
        let words = |flags: &[Flag]| -> Vec<_> { flags.iter().copied().map(in_words).collect() };
        let verdicts = self.verdicts.iter().map(|verdict| {
            let fields = json!({ "accepted": verdict.is_accepted, "why": words(&verdict.why) });
            (verdict.rule.name().to_owned(), fields)
        });
        let payload = self.signed.payload.as_ref();
        json!({
            "rule": self.rule.name(),
            "accepted": self.refusal().is_none(),
            "refusal": self.refusal(),
            "verdicts": verdicts.collect::<Map<_, _>>(),
            "odd": self.flags.iter().copied().map(in_words).collect::<Vec<_>>(),
            "holds_for": self.hints,
            "public_key": self.signed.public_key,
            "signature": self.signed.signature,
            // What a wallet signed, and for whom; null for other messages.
            "hash": payload.map(|_| hex::encode(&self.signed.message)),
            "recipient": payload.map(|payload| &payload.recipient),
        })
    }

    pub(super) fn text(&self) -> String {
        let accepted = || format!("accepted by {}", self.rule.name());
        let mut lines = vec![("verdict", self.refusal().unwrap_or_else(accepted))];
        let holds_for = self.hints.iter().map(|what| (*what).to_owned());
        lines.extend(holds_for.map(|what| ("it holds for", what)));
        lines.push(("public key", self.signed.public_key.to_string()));
        match &self.signed.payload {
            Some(payload) => {
                lines.push(("recipient", payload.recipient.clone()));
                lines.push(("hash signed", hex::encode(&self.signed.message)));
            }
            None => lines.push(("message bytes", self.signed.message.len().to_string())),
        }
        let mut allowed = self.flags.clone();
        allowed.retain(|flag| self.rule.allows().contains(flag));
        if !allowed.is_empty() {
            lines.push(("odd but allowed", all_in_words(&allowed)));
        }
        let text = named(lines);
        let mut rules = table(["rule", "verdict", "why"]);
        for Verdict {
            rule,
            is_accepted,
            why,
        } in &self.verdicts
        {
            let verdict = match is_accepted {
                true => "accepted",
                false => "refused",
            };
            rules.add_row([rule.name(), verdict, &all_in_words(why)]);
        }
        text + &rules.to_string()
    }
}
