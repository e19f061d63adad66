//! Reads inline assembly from Rust source: the lines, with macros expanded, and what surrounds them.

use proc_macro2::{Group, TokenStream, TokenTree};
use std::collections::BTreeMap;

/// A function's assembly.
pub(super) struct Assembly {
    /// The lines of each argument of `concat!`.
    pub(super) parts: Vec<Vec<String>>,
    /// The function without the assembly's text.
    pub(super) frame: String,
}

impl Assembly {
    /// The assembly of the method `name`, the only one in it.
    pub(super) fn of(source: &str, name: &str) -> Self {
        let start = source.find(&format!("fn {name}(")).expect("the function");
        // By rustfmt's layout.
        let (function, _) = source[start..].split_once("\n    }\n").expect("its end");
        let mut texts = Vec::new();
        let frame = without_texts(tokens_of(&format!("{function} }}")), &mut texts);
        let [text] = <[_; 1]>::try_from(texts).expect("one block of assembly");
        let parts = match &text[..] {
            [_, _, TokenTree::Group(concatenated)] => arguments_of(concatenated.stream()),
            _ => vec![text],
        };
        let macros = macros(&tokens_of(source).into_iter().collect::<Vec<_>>());
        let lines = |part: &Vec<_>| {
            let text = text_of(part, &macros, &BTreeMap::new());
            let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
            lines.map(str::to_owned).collect()
        };
        Self {
            parts: parts.iter().map(lines).collect(),
            frame: frame.to_string(),
        }
    }
}

fn tokens_of(source: &str) -> TokenStream {
    source.parse().expect("Rust")
}

/// The text of source, as [`Assembly::frame`] has it.
pub(super) fn normal(source: &str) -> String {
    tokens_of(source).to_string()
}

/// The tokens without the first argument of each `asm!`, which is moved to `texts`.
fn without_texts(tokens: TokenStream, texts: &mut Vec<Vec<TokenTree>>) -> TokenStream {
    let tokens: Vec<_> = tokens.into_iter().collect();
    let kept = tokens.iter().enumerate().map(|(i, token)| {
        let TokenTree::Group(group) = token else {
            return token.clone();
        };
        let mut inner = group.stream().into_iter();
        if i >= 2 && tokens[i - 2].to_string() == "asm" {
            let text = inner.by_ref().take_while(|it| it.to_string() != ",");
            texts.push(text.collect());
        }
        let inner = without_texts(inner.collect(), texts);
        Group::new(group.delimiter(), inner).into()
    });
    kept.collect()
}

/// Splits at commas.
fn arguments_of(stream: TokenStream) -> Vec<Vec<TokenTree>> {
    let mut arguments = vec![Vec::new()];
    for token in stream {
        match token {
            TokenTree::Punct(it) if it.as_char() == ',' => arguments.push(Vec::new()),
            token => arguments.last_mut().expect("a list").push(token),
        }
    }
    arguments.retain(|argument| !argument.is_empty());
    arguments
}

/// The names of a macro's parameters, and the tokens of its result.
type Macros = BTreeMap<String, (Vec<String>, Vec<TokenTree>)>;

/// All macros with one rule.
fn macros(tokens: &[TokenTree]) -> Macros {
    let mut macros = Macros::new();
    for window in tokens.windows(4) {
        let [keyword, _, name, TokenTree::Group(body)] = window else {
            continue;
        };
        let groups = body.stream().into_iter().filter_map(|it| match it {
            TokenTree::Group(group) => Some(group.stream()),
            _ => None,
        });
        let groups: Vec<_> = groups.collect();
        if let [parameters, result] = &groups[..]
            && keyword.to_string() == "macro_rules"
        {
            let names = arguments_of(parameters.clone()).into_iter();
            let names = names.map(|it| it[1].to_string()).collect();
            let result = result.clone().into_iter().collect();
            macros.insert(name.to_string(), (names, result));
        }
    }
    macros
}

/// The text of a literal, of a parameter, or of a macro's call.
fn text_of(tokens: &[TokenTree], macros: &Macros, values: &BTreeMap<String, String>) -> String {
    match tokens {
        [TokenTree::Literal(literal)] => unquoted(&literal.to_string()),
        [TokenTree::Punct(_), TokenTree::Ident(parameter)] => {
            values[&parameter.to_string()].clone()
        }
        [
            TokenTree::Ident(name),
            TokenTree::Punct(_),
            TokenTree::Group(group),
        ] => {
            let arguments = arguments_of(group.stream());
            let texts = arguments.iter().map(|it| text_of(it, macros, values));
            let texts: Vec<_> = texts.collect();
            if name == "concat" {
                return texts.concat();
            }
            let (names, result) = &macros[&name.to_string()];
            assert_eq!(names.len(), texts.len(), "parameters of {name}");
            let values = names.iter().cloned().zip(texts).collect();
            text_of(result, macros, &values)
        }
        _ => unreachable!("not a text: {tokens:?}"),
    }
}

/// The value of a string literal whose only escapes are ends of lines.
fn unquoted(literal: &str) -> String {
    let inner = literal
        .strip_prefix('"')
        .and_then(|it| it.strip_suffix('"'));
    let inner = inner.expect("a string").replace("\\n", "\n");
    assert!(!inner.contains('\\'), "an escape in {literal}");
    inner
}
