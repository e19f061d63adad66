//! Reads inline assembly from Rust source: the lines, with macros expanded, and the operands.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};

/// A function's assembly.
pub(super) struct Assembly {
    /// The lines of each argument of `concat!`.
    pub(super) parts: Vec<Vec<String>>,
    /// Registers that the compiler fills, with the expression it fills them with.
    pub(super) inputs: BTreeMap<String, String>,
    /// Registers that the code may change.
    pub(super) changed: BTreeSet<String>,
    /// Registers that the compiler reads, with the variable it stores them to.
    pub(super) outputs: BTreeMap<String, String>,
    pub(super) options: BTreeSet<String>,
    /// The function without the assembly's arguments.
    pub(super) frame: String,
}

impl Assembly {
    /// The assembly of the function `name`, the only one in it.
    pub(super) fn of(source: &str, name: &str) -> Self {
        let tokens: Vec<_> = tokens_of(source);
        let macros = macros(&tokens);
        let function = function(&tokens, name).expect("the function");
        let mut found = Vec::new();
        let frame = without_assembly(&function, &mut found);
        let [arguments] = <[TokenStream; 1]>::try_from(found).expect("one block of assembly");
        let mut arguments = arguments_of(arguments).into_iter();
        let template = arguments.next().expect("a template");
        let parts = match template.as_slice() {
            [
                TokenTree::Ident(_),
                TokenTree::Punct(_),
                TokenTree::Group(group),
            ] => arguments_of(group.stream())
                .iter()
                .map(|it| text(it, &macros, &BTreeMap::new()))
                .collect(),
            other => vec![text(other, &macros, &BTreeMap::new())],
        };
        let mut assembly = Self {
            parts: parts.iter().map(|part: &String| lines(part)).collect(),
            inputs: BTreeMap::new(),
            changed: BTreeSet::new(),
            outputs: BTreeMap::new(),
            options: BTreeSet::new(),
            frame,
        };
        for argument in arguments {
            assembly.operand(&argument);
        }
        assembly
    }

    /// `name = class(reg) expression`, `out("rdx") _` or `options(...)`.
    ///
    /// The classes `in`, `out` and `inout` give each operand a register of its own. `lateout` and
    /// `inlateout`, which share registers, are refused.
    fn operand(&mut self, argument: &[TokenTree]) {
        let words: Vec<_> = argument.iter().map(ToString::to_string).collect();
        let words: Vec<_> = words.iter().map(String::as_str).collect();
        match words.as_slice() {
            [name, "=", class, "(reg)", expression @ ..] => {
                let expression = expression.concat();
                let (from, to) = match (*class, expression.split_once("=>")) {
                    ("in", None) => (Some(expression.as_str()), None),
                    ("out", None) => (None, Some(expression.as_str())),
                    ("inout", Some((from, to))) => (Some(from), Some(to)),
                    _ => (None, None),
                };
                assert!(from.or(to).is_some(), "refused operand: {words:?}");
                let mut is_new = true;
                if let Some(from) = from {
                    is_new &= self.inputs.insert((*name).into(), from.into()).is_none();
                }
                if let Some(to) = to {
                    is_new &= self.changed.insert((*name).into());
                    is_new &= to == "_" || self.outputs.insert((*name).into(), to.into()).is_none();
                }
                assert!(is_new, "two operands {name}");
            }
            ["out", "(\"rdx\")", "_"] => assert!(self.changed.insert("rdx".into())),
            ["options", list] => {
                let list = list.trim_matches(['(', ')']);
                self.options = list.split(',').map(|it| it.trim().to_owned()).collect();
            }
            _ => assert!(words.is_empty(), "refused operand: {words:?}"),
        }
    }
}

fn tokens_of(source: &str) -> Vec<TokenTree> {
    let stream: TokenStream = source.parse().expect("Rust");
    stream.into_iter().collect()
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
        let [
            TokenTree::Ident(keyword),
            _,
            TokenTree::Ident(name),
            TokenTree::Group(body),
        ] = window
        else {
            continue;
        };
        if keyword != "macro_rules" {
            continue;
        }
        let rule: Vec<_> = body.stream().into_iter().collect();
        let groups: Vec<&Group> = rule
            .iter()
            .filter_map(|it| {
                if let TokenTree::Group(group) = it {
                    Some(group)
                } else {
                    None
                }
            })
            .collect();
        let [parameters, result] = groups.as_slice() else {
            continue;
        };
        let names = arguments_of(parameters.stream());
        let names = names.iter().map(|it| it[1].to_string()).collect();
        macros.insert(
            name.to_string(),
            (names, result.stream().into_iter().collect()),
        );
    }
    macros
}

/// The text of a literal, of a parameter, or of a macro's call.
fn text(tokens: &[TokenTree], macros: &Macros, values: &BTreeMap<String, String>) -> String {
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
            let texts: Vec<_> = arguments
                .iter()
                .map(|it| text(it, macros, values))
                .collect();
            if name == "concat" {
                return texts.concat();
            }
            let (names, result) = &macros[&name.to_string()];
            assert_eq!(names.len(), texts.len(), "parameters of {name}");
            text(result, macros, &names.iter().cloned().zip(texts).collect())
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

fn lines(text: &str) -> Vec<String> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.map(str::to_owned).collect()
}

/// The tokens of the function, from its name to its body.
fn function(tokens: &[TokenTree], name: &str) -> Option<Vec<TokenTree>> {
    for (i, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Ident(keyword)
                if keyword == "fn"
                    && tokens.get(i + 1).is_some_and(|it| it.to_string() == name) =>
            {
                let is_body = |it: &TokenTree| matches!(it, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
                let len = tokens[i..].iter().position(is_body)?;
                return Some(tokens[i..=i + len].to_vec());
            }
            TokenTree::Group(group) => {
                let inner: Vec<_> = group.stream().into_iter().collect();
                if let Some(found) = function(&inner, name) {
                    return Some(found);
                }
            }
            _ => {}
        }
    }
    None
}

/// The text of tokens, separated by blanks, with `asm!`'s arguments moved to `found`.
fn without_assembly(tokens: &[TokenTree], found: &mut Vec<TokenStream>) -> String {
    let mut words = Vec::new();
    for (i, token) in tokens.iter().enumerate() {
        let TokenTree::Group(group) = token else {
            words.push(token.to_string());
            continue;
        };
        if i >= 2 && tokens[i - 2].to_string() == "asm" {
            found.push(group.stream());
            continue;
        }
        let [open, close] = match group.delimiter() {
            Delimiter::Parenthesis => ["(", ")"],
            Delimiter::Brace => ["{", "}"],
            Delimiter::Bracket => ["[", "]"],
            Delimiter::None => ["", ""],
        };
        let inner: Vec<_> = group.stream().into_iter().collect();
        words.push(format!(
            "{open} {} {close}",
            without_assembly(&inner, found)
        ));
    }
    words.join(" ")
}

/// The text of source, as [`Assembly::frame`] has it.
pub(super) fn normal(source: &str) -> String {
    without_assembly(&tokens_of(source), &mut Vec::new())
}
