//! A model of the specification: what a call does and charges, in its order.

use crate::cases::Case;
use crate::guest::Guest;
use crate::items::Item;
use crate::meter::{Abort, Meter, invalid_input};
use crate::prices::after_parsing;

/// The items of a layout, if it is well-formed.
fn laid_out(layout: &[u8]) -> Option<Vec<Item>> {
    let number = |at: usize| {
        let bytes = layout.get(at..at + 4)?.try_into().ok()?;
        usize::try_from(u32::from_le_bytes(bytes)).ok()
    };
    let count = number(0).filter(|count| (1..=4096).contains(count))?;
    let (mut items, mut at) = (Vec::new(), 4);
    for _ in 0..count {
        let message = at + 100..at + 100 + number(at + 96)?;
        items.push(Item {
            public_key: layout.get(at..at + 32)?.try_into().ok()?,
            signature: layout.get(at + 32..at + 96)?.try_into().ok()?,
            message: layout.get(message.clone())?.to_vec(),
        });
        at = message.end;
    }
    (at == layout.len()).then_some(items)
}

/// The specification: returns the items to judge, with their rule.
pub fn specified(case: &Case, guest: &Guest, meter: &mut Meter) -> Result<Vec<Item>, Abort> {
    let base = guest.prices.ed25519_verify_many_base;
    meter.charge(base, 1)?;
    if case.choice > 1 {
        return Err(invalid_input("invalid rule").into());
    }
    let input = meter.input(case, guest, base)?;
    let items = laid_out(input).ok_or(Abort::Layout)?;
    let bytes = items.iter().map(|item| item.message.len() as u64).sum();
    meter.charge_all(&after_parsing(&guest.prices, items.len() as u64, bytes))?;
    Ok(items)
}
