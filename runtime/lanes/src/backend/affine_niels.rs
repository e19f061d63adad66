//! The layout of points in tables, the same for all backends.

use crate::backend::limbs::{HALF, Limbs, reduce_limbs};

/// A point of a table: `(y + x) / 2`, `(y - x) / 2` and `d x y`, each of five 51-bit limbs that are
/// at most 2^51. A row fills two cache lines.
///
/// With the halves, adding such a point needs no doubling and no carry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct AffineNiels(pub(crate) [u64; 16]);

impl AffineNiels {
    /// Size in memory, bytes.
    pub(crate) const BYTES: usize = size_of::<Self>();

    /// The neutral element: `1/2`, `1/2`, `0`.
    pub(crate) const IDENTITY: Self = {
        let [a, b, c, d, e] = HALF;
        Self([a, b, c, d, e, a, b, c, d, e, 0, 0, 0, 0, 0, 0])
    };

    /// Builds a row from limbs below 2^52.
    pub(crate) fn new(plus: Limbs, minus: Limbs, product: Limbs) -> Self {
        let mut row = [0; 16];
        row[..5].copy_from_slice(&reduce_limbs(plus));
        row[5..10].copy_from_slice(&reduce_limbs(minus));
        row[10..15].copy_from_slice(&reduce_limbs(product));
        Self(row)
    }

    /// `(y + x) / 2`, `(y - x) / 2` and `d x y`.
    #[cfg_attr(not(unoptimised), inline(always))]
    pub(crate) fn points(&self) -> [Limbs; 3] {
        let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, _] = self.0;
        [[a, b, c, d, e], [f, g, h, i, j], [k, l, m, n, o]]
    }
}
