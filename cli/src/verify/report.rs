//! The report: the verdict by the chosen rule, then every rule's.

use super::hint::hints;
use super::signed::Signed;
use super::verdict::{Verdict, all_in_words, in_words, verdicts};
use crate::output::{Fields, table};
use near_runtime_ext::rules::{Flag, Flags, Rule};
use near_sdk_ext::nep413::Refused;
use serde_json::{Map, json};

pub(super) struct Report<'a> {
    signed: &'a Signed,
    rule: Rule,
    /// The error if the message is for another recipient.
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

    /// The refusal by the recipient or by the rule, in a line; `None` if the message is accepted.
    pub(super) fn refusal(&self) -> Option<String> {
        if let Some(why) = &self.for_another {
            return Some(format!("refused: {why}"));
        }
        let refused = self.verdict().filter(|verdict| !verdict.is_accepted)?;
        let why = all_in_words(&refused.why);
        Some(format!("refused by {}: {why}", self.rule.name()))
    }

    pub(super) fn print(&self, is_json: bool) -> anyhow::Result<()> {
        let mut rules = table(["rule", "verdict", "why"]);
        let mut verdicts = Map::new();
        for it in &self.verdicts {
            let verdict = ["refused", "accepted"][usize::from(it.is_accepted)];
            rules.add_row([it.rule.name(), verdict, &all_in_words(&it.why)]);
            let fields = json!({ "accepted": it.is_accepted, "why": words(it.why.iter()) });
            verdicts.insert(it.rule.name().to_owned(), fields);
        }
        let refusal = self.refusal();
        let accepted = || format!("accepted by {}", self.rule.name());
        let Signed {
            public_key,
            signature,
            message,
            payload,
            ..
        } = self.signed;
        let mut allowed = self.flags.clone();
        allowed.retain(|flag| self.rule.allows().contains(flag));
        let odd = (!allowed.is_empty()).then(|| all_in_words(&allowed));
        let length = payload.is_none().then(|| message.len().to_string());
        let fields = Fields::default()
            .json("rule", self.rule.name())
            .json("accepted", refusal.is_none())
            .json("refusal", refusal.clone())
            .line("verdict", [refusal.unwrap_or_else(accepted)])
            .json("verdicts", verdicts)
            .json("odd", words(self.flags.iter()))
            .json("holds_for", self.hints.clone())
            .line("it holds for", self.hints.iter().map(ToString::to_string))
            .both("public_key", "public key", Some(public_key.to_string()))
            .json("signature", signature.to_string())
            // The wallet's payload; null for other messages.
            .both(
                "recipient",
                "recipient",
                payload.as_ref().map(|it| it.recipient.clone()),
            )
            .both(
                "hash",
                "hash signed",
                payload.as_ref().map(|_| hex::encode(message)),
            )
            .line("message bytes", length)
            .line("odd but allowed", odd);
        fields.print(is_json, &rules.to_string())
    }
}

fn words<'a>(flags: impl Iterator<Item = &'a Flag>) -> Vec<String> {
    flags.copied().map(in_words).collect()
}
