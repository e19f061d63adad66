//! A contender: the common interface of all verifying code, the check that it verifies, and its timing
//! with a number of items at once.

use crate::library::Signed;
use crate::measure::Clock;
use crate::verification::{at_place, measured};
use anyhow::ensure;
use std::hint::black_box;
use std::time::Duration;

/// Verifies signatures, or other items, and decodes their keys; without items only the call is timed.
/// Returns whether all were accepted, for which it may stop at the first bad one; and the time for all,
/// including the call around them.
pub(crate) type Contender<T = Signed> = Box<dyn FnMut(&[T]) -> anyhow::Result<(bool, Duration)>>;

/// A contender in this process that needs no conversion of signatures.
pub(crate) fn native<T>(accepts: impl Fn(&[T]) -> bool + 'static) -> Contender<T> {
    Box::new(move |signed| Ok(measured(|| accepts(black_box(signed))))) // no call is optimised away
}

/// Verifies good signatures, with the stack as it is; returns the time.
pub(crate) fn verified<T>(contender: &mut Contender<T>, good: &[T]) -> anyhow::Result<Duration> {
    let (is_accepted, elapsed) = contender(good)?;
    ensure!(is_accepted, "refused a good signature");
    Ok(elapsed)
}

/// Checks that a contender accepts good signatures, and refuses them with a forgery among them.
pub(crate) fn judge<T>(
    contender: &mut Contender<T>,
    good: &[T],
    with_forged: &[T],
) -> anyhow::Result<()> {
    verified(contender, good)?;
    let (is_accepted, _) = contender(with_forged)?;
    ensure!(!is_accepted, "accepted a forged signature");
    Ok(())
}

/// A contender of calls, one for each item: the verdict and the time of each.
pub(crate) fn each<T>(
    mut call: impl FnMut(&T) -> anyhow::Result<(bool, Duration)> + 'static,
) -> Contender<T> {
    Box::new(move |items| {
        let mut all = (true, Duration::ZERO);
        for item in items {
            let (is_accepted, elapsed) = call(item)?;
            all = (all.0 && is_accepted, all.1 + elapsed);
        }
        Ok(all)
    })
}

/// Items in one timing, in batches. If few items repeated, the processor would learn their
/// branches; with more items than this, times change by less than a hundredth.
pub(crate) const IN_ROTATION: usize = 16;

/// Timings of a contender in one turn: until `TURN` has passed, at most `TIMES`.
const TURN: Duration = Duration::from_millis(2);
const TIMES: u32 = 10;

/// The batches of a timing.
pub(crate) struct Rotation {
    /// Items at once.
    pub(crate) size: usize,
    /// Items in one timing.
    pub(crate) count: usize,
    /// The place of the stack; `None` for any place.
    pub(crate) place: Option<usize>,
}

impl Rotation {
    /// Batches of this size, enough for a rotation, with the stack at any place.
    pub(crate) fn of(size: usize) -> Self {
        Self {
            size,
            count: size.max(IN_ROTATION),
            place: None,
        }
    }

    /// Times some of `items`, several times the same ones, each time after `before`. The sample is
    /// the fastest timing.
    pub(crate) fn turn<T>(
        &self,
        contender: &mut Contender<T>,
        items: &[T],
        clock: &mut Clock,
        mut before: impl FnMut(&mut Contender<T>, &mut Clock) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let start = clock.random.usize(0..=items.len() - self.count);
        let batches = || items[start..start + self.count].chunks(self.size);
        let time = |contender: &mut Contender<T>, batch, stack| -> anyhow::Result<Duration> {
            at_place(stack, || verified(contender, batch))
        };
        let anywhere = |clock: &mut Clock| self.place.unwrap_or_else(|| clock.any_place());
        for batch in batches() {
            time(contender, batch, anywhere(clock))?; // other contenders have left the caches cold
        }
        let mut least = (Duration::MAX, 0);
        clock.repeatedly(TURN, TIMES, |clock| {
            before(contender, clock)?;
            let (stack, mut elapsed) = (anywhere(clock), Duration::ZERO);
            for batch in batches() {
                elapsed += time(contender, batch, stack)?;
            }
            least = least.min((elapsed, stack));
            Ok(())
        })?;
        let (elapsed, stack) = least;
        clock.time(u32::try_from(self.count)?, stack, elapsed)
    }
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
