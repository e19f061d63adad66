//! Calls of the host function `ecvrf_verify_many`, as many as the items need.

use near_ecvrf::{Output, Suite};

use super::Item;
#[cfg(target_arch = "wasm32")]
use crate::backend::ecvrf_verify_many as call;
use crate::many::Items;

/// Verifies proofs of a suite whose proofs have `PROOF` bytes. Proofs of another length do not fit
/// the layout, and are refused without the host.
pub(super) fn verify_many<'a, const PROOF: usize>(
    suite: Suite,
    items: impl Iterator<Item = Item<'a>>,
) -> Vec<Option<Output>> {
    let mut outputs = Vec::new();
    let mut layout = Items::<PROOF>::with_capacity(items.size_hint().0, 0);
    // The indices of the layout's items among all outputs.
    let mut places = Vec::new();
    for item in items {
        let place = outputs.len();
        outputs.push(None);
        let Ok(proof) = item.proof.try_into() else {
            continue;
        };
        layout.push(item.public_key, proof, item.alpha);
        places.push(place);
        if layout.len() == Items::MAX {
            verify(suite, &mut layout, &mut places, &mut outputs);
        }
    }
    verify(suite, &mut layout, &mut places, &mut outputs);
    outputs
}

/// Verifies the items in the layout and empties it. The host would abort on an empty layout.
fn verify<const PROOF: usize>(
    suite: Suite,
    layout: &mut Items<PROOF>,
    places: &mut Vec<usize>,
    outputs: &mut [Option<Output>],
) {
    if layout.is_empty() {
        return;
    }
    for (place, output) in places.drain(..).zip(call(suite, layout)) {
        outputs[place] = output;
    }
    layout.clear();
}

/// The host function off wasm32: near-sdk's mock has no such function.
#[cfg(not(target_arch = "wasm32"))]
fn call<const PROOF: usize>(suite: Suite, layout: &Items<PROOF>) -> Vec<Option<Output>> {
    let verify = |(key, proof, alpha): (&_, &[u8; PROOF], &[u8])| {
        near_ecvrf::verify(suite, key, alpha, proof).ok()
    };
    layout.iter().map(verify).collect()
}
