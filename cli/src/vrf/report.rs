//! Reports as text: a name and a value in each line.

use near_ed25519_benches::stdout;

/// What a value is, and the value.
pub(super) type Line = (&'static str, String);

pub(super) fn print(lines: &[Line]) -> anyhow::Result<()> {
    let line = |(name, value): &Line| format!("{name:<16}{value}");
    let lines: Vec<_> = lines.iter().map(line).collect();
    stdout::line(&lines.join("\n"))
}
