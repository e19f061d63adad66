//! dalek 3 without AVX-512: a program that this one's build script has built.

use super::Contender;
use anyhow::{Context as _, ensure};
use dalek_child::{Answer, Method, Request};
use std::io::{BufRead as _, BufReader, Write as _};
use std::ops::Range;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

const PROGRAM: &str = env!("DALEK_CHILD");

/// The program, running. It stays where this process is pinned.
pub(crate) struct DalekChild {
    method: Method,
    process: Child,
    requests: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl DalekChild {
    /// # Errors
    ///
    /// It does not start.
    pub(crate) fn start(method: Method) -> anyhow::Result<Self> {
        let mut process = Command::new(PROGRAM)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {PROGRAM}"))?;
        let answers = process.stdout.take().context("it has an output")?;
        Ok(Self {
            method,
            requests: process.stdin.take(),
            answers: BufReader::new(answers),
            process,
        })
    }
}

impl Contender for DalekChild {
    fn verify(&mut self, range: Range<usize>, place: usize) -> anyhow::Result<Answer> {
        let request = Request {
            method: self.method,
            range,
            place,
        };
        let requests = self.requests.as_mut().context("it has an input")?;
        writeln!(requests, "{request}").context("dalek-child does not listen")?;
        let mut line = String::new();
        self.answers.read_line(&mut line)?;
        ensure!(!line.is_empty(), "dalek-child does not answer");
        Ok(line.parse()?)
    }
}

impl Drop for DalekChild {
    /// It ends with its input. What it says then is of no interest any more.
    fn drop(&mut self) {
        self.requests = None;
        let _ = self.process.wait();
    }
}
