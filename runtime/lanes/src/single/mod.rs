//! Verification of one signature.
//!
//! Without tables of its key: `[u]D`, with an odd `u` that makes both scalars short (`halves`), in
//! one lane (`halved`) or with A and R side by side (`paired`). With tables of its key: a sum of
//! rows (`with_tables`).

mod dalek;
mod euclid;
mod halved;
mod halves;
mod inverse;
mod naf;
#[cfg(target_arch = "x86_64")]
mod paired;
mod with_tables;
pub(crate) mod work;

use crate::backend::stack_place::at_stack_place;
use crate::backend::{AffineNiels, AvailableBackend, MAX_LANES};
use crate::cofactor::EqualTimesCofactor;
use crate::combine::Term;
use crate::hash::challenge;
use crate::tables::{base_rows, digits};
use crate::{Item, Layout, Rule};
use halved::Halved;
pub(crate) use halved::is_canonical;
use halves::Halves;
use with_tables::WithTables;

/// Whether `item`'s signature is accepted.
pub(crate) fn verify(backend: AvailableBackend, item: &Item<'_>, rule: Rule) -> bool {
    // dalek's time also depends on the stack's place, which a contract could choose.
    at_stack_place(|| {
        without_tables(backend, item, rule).unwrap_or_else(|| dalek::verify(item, rule))
    })
}

/// `None` if dalek must decide.
fn without_tables(backend: AvailableBackend, item: &Item<'_>, rule: Rule) -> Option<bool> {
    if backend.lanes() == 0 {
        return None;
    }
    let r = item.r();
    let Some(s) = item.canonical_s() else {
        return Some(false);
    };
    // NEP-364 compares R with the encoding of a sum, which is always canonical.
    if rule == Rule::Nep364 && !is_canonical(&r) {
        return Some(false);
    }
    let halves = Halves::of(&challenge(item))?;
    let halved = Halved {
        public_key: item.public_key,
        r: &r,
        us: halves.u_times(&s),
        halves,
        rule,
    };
    #[cfg(feature = "lanes")]
    #[cfg(target_arch = "x86_64")]
    if let AvailableBackend::Ifma(machine) = backend {
        return Some(machine.call(paired::Paired(machine, halved)));
    }
    backend.run_alone(halved)
}

/// Whether `item`'s signature is accepted, with `rows` as its key's tables of this layout.
pub(crate) fn verify_with_tables(
    backend: AvailableBackend,
    item: &Item<'_>,
    layout: Layout,
    rows: &[AffineNiels],
    rule: Rule,
) -> bool {
    let with_tables = || {
        if backend.lanes() == 0 {
            return None;
        }
        let Some(s) = item.canonical_s() else {
            return Some(false);
        };
        let base_digits = digits(s.as_bytes(), Layout::BASE);
        let base = Term {
            rows: base_rows(),
            digits: &base_digits,
        };
        base.fetch(Layout::BASE); // while the message is hashed
        let digits = digits(challenge(item).as_bytes(), layout);
        let key = Term {
            rows,
            digits: &digits,
        };
        key.fetch(layout);
        let sum = backend.run_alone(WithTables { layout, key, base })?;
        let r = item.r();
        match sum.encodes_to(&r) {
            true => Some(true),
            false if rule == Rule::Nep364 => Some(false),
            false => {
                let equal = backend.run_alone(EqualTimesCofactor {
                    sums: &[[sum.x, sum.y, sum.z]; MAX_LANES],
                    r: &[r; MAX_LANES],
                })?;
                Some(equal & 1 == 1)
            }
        }
    };
    with_tables().unwrap_or_else(|| verify(backend, item, rule))
}
