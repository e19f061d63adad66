//! Times a contender with a number of items at once.

use crate::contender::{Contender, verified};
use crate::measure::Clock;
use crate::verification::at_place;
use std::time::Duration;

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
        let start = clock.any(0..=items.len() - self.count);
        let batches = || items[start..start + self.count].chunks(self.size);
        let time = |contender: &mut Contender<T>, batch, stack| -> anyhow::Result<Duration> {
            Ok(at_place(stack, || verified(contender, batch))?.elapsed)
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
