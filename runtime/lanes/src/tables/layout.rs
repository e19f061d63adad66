//! Table layouts: a key's memory against the doublings of a verification.

/// The layout of a point's multiples in tables.
///
/// A scalar is written in signed digits of `window` bits. Table `t` holds the multiples, by 1 to
/// `2^(window - 1)`, of the point times `2^(window * steps * t)`. It serves the `steps` digits from
/// `steps * t` on, one in each step. Between two steps there are `window` doublings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Layout {
    window: u32,
    tables: usize,
    steps: usize,
}

impl Layout {
    /// 4 KiB a key: 60 doublings, 64 additions.
    pub const SMALL: Self = Self::new(4, 4);
    /// 16 KiB a key: 12 doublings, 64 additions. Hosts use this layout: with smaller tables a
    /// verification takes longer, and larger ones take twice as long to build
    /// (`benches/recorded/batches/table.md`).
    pub const MEDIUM: Self = Self::new(4, 16);
    /// 44 KiB a key: 18 doublings, 44 additions.
    pub const LARGE: Self = Self::new(6, 11);
    /// All layouts for keys that are kept, the smallest first.
    pub const ALL: &[Self] = &[Self::SMALL, Self::MEDIUM, Self::LARGE];

    /// 1 KiB for a key that is used once: 252 doublings, 64 additions.
    pub(crate) const ONCE: Self = Self::new(4, 1);
    /// The base point's: no doublings, 32 additions.
    pub(crate) const BASE: Self = match cfg!(miri) {
        false => Self::new(8, 32),
        true => Self::new(4, 64), // fewer rows: with Miri, building them takes an hour
    };

    /// A layout whose tables share the digits of a 253-bit scalar evenly.
    const fn new(window: u32, tables: usize) -> Self {
        let digits = 253_usize.div_ceil(window as usize);
        Self {
            window,
            tables,
            steps: digits.div_ceil(tables),
        }
    }

    /// Bits of a digit.
    pub(crate) const fn window(self) -> usize {
        self.window as usize
    }

    /// [`Self::window`] in the type of shifts.
    pub(crate) const fn width(self) -> u32 {
        self.window
    }

    pub(crate) const fn tables(self) -> usize {
        self.tables
    }

    /// Number of digits that each table serves.
    pub(crate) const fn steps(self) -> usize {
        self.steps
    }

    /// Number of digits of a scalar: at most 64.
    pub(crate) const fn digits(self) -> usize {
        self.tables * self.steps
    }

    /// Rows of one table.
    pub(crate) const fn multiples(self) -> usize {
        1 << (self.window - 1)
    }

    pub(crate) const fn rows(self) -> usize {
        self.tables * self.multiples()
    }

    /// Size of a key's tables, bytes.
    #[must_use]
    pub const fn bytes(self) -> usize {
        self.rows() * crate::backend::AffineNiels::BYTES
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_operations_are_those_documented() {
        let cost = |layout: Layout| {
            let doublings = layout.window() * (layout.steps() - 1);
            (layout.bytes(), doublings, layout.digits())
        };
        assert_eq!(cost(Layout::SMALL), (4 << 10, 60, 64));
        assert_eq!(cost(Layout::MEDIUM), (16 << 10, 12, 64));
        assert_eq!(cost(Layout::LARGE), (44 << 10, 18, 44));
        assert_eq!(cost(Layout::ONCE), (1 << 10, 252, 64));
        if !cfg!(miri) {
            assert_eq!(cost(Layout::BASE), (512 << 10, 0, 32));
        }
    }
}
