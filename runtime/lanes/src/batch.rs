//! Verifies items on one machine.

use crate::Layout;
use crate::backend::limbs::ONE;
use crate::backend::{AffineNiels, Machine, Task, lanes};
use crate::cofactor::EqualTimesCofactor;
use crate::combine::{Combine, CombineAll, Term};
use crate::curve::decode::Sign;
use crate::hash::challenges;
use crate::tables::BuildAll;
use crate::tables::base_rows;
use crate::tables::{Digits, digits};
use crate::{Item, Rule};

/// Items verified at a time: enough to share an inversion, and few enough that their intermediate
/// values fit a core's own cache.
const AT_A_TIME: usize = 256;

/// The tables of a key; `None` if the key is not a point.
pub(crate) type KeyRows<'a> = Option<&'a [AffineNiels]>;

/// The verdict on each of `items`, by lanes only.
pub(crate) struct Lanewise<'a> {
    pub(crate) items: &'a [Item<'a>],
    /// The tables' layout, and the tables of each item's key, in order. Without them, tables are
    /// built for this call and dropped.
    pub(crate) tables: Option<(Layout, &'a [KeyRows<'a>])>,
    pub(crate) rule: Rule,
}

impl Task for Lanewise<'_> {
    type Output = Vec<bool>;

    fn run<M: Machine>(self, machine: M) -> Vec<bool> {
        let rule = self.rule;
        let mut verdicts = Vec::with_capacity(self.items.len());
        for (i, items) in self.items.chunks(AT_A_TIME).enumerate() {
            let challenges = challenges(machine, items);
            if let Some((layout, rows)) = self.tables {
                let rows = &rows[i * AT_A_TIME..][..items.len()];
                verdicts.extend(compare(machine, items, &challenges, layout, rows, rule));
            } else {
                let keys: Vec<_> = items.iter().map(|item| item.public_key).collect();
                let layout = Layout::ONCE;
                let sign = Sign::Negated;
                let keys = &keys;
                let built = BuildAll { keys, layout, sign }.run(machine);
                let rows: Vec<_> = built.rows().collect();
                verdicts.extend(compare(machine, items, &challenges, layout, &rows, rule));
            }
        }
        verdicts
    }
}

/// An item that may still be accepted: its `s` is canonical, and its key is a point.
struct Candidate<'a> {
    index: usize,
    rows: &'a [AffineNiels],
    challenge: Digits,
    s: Digits,
}

fn compare<M: Machine>(
    machine: M,
    items: &[Item<'_>],
    challenges: &[[u8; 32]],
    layout: Layout,
    rows: &[KeyRows<'_>],
    rule: Rule,
) -> Vec<bool> {
    let candidates: Vec<_> = (0..items.len())
        .filter_map(|index| {
            Some(Candidate {
                index,
                rows: rows[index]?,
                challenge: digits(&challenges[index], layout),
                s: digits(items[index].canonical_s()?.as_bytes(), Layout::BASE),
            })
        })
        .collect();
    let groups: Vec<_> = candidates
        .chunks(M::LANES)
        .map(|group| Combine {
            layout,
            points: lanes(group, |candidate| Term {
                rows: candidate.rows,
                digits: &candidate.challenge,
            }),
            base: lanes(group, |candidate| Term {
                rows: base_rows(),
                digits: &candidate.s,
            }),
        })
        .collect();
    let sums = machine.run(CombineAll(&groups));

    let mut verdicts = vec![false; items.len()];
    let mut unequal = Vec::new();
    for (group, sums) in candidates.chunks(M::LANES).zip(sums) {
        for (candidate, sum) in group.iter().zip(sums) {
            let r = items[candidate.index].r();
            match (sum.encoded == r, rule) {
                (true, _) => verdicts[candidate.index] = true,
                (false, Rule::Nep364) => {}
                (false, Rule::Zip215) => unequal.push((candidate.index, sum, r)),
            }
        }
    }
    for group in unequal.chunks(M::LANES) {
        let equal = machine.run(EqualTimesCofactor {
            sums: &lanes(group, |&(_, sum, _)| [sum.x, sum.y, ONE]),
            r: &lanes(group, |&(_, _, r)| r),
        });
        for (lane, &(index, ..)) in group.iter().enumerate() {
            verdicts[index] = equal >> lane & 1 == 1;
        }
    }
    verdicts
}
