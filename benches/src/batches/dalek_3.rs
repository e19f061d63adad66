//! dalek 3 without AVX-512: a program that this one's build script has built.

use super::contender::Contender;
use anyhow::Context as _;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Stdio};
use std::time::Duration;

const PROGRAM: &str = env!("DALEK_CHILD");

/// Starts the program, which verifies as its argument says. It stays where this process is pinned, and ends with its
/// input.
///
/// # Errors
///
/// It does not start.
pub(super) fn start(how: &str) -> anyhow::Result<Contender> {
    let process = Command::new(PROGRAM)
        .arg(how)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot start {PROGRAM}"))?;
    let mut requests = process.stdin.context("it has an input")?;
    let mut answers = BufReader::new(process.stdout.context("it has an output")?);
    Ok(Box::new(move |range, stack| {
        writeln!(requests, "{} {} {stack}", range.start, range.end)
            .context("dalek-child does not listen")?;
        let mut line = String::new();
        answers.read_line(&mut line)?;
        let words = line.trim_end().split_once(' ');
        let (nanoseconds, is_accepted) = words.context("dalek-child does not answer")?;
        let elapsed = Duration::from_nanos(nanoseconds.parse()?);
        Ok((is_accepted.parse()?, elapsed))
    }))
}
