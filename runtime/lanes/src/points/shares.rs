//! Signature shares of a group's signers: each is right, or its signer is a culprit.

use super::sums::{Multiple, add_digit, tables};
use super::{PublicPoint, scalar};
use crate::Layout;
use crate::backend::{Kernel, MAX_LANES, Machine, Row, Task};
use crate::combine::Term;
use crate::curve::point::Completed;
use crate::tables::{Digits, base_rows, digits};

/// Shares checked at a time: few enough that their tables fit a core's second cache.
const AT_A_TIME: usize = 256;

/// A signature share with everything that it must agree with: `[z]B = D + [rho]E + [c lambda]Y`.
/// Scalars have 32 bytes, the lowest first, and are taken modulo `l`.
#[derive(Clone, Copy, Debug)]
pub struct Share<'a> {
    /// D, the signer's hiding commitment.
    pub hiding: &'a PublicPoint,
    /// E, the signer's binding commitment.
    pub binding: &'a PublicPoint,
    /// rho, the signer's binding factor.
    pub factor: [u8; 32],
    /// Y, the signer's verifying share.
    pub verifying: &'a PublicPoint,
    /// The challenge c times the signer's Lagrange coefficient lambda.
    pub multiple: [u8; 32],
    /// z, the share itself, which is public.
    pub z: [u8; 32],
}

/// Whether each share is right.
pub(super) struct CheckAll<'a>(pub(super) &'a [Share<'a>]);

impl Task for CheckAll<'_> {
    type Output = Vec<bool>;

    fn run<M: Machine>(self, machine: M) -> Vec<bool> {
        let mut verdicts = Vec::with_capacity(self.0.len());
        for shares in self.0.chunks(AT_A_TIME) {
            let right = machine.run(Check(shares));
            verdicts
                .extend((0..shares.len()).map(|i| right[i / M::LANES] >> (i % M::LANES) & 1 == 1));
        }
        verdicts
    }
}

/// Whether `[z]B - [rho]E - [c lambda]Y - D` is neutral, one share in each lane.
struct Check<'a>(&'a [Share<'a>]);

impl Kernel for Check<'_> {
    /// For each group the bit mask of right shares.
    type Output = Vec<u8>;

    #[inline(always)]
    fn run<M: Machine>(self, machine: M) -> Vec<u8> {
        let minus = |point, factor| {
            let PublicPoint { row, .. }: &PublicPoint = point;
            Multiple::of(row, &-scalar(factor))
        };
        let mut of_e = Vec::with_capacity(self.0.len());
        let mut of_y = Vec::with_capacity(self.0.len());
        let mut e = Vec::with_capacity(self.0.len());
        let mut y = Vec::with_capacity(self.0.len());
        for share in self.0 {
            of_e.push(minus(share.binding, &share.factor));
            of_y.push(minus(share.verifying, &share.multiple));
            e.push(&share.binding.row);
            y.push(&share.verifying.row);
        }
        let (e, y) = (tables(machine, &e), tables(machine, &y));
        let rows = M::LANES * Layout::ONCE.rows();
        let mut right = Vec::with_capacity(self.0.len().div_ceil(M::LANES));
        for (group, shares) in self.0.chunks(M::LANES).enumerate() {
            let members = group * M::LANES..group * M::LANES + shares.len();
            let (e, y) = (&e[group * rows..], &y[group * rows..]);
            let mut sum = Completed::identity(machine);
            for digit in (0..Layout::ONCE.digits()).rev() {
                sum = sum.double_times(Layout::ONCE.window());
                sum = add_digit(machine, sum, &of_e[members.clone()], e, digit);
                sum = add_digit(machine, sum, &of_y[members.clone()], y, digit);
            }
            sum = add_base(machine, sum, shares);
            let mut d = [&Row::IDENTITY; MAX_LANES];
            for (row, share) in d.iter_mut().zip(shares) {
                *row = &share.hiding.row;
            }
            let sum = sum.extended().add_affine(machine.affine(&d, u8::MAX));
            right.push(sum.projective().neutral(machine));
        }
        right
    }
}

/// Adds `[z]B`, by the base point's tables.
#[inline(always)]
fn add_base<M: Machine>(machine: M, mut sum: Completed<M>, shares: &[Share<'_>]) -> Completed<M> {
    let layout = Layout::BASE;
    let mut z: [Digits; MAX_LANES] = [[0; _]; MAX_LANES];
    for (digits_of_z, share) in z.iter_mut().zip(shares) {
        *digits_of_z = digits(scalar(&share.z).as_bytes(), layout);
    }
    for table in 0..layout.tables() {
        let mut rows = [&Row::IDENTITY; MAX_LANES];
        let mut negative = 0;
        for (lane, digits) in z.iter().enumerate().take(shares.len()) {
            let term = Term {
                rows: base_rows(),
                digits,
            };
            rows[lane] = term.row(layout, table, table);
            negative |= u8::from(digits[table] < 0) << lane;
        }
        sum = sum.extended().add_affine(machine.affine(&rows, negative));
    }
    sum
}
