//! Checks the signature shares of a group's signers: the signer of a wrong one is a culprit.

use super::sums::{Multiple, tables, terms};
use super::{PublicPoint, scalar};
use crate::Layout;
use crate::added::{add_base, add_digit};
use crate::backend::{AffineNiels, Kernel, MAX_LANES, Machine, Task};
use crate::combine::Term;
use crate::curve::point::Completed;
use crate::tables::{base_rows, digits};

/// Shares checked at a time: few enough that their tables fit a core's second cache.
const AT_A_TIME: usize = 256;

/// A signature share and all values in its equation `[z]B = D + [rho]E + [c lambda]Y`. Scalars have
/// 32 bytes, the lowest first, and are taken modulo `l`.
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
    /// The bit mask, for each group, of right shares.
    type Output = Vec<u8>;

    #[cfg_attr(not(unoptimised), inline(always))]
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
        let (e, y) = (terms(&of_e, &e), terms(&of_y, &y));
        let z: Vec<_> = self
            .0
            .iter()
            .map(|share| digits(scalar(&share.z).as_bytes(), Layout::BASE))
            .collect();
        let z: Vec<_> = z
            .iter()
            .map(|digits| Term {
                rows: base_rows(),
                digits,
            })
            .collect();
        let mut right = Vec::with_capacity(self.0.len().div_ceil(M::LANES));
        let groups = self.0.chunks(M::LANES).zip(z.chunks(M::LANES));
        for ((shares, z), (e, y)) in groups.zip(e.chunks(M::LANES).zip(y.chunks(M::LANES))) {
            let mut sum = Completed::identity(machine);
            for digit in (0..Layout::ONCE.digits()).rev() {
                sum = sum.double_times(Layout::ONCE.window());
                sum = add_digit(machine, sum, Layout::ONCE, e, 0, digit);
                sum = add_digit(machine, sum, Layout::ONCE, y, 0, digit);
            }
            sum = add_base(machine, sum, z);
            let mut d = [&AffineNiels::IDENTITY; MAX_LANES];
            for (row, share) in d.iter_mut().zip(shares) {
                *row = &share.hiding.row;
            }
            let sum = sum.extended().add_affine(machine.affine(&d, u8::MAX));
            right.push(sum.projective().neutral(machine));
        }
        right
    }
}
