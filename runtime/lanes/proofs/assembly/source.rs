//! Reads inline assembly from Rust source in rustfmt's layout: its lines, with macros expanded, and the code around it.

/// The lines of the only assembly in the method `name`, which without them must be `method`.
pub(super) fn assembly(source: &str, name: &str, method: &str) -> Vec<String> {
    let source = &without_comments(source);
    let start = source.find(&format!("fn {name}(")).expect("the method");
    let (found, _) = source[start..].split_once("\n    }\n").expect("its end");
    let (before, assembly) = found.split_once("asm!(").expect("assembly");
    let operands = assembly.split_once("\n                ),\n");
    let (text, operands) = operands.expect("operands");
    let found = normal(&format!("{before}asm!({operands}}}"));
    assert_eq!(found, normal(method), "the method around the assembly");
    let text = literals(&expanded(source, text));
    let lines = text.lines().map(str::trim).filter(|it| !it.is_empty());
    lines.map(str::to_owned).collect()
}

/// No string of the sources has two slashes.
fn without_comments(source: &str) -> String {
    let code = |line: &str| line.split("//").next().unwrap_or_default().to_owned() + "\n";
    source.lines().map(code).collect()
}

/// Without spaces.
fn normal(source: &str) -> String {
    source.split_whitespace().collect()
}

/// Replaces calls of macros, which have one rule each, by the rule's text with the arguments, which contain no comma
/// and no parenthesis. Leaves out `concat!`.
fn expanded(source: &str, text: &str) -> String {
    let text = text.replace("concat!(", "");
    let Some((before, call)) = text.split_once("!(") else {
        return text;
    };
    let at = before.rfind([' ', ',']).map_or(0, |at| at + 1);
    let (before, name) = before.split_at(at);
    let (arguments, after) = call.split_once(')').expect("a call's end");
    let definition = format!("macro_rules! {name} {{\n    (");
    let (_, rule) = source.split_once(&definition).expect("a macro");
    let (parameters, rule) = rule.split_once(") => {").expect("its parameters");
    let (body, _) = rule.split_once("\n    };").expect("its end");
    let parameters = parameters.split(", ").filter_map(|it| it.split_once(':'));
    let arguments = arguments.split(", ").filter(|it| !it.is_empty());
    assert!(
        parameters.clone().count() == arguments.clone().count(),
        "{name}"
    );
    let body = parameters
        .zip(arguments)
        .fold(body.to_owned(), |body, ((name, _), it)| {
            body.replace(&format!("{name},"), &format!("{it},"))
        });
    expanded(source, &format!("{before}{body}{after}"))
}

/// The texts of all literals, one after another. Their only escape is the end of a line. Between them there is only
/// white space, commas and closing parentheses.
fn literals(text: &str) -> String {
    let parts: Vec<_> = text.split('"').collect();
    let mut others = parts.iter().step_by(2).flat_map(|it| it.chars());
    let is_between = |it: char| [' ', '\n', ',', ')'].contains(&it);
    assert!(others.all(is_between), "not a text: {text}");
    let literals: String = parts.into_iter().skip(1).step_by(2).collect();
    let literals = literals.replace("\\n", "\n");
    assert!(!literals.contains('\\'), "an escape in {literals}");
    literals
}
