//! Verdicts on many signatures.

/// The verdicts on [`Items`](crate::Items), in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdicts {
    items: usize,
    accepted: usize,
    /// 1 or 0 for each item; empty if all verdicts are equal, because the count then tells them.
    mixed: Vec<u8>,
}

impl Verdicts {
    /// The verdicts on `items` items; `accepted` of them are accepted. `read` writes one byte for
    /// each, and is called only if they differ.
    pub(crate) fn new(items: usize, accepted: usize, read: impl FnOnce(&mut [u8])) -> Self {
        let mut mixed = Vec::new();
        if accepted != 0 && accepted != items {
            mixed.resize(items, 0);
            read(&mut mixed);
        }
        Self {
            items,
            accepted,
            mixed,
        }
    }

    /// These verdicts, with every item refused for which `is_refused` is true.
    pub(crate) fn except(self, is_refused: impl Iterator<Item = bool>) -> Self {
        let verdicts = self.iter().zip(is_refused);
        let verdicts: Vec<u8> = verdicts.map(|(is, not)| u8::from(is && !not)).collect();
        let accepted = verdicts.iter().filter(|verdict| **verdict == 1).count();
        Self::new(self.items, accepted, |mixed| {
            mixed.copy_from_slice(&verdicts)
        })
    }

    /// The number of signatures verified, at least one: verifying none aborts.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "there is always one")]
    pub const fn len(&self) -> usize {
        self.items
    }

    /// The number of signatures accepted.
    #[must_use]
    pub const fn accepted(&self) -> usize {
        self.accepted
    }

    /// Whether all are accepted.
    #[must_use]
    pub const fn all_accepted(&self) -> bool {
        self.accepted == self.items
    }

    /// Whether each is accepted, in the order of the items.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = bool> + DoubleEndedIterator + '_ {
        let alike = self.all_accepted();
        let verdict = move |index| self.mixed.get(index).map_or(alike, |verdict| *verdict == 1);
        (0..self.items).map(verdict)
    }
}
