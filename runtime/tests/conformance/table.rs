//! The tables of `nep-0364.md`: each rule's verdicts, and the number of vectors that support them.

use crate::judge::{Tally, judge};
use crate::published;
use crate::witness::{Population, population, witnesses};
use expect_test::expect_file;
use near_runtime_ext::rules::{Answer, Flag, Flags, Rule, Triple, words};
use requirements::peers::ed25519::{CCTV, SMALL_ORDER, SPECCHECK, WYCHEPROOF};
use std::collections::BTreeMap;

/// A Markdown table; its titles are separated like cells.
fn markdown(titles: &str, rows: &[Vec<String>]) -> String {
    let line = |cells: &str| format!("| {cells} |\n");
    let below = "---|".repeat(titles.split(" | ").count());
    let rows: String = rows.iter().map(|row| line(&row.join(" | "))).collect();
    format!("{}|{below}\n{rows}", line(titles))
}

/// The other oddities that all witnesses have in common.
fn companions(witnesses: &Population, flag: Option<Flag>) -> Flags {
    let mut sets = witnesses.keys().cloned();
    let first = sets.next().expect("a witness");
    let mut common = sets.fold(first, |common, set| &common & &set);
    common.retain(|other| Some(*other) != flag);
    common
}

/// A rule's answer to an oddity, and to the oddities that always accompany it.
fn says(rule: Rule, flag: Option<Flag>, companions: &Flags) -> String {
    let answer = rule.answer(&flag.into_iter().collect());
    let mut refused = companions.clone();
    refused.retain(|companion| !rule.allows(*companion));
    if answer == Answer::Accepted && !refused.is_empty() {
        return format!("{answer} unless {}", words(&refused));
    }
    answer.to_string()
}

/// Judges the witnesses, and counts them by answer; [`judge`] makes sure that the stack gives the rule's answer.
fn does(witnesses: &Population) -> String {
    let mut answers = BTreeMap::<_, usize>::new();
    for (flags, triples) in witnesses {
        judge(&words(flags), triples);
        *answers.entry(Rule::Nep364.answer(flags)).or_default() += triples.len();
    }
    let counted = answers.iter().map(|(answer, n)| format!("{answer} ({n})"));
    counted.collect::<Vec<_>>().join(", ")
}

#[test]
fn every_rule_answers_as_its_table_says() {
    let population = population();
    let rules = Rule::ALL.map(|rule| rule.to_string());
    let titles = format!(" | {} | this runtime (triples)", rules.join(" | "));
    let flags = [None].into_iter().chain(Flag::ALL.map(Some));
    let rows = flags.map(|flag| {
        let witnesses = witnesses(&population, flag);
        let companions = companions(&witnesses, flag);
        let cells = Rule::ALL.map(|rule| says(rule, flag, &companions));
        let answers = does(&witnesses);
        [&[words(&flag)], &cells[..], &[answers]].concat()
    });
    let rows: Vec<_> = rows.collect();
    expect_file!["rules.md"].assert_eq(&markdown(&titles, &rows));
}

/// All published vectors; `None` where the peer data is absent.
fn sources() -> [(&'static str, Option<Vec<Triple>>); 6] {
    [
        ("RFC 8032 and sign.input", published::honest()),
        ("Wycheproof", published::triples(WYCHEPROOF)),
        ("C2SP CCTV", published::triples(CCTV)),
        ("ed25519-speccheck", published::triples(SPECCHECK)),
        ("Zcash's small-order set", published::triples(SMALL_ORDER)),
        ("nearcore's own cases", published::of_nearcore()),
    ]
}

/// Every rule's verifier verifies each of them.
#[test]
fn every_source_is_judged_and_has_the_totals_of_the_table() {
    let titles = "source | vectors | NEP-364 | binding | `verify_strict` | ZIP-215 | Solana";
    let judged = sources().map(|(name, triples)| {
        let Tally { triples, accepted } = judge(name, &triples?);
        let numbers = accepted.map(|number| number.to_string());
        Some([&[name.to_owned(), triples.to_string()], &numbers[..]].concat())
    });
    let Some(rows) = judged.into_iter().collect::<Option<Vec<_>>>() else {
        return;
    };
    expect_file!["vectors.md"].assert_eq(&markdown(titles, &rows));
}
