//! Reads `contracts.txt`, whose first comment says what its rows mean.

use crate::bomb::Bomb;
use crate::case::{Case, LIMITS, limit, padded};
use near_runtime_ext::Gas;
use std::collections::BTreeMap;
use test_support::imports::{host_functions, import, module};

/// For rows with `TYPE`.
const TYPES: [&str; 5] = ["i32", "i64", "f32", "f64", "funcref"];

/// What a row may say after its number.
const SETTINGS: [&str; 6] = ["bytes", "each", "gas", "input", "locals", "operands"];

type Settings = BTreeMap<String, u64>;

/// Cases by subject.
pub(crate) fn groups() -> Vec<(String, Vec<Case>)> {
    let mut words = limits();
    let nameless = |it| import(it).replace(&format!("${} ", it.name), "");
    let imports = host_functions().map(nameless).collect();
    words.insert("HOST_FUNCTIONS".to_owned(), imports);
    let mut groups = Vec::<(String, Vec<Case>)>::new();
    let text = include_str!("contracts.txt").replace("\n ", " ");
    for line in text.lines() {
        let defined = line.split_once(" = ");
        if let Some(title) = line.strip_prefix("### ") {
            groups.push((title.to_owned(), Vec::new()));
        } else if let Some((word, meaning)) = defined.filter(|it| !it.0.contains(' ')) {
            words.insert(word.to_owned(), computed(explained(meaning, &words)));
        } else if !line.is_empty() && !line.starts_with('#') {
            let (_, cases) = groups.last_mut().expect("a title");
            let types = if line.contains("TYPE") {
                &TYPES[..]
            } else {
                &[""]
            };
            for ty in types {
                cases.extend(row(&explained(&line.replace("TYPE", ty), &words)));
            }
        }
    }
    groups
}

/// nearcore's limits by its names.
fn limits() -> BTreeMap<String, String> {
    let limits = serde_json::to_value(*LIMITS).expect("JSON");
    let limits = limits.as_object().expect("fields").iter();
    let numbers = limits.map(|(name, limit)| (name.clone(), limit.to_string()));
    numbers.collect()
}

/// The text with the meanings of words.
fn explained(text: &str, words: &BTreeMap<String, String>) -> String {
    let is_end = |c: char| !(c.is_ascii_alphanumeric() || c == '_');
    let parts = text.split_inclusive(is_end).map(|part| {
        let word = part.trim_end_matches(is_end);
        let meaning = words.get(word).map_or(word, String::as_str);
        meaning.to_owned() + &part[word.len()..]
    });
    parts.collect()
}

/// The result of a calculation, from left to right; another text as it is.
fn computed(text: String) -> String {
    let mut parts = text.split(' ');
    let Some(Ok(first)) = parts.next().map(str::parse::<u64>) else {
        return text;
    };
    let mut result = first;
    while let (Some(operator), Some(operand)) = (parts.next(), parts.next()) {
        let operand = number(operand);
        result = match operator {
            "+" => result + operand,
            "-" => result - operand,
            "*" => result * operand,
            "/" => result / operand,
            _ => {
                assert_eq!(operator, "%", "an operator");
                result % operand
            }
        };
    }
    result.to_string()
}

fn number(text: &str) -> u64 {
    text.parse().expect("a number")
}

/// The cases of a row: one, or one at a limit and one beyond.
fn row(row: &str) -> Vec<Case> {
    let (name, row) = row.split_once(": ").expect("a name");
    let (settings, code) = row.split_once(" |").expect("a number");
    let mut settings = settings.split(", ");
    let count = settings.next().unwrap_or_default();
    let settings = settings.map(|it| {
        let (name, value) = it.split_once(' ').expect("a setting and its number");
        assert!(SETTINGS.contains(&name), "{name}");
        (name.to_owned(), number(value))
    });
    let settings: Settings = settings.collect();
    let case = |name: String, count: Option<u64>| {
        let (code, sizes) = (code.to_owned(), settings.clone());
        let mut case = Case::new(name, move || contract(&code, count, &sizes));
        case.input = settings.get("input").copied().unwrap_or(0);
        let gas = settings.get("gas").copied().map(Gas::from_teragas);
        case.gas = gas.unwrap_or(case.gas);
        case
    };
    if let Some(limit) = count.strip_prefix("up to ").map(number) {
        return vec![
            case(format!("{name}, at the limit"), Some(limit)),
            case(format!("{name}, one over the limit"), Some(limit + 1)),
        ];
    }
    let count = (count != "all").then(|| number(count));
    vec![case(name.to_owned(), count)]
}

/// A row's contract with this many of something, or as many as fit.
fn contract(code: &str, count: Option<u64>, settings: &Settings) -> Vec<u8> {
    let setting = |name| settings.get(name).copied();
    let times = count.unwrap_or(0);
    let code = repeated(with_constants(code), ['{', '}'], times);
    let code = repeated(code, ['<', '>'], times).replace('#', &times.to_string());
    if let Some(bytes) = setting("each") {
        let bomb = Bomb {
            locals: setting("locals").unwrap_or(0),
            operands: setting("operands").unwrap_or(0),
            code,
        };
        return match count {
            Some(count) => bomb.contract(count, bytes),
            None => bomb.filling(bytes, limit(LIMITS.max_instrumented_code_size)),
        };
    }
    let code = match code.split_once('|') {
        None => code,
        Some((fields, body)) => module(&format!(
            r#"{fields} (func $main (export "main") (local $i i64) {body})"#
        )),
    };
    let wasm = wat::parse_str(code).expect("valid WAT");
    match setting("bytes") {
        Some(size) => padded(wasm, size),
        None => wasm,
    }
}

/// The code with constants of i64 for the numbers in brackets.
fn with_constants(code: &str) -> String {
    let parts = code.split(['[', ']']).enumerate();
    let parts = parts.map(|(index, part)| match index % 2 {
        0 => part.to_owned(),
        _ => {
            let constants = part.split(' ').map(|it| format!("(i64.const {it}) "));
            constants.collect()
        }
    });
    parts.collect()
}

/// The text with everything between these marks repeated, the innermost first.
pub(crate) fn repeated(mut text: String, [begin, end]: [char; 2], count: u64) -> String {
    while let Some(start) = text.rfind(begin) {
        let end = start + text[start..].find(end).expect("an end");
        let again = &text[start + 1..end];
        let counted = again.split_once(" times ");
        let counted = counted.and_then(|(times, again)| Some((times.parse().ok()?, again)));
        let (times, again) = counted.unwrap_or((count, again));
        let place = |index: u64| {
            let again = again.replace("%x", &format!("{index:x}"));
            again.replace('%', &index.to_string())
        };
        let again: String = match again.contains('%') {
            true => (0..times).map(place).collect(),
            false => again.repeat(usize::try_from(times).expect("a size of memory")),
        };
        text = format!("{}{again}{}", &text[..start], &text[end + 1..]);
    }
    text
}
