//! A contender: the common interface of all verifying code, and the check that it verifies.

use crate::library::Signed;
use crate::verification::measured;
use anyhow::ensure;
use std::hint::black_box;
use std::time::Duration;

/// Decodes each signature's key and verifies it; without signatures only the call is timed. Or the
/// same for other items.
pub(crate) type Contender<T = Signed> = Box<dyn FnMut(&[T]) -> anyhow::Result<Answer>>;

/// The result of a run.
pub(crate) struct Answer {
    /// Whether all signatures were accepted; a contender may stop at the first bad one.
    pub(crate) is_accepted: bool,
    /// Time for all signatures, including the call around them.
    pub(crate) elapsed: Duration,
    /// Gas, if it is metered.
    pub(crate) burnt_gas: Option<u64>,
}

/// A contender in this process that needs no conversion of signatures.
pub(crate) fn native<T>(accepts: impl Fn(&[T]) -> bool + 'static) -> Contender<T> {
    Box::new(move |signed| Ok(timed(|| accepts(black_box(signed))))) // no call is optimised away
}

/// Times work in this process.
pub(crate) fn timed(accepts: impl FnOnce() -> bool) -> Answer {
    let (is_accepted, elapsed) = measured(accepts);
    Answer {
        is_accepted,
        elapsed,
        burnt_gas: None,
    }
}

/// Verifies good signatures, with the stack as it is.
pub(crate) fn verified<T>(contender: &mut Contender<T>, good: &[T]) -> anyhow::Result<Answer> {
    let answer = contender(good)?;
    ensure!(answer.is_accepted, "refused a good signature");
    Ok(answer)
}

/// Checks that a contender accepts good signatures, and refuses them with a forgery among them.
pub(crate) fn judge<T>(
    contender: &mut Contender<T>,
    good: &[T],
    with_forged: &[T],
) -> anyhow::Result<()> {
    verified(contender, good)?;
    let is_accepted = contender(with_forged)?.is_accepted;
    ensure!(!is_accepted, "accepted a forged signature");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_does_not_verify_is_found_out() {
        let error = |verdict| {
            judge(&mut native::<Signed>(move |_| verdict), &[], &[]).expect_err("found out")
        };
        assert_eq!(error(true).to_string(), "accepted a forged signature");
        assert_eq!(error(false).to_string(), "refused a good signature");
    }
}
