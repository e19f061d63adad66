//! A model of the specification: what a call does and charges, in its order.

use crate::cases::Case;
use crate::function::suite_of;
use crate::guest::Guest;
use crate::items::Item;
use crate::meter::{Abort, Meter, invalid_input};
use crate::prices::after_parsing;
use near_ecvrf::Suite;

/// The items of a layout, if it is well-formed.
fn laid_out(layout: &[u8], suite: Suite) -> Option<Vec<Item>> {
    let number = |at: usize| {
        let bytes = layout.get(at..at + 4)?.try_into().ok()?;
        usize::try_from(u32::from_le_bytes(bytes)).ok()
    };
    let proof_len = match suite {
        Suite::Draft13 => 128,
        _ => 80,
    };
    let count = number(0).filter(|count| (1..=4096).contains(count))?;
    let (mut items, mut at) = (Vec::new(), 4);
    for _ in 0..count {
        let proof = at + 32..at + 32 + proof_len;
        let alpha = proof.end + 4..proof.end + 4 + number(proof.end)?;
        items.push(Item {
            suite,
            public_key: layout.get(at..at + 32)?.try_into().ok()?,
            proof: layout.get(proof)?.to_vec(),
            alpha: layout.get(alpha.clone())?.to_vec(),
        });
        at = alpha.end;
    }
    (at == layout.len()).then_some(items)
}

/// The specification: returns the items to judge.
pub fn specified(case: &Case, guest: &Guest, meter: &mut Meter) -> Result<Vec<Item>, Abort> {
    let base = guest.prices.ecvrf_verify_many_base;
    meter.charge(base, 1)?;
    let suite = suite_of(case.choice).ok_or_else(|| invalid_input("invalid suite"))?;
    let input = meter.input(case, guest, base)?;
    let items = laid_out(input, suite).ok_or(Abort::Layout)?;
    meter.charge_all(&after_parsing(&guest.prices, &items, suite))?;
    Ok(items)
}
