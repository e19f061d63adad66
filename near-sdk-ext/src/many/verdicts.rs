//! What comes of many signatures.

/// The verdicts on [`Items`](crate::Items), in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdicts {
    items: usize,
    accepted: usize,
    /// 1 or 0 for each item; empty where all are alike, which the count tells.
    mixed: Vec<u8>,
}

impl Verdicts {
    /// On so many items, of which so many are accepted. `read` writes one byte for each, and is
    /// only asked where they differ.
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

    /// How many signatures were verified.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.items
    }

    /// Whether there were none: never, since verifying none aborts.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.items == 0
    }

    /// How many are accepted.
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
