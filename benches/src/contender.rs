//! Somebody who verifies, whatever is measured of it, and the proof that it does.

use crate::library::Signed;
use crate::verification::meter::measured;
use anyhow::ensure;
use std::hint::black_box;
use std::time::Duration;

/// Decodes the key of each signature and verifies it. No signatures are the call around them alone.
pub(crate) type Contender = Box<dyn FnMut(&[Signed]) -> anyhow::Result<Answer>>;

/// What a contender did.
pub(crate) struct Answer {
    /// Whether all signatures were accepted; after a refusal the others need not be looked at.
    pub(crate) is_accepted: bool,
    /// How long all took, with the call around them.
    pub(crate) elapsed: Duration,
    /// Where there is gas.
    pub(crate) burnt_gas: Option<u64>,
}

/// Somebody in this process who takes signatures as they are.
pub(crate) fn native(accepts: impl Fn(&[Signed]) -> bool + 'static) -> Contender {
    Box::new(move |signed| Ok(timed(|| accepts(black_box(signed))))) // the compiler may skip none
}

/// What work in this process answers.
pub(crate) fn timed(accepts: impl FnOnce() -> bool) -> Answer {
    let (is_accepted, elapsed) = measured(accepts);
    Answer {
        is_accepted,
        elapsed,
        burnt_gas: None,
    }
}

/// How long signatures take that are good, with the stack as it lies.
pub(crate) fn verified(contender: &mut Contender, good: &[Signed]) -> anyhow::Result<Answer> {
    let answer = contender(good)?;
    ensure!(answer.is_accepted, "refused a good signature");
    Ok(answer)
}

/// Sees that a contender verifies at all: it takes what is good, and nothing that has a forgery in it.
///
/// # Errors
///
/// It does not; or it fails.
pub(crate) fn judge(
    contender: &mut Contender,
    good: &[Signed],
    with_forged: &[Signed],
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
        let error =
            |verdict| judge(&mut native(move |_| verdict), &[], &[]).expect_err("found out");
        assert_eq!(error(true).to_string(), "accepted a forged signature");
        assert_eq!(error(false).to_string(), "refused a good signature");
    }
}
