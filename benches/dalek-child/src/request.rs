//! What the program is asked, and what it answers.

use crate::Method;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;
use std::time::Duration;

/// To verify some of the pool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// How.
    pub method: Method,
    /// Which.
    pub range: Range<usize>,
    /// Where the stack lies meanwhile, bytes into a page.
    pub place: usize,
}

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// How long it took.
    pub elapsed: Duration,
    /// Whether all were accepted.
    pub is_accepted: bool,
}

/// A line that is neither.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not understood: {0:?}")]
pub struct RequestError(pub(crate) String);

impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            method,
            range: Range { start, end },
            place,
        } = self;
        write!(f, "{method} {start} {end} {place}")
    }
}

impl FromStr for Request {
    type Err = RequestError;

    fn from_str(line: &str) -> Result<Self, RequestError> {
        let [method, start, end, place] = words(line)?;
        Ok(Self {
            method: method.parse()?,
            range: parsed(start)?..parsed(end)?,
            place: parsed(place)?,
        })
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.elapsed.as_nanos(), self.is_accepted)
    }
}

impl FromStr for Answer {
    type Err = RequestError;

    fn from_str(line: &str) -> Result<Self, RequestError> {
        let [nanoseconds, is_accepted] = words(line)?;
        Ok(Self {
            elapsed: Duration::from_nanos(parsed(nanoseconds)?),
            is_accepted: parsed(is_accepted)?,
        })
    }
}

/// The words of a line, which must be so many.
fn words<const COUNT: usize>(line: &str) -> Result<[&str; COUNT], RequestError> {
    let words: Vec<_> = line.split_whitespace().collect();
    words.try_into().map_err(|_| RequestError(line.to_owned()))
}

fn parsed<T: FromStr>(word: &str) -> Result<T, RequestError> {
    word.parse().map_err(|_| RequestError(word.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_what_is_read() {
        for method in [Method::OneByOne, Method::Batch] {
            let request = Request {
                method,
                range: 3..77,
                place: 4_064,
            };
            assert_eq!(request.to_string().parse(), Ok(request));
        }
        let answer = Answer {
            elapsed: Duration::from_nanos(1_234_567_890),
            is_accepted: true,
        };
        assert_eq!(answer.to_string().parse(), Ok(answer));
    }

    #[test]
    fn what_is_neither_is_refused() {
        for line in [
            "",
            "batch",
            "batch 1 2",
            "batch 1 2 -3",
            "all 1 2 3",
            "batch 1 2 3 4",
        ] {
            assert!(line.parse::<Request>().is_err(), "{line:?}");
        }
        for line in ["", "12", "12 yes", "-1 true", "1 true false"] {
            assert!(line.parse::<Answer>().is_err(), "{line:?}");
        }
    }
}
