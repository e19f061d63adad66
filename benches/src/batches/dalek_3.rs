//! dalek 3 without AVX-512: a program that this one's build script has built.

use super::contender::{Answer, Contender};
use anyhow::Context as _;
use std::io::{BufRead as _, BufReader, Write as _};
use std::ops::Range;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

const PROGRAM: &str = env!("DALEK_CHILD");

/// The program, running. It stays where this process is pinned.
struct Dalek3 {
    process: Child,
    requests: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

/// Starts the program, which verifies as its argument says.
///
/// # Errors
///
/// It does not start.
pub(super) fn start(how: &str) -> anyhow::Result<Contender> {
    let mut process = Command::new(PROGRAM)
        .arg(how)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot start {PROGRAM}"))?;
    let answers = process.stdout.take().context("it has an output")?;
    let mut dalek_3 = Dalek3 {
        requests: process.stdin.take(),
        answers: BufReader::new(answers),
        process,
    };
    Ok(Box::new(move |range, stack| dalek_3.verify(range, stack)))
}

impl Dalek3 {
    fn verify(&mut self, range: Range<usize>, stack: usize) -> anyhow::Result<Answer> {
        let requests = self.requests.as_mut().context("it has an input")?;
        writeln!(requests, "{} {} {stack}", range.start, range.end)
            .context("dalek-child does not listen")?;
        let mut line = String::new();
        self.answers.read_line(&mut line)?;
        let words = line.trim_end().split_once(' ');
        let (nanoseconds, is_accepted) = words.context("dalek-child does not answer")?;
        Ok(Answer {
            is_accepted: is_accepted.parse()?,
            elapsed: Duration::from_nanos(nanoseconds.parse()?),
        })
    }
}

impl Drop for Dalek3 {
    /// It ends with its input. What it says then is of no interest any more.
    fn drop(&mut self) {
        self.requests = None;
        let _ = self.process.wait();
    }
}
