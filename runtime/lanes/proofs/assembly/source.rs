//! Reads inline assembly from Rust source, in rustfmt's layout: the lines, with macros expanded, and what surrounds them.

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
        let source = &without_comments(source);
        let start = source.find(&format!("fn {name}(")).expect("the function");
        let (function, _) = source[start..].split_once("\n    }\n").expect("its end");
        let (before, assembly) = function.split_once("asm!(").expect("assembly");
        let (text, operands) = assembly
            .split_once("\n                ),\n")
            .expect("operands");
        assert!(!operands.contains("asm!("), "one block of assembly");
        let (_, text) = text.split_once("concat!(").expect("parts");
        let lines = |part: String| {
            let lines = part.lines().map(str::trim).filter(|line| !line.is_empty());
            lines.map(str::to_owned).collect()
        };
        let parts = texts(source, text, &BTreeMap::new());
        Self {
            parts: parts.into_iter().map(lines).collect(),
            frame: normal(&format!("{before}asm!({operands}}}")),
        }
    }
}

/// No string of the sources has two slashes.
fn without_comments(source: &str) -> String {
    let code = |line: &str| line.split("//").next().unwrap_or_default().to_owned() + "\n";
    source.lines().map(code).collect()
}

/// The text of source, as [`Assembly::frame`] has it: without spaces.
pub(super) fn normal(source: &str) -> String {
    source.split_whitespace().collect()
}

/// The texts of arguments: literals whose only escapes are ends of lines, a macro's parameters, and calls of macros.
fn texts(source: &str, arguments: &str, values: &BTreeMap<&str, String>) -> Vec<String> {
    let mut texts = Vec::new();
    let mut rest = arguments;
    loop {
        rest = rest.trim_start_matches([' ', '\n', ',']);
        let (text, after) = if let Some(literal) = rest.strip_prefix('"') {
            let (literal, after) = literal.split_once('"').expect("a literal's end");
            let literal = literal.replace("\\n", "\n");
            assert!(!literal.contains('\\'), "an escape in {literal}");
            (literal, after)
        } else if let Some(parameter) = rest.strip_prefix('$') {
            let (parameter, after) = parameter.split_once(',').expect("more follows");
            (values[parameter].clone(), after)
        } else if let Some((name, call)) = rest.split_once("!(") {
            let (arguments, after) = call.split_once(')').expect("a call's end");
            let texts = texts_of_call(source, name, arguments, values);
            (texts.concat(), after)
        } else {
            assert!(rest.is_empty(), "not a text: {rest}");
            return texts;
        };
        texts.push(text);
        rest = after;
    }
}

/// The texts of a call of `concat!`, or of a macro with one rule.
fn texts_of_call(
    source: &str,
    name: &str,
    arguments: &str,
    values: &BTreeMap<&str, String>,
) -> Vec<String> {
    let arguments = texts(source, arguments, values);
    if name == "concat" {
        return arguments;
    }
    let definition = format!("macro_rules! {name} {{\n    (");
    let (_, rule) = source.split_once(&definition).expect("a macro");
    let (parameters, rule) = rule.split_once(") => {").expect("its parameters");
    let (text, _) = rule.split_once("\n    };").expect("its end");
    let parameters = parameters.split(", ").filter_map(|it| it.split_once(':'));
    let names: Vec<_> = parameters.map(|(name, _)| &name[1..]).collect();
    assert_eq!(names.len(), arguments.len(), "parameters of {name}");
    let values = names.into_iter().zip(arguments).collect();
    texts(source, text, &values)
}
