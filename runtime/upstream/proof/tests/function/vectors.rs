//! The published vectors by both rules: patched nearcore gives each item the verdict of dalek or of
//! ed25519-zebra.

use crate::guest::{Guest, in_memory};
use crate::items::Item;
use crate::network::encode;
use crate::patched;
use requirements::peers::ed25519::{
    CCTV, RFC8032, SMALL_ORDER, SMALL_ORDER_GRID, SPECCHECK, Vector, WYCHEPROOF, vectors,
};

/// The vector as an item; `None` if its key or signature has another length.
pub fn item(vector: Vector) -> Option<Item> {
    Some(Item {
        public_key: vector.public_key.try_into().ok()?,
        signature: vector.signature.try_into().ok()?,
        message: vector.message,
    })
}

#[test]
fn verdicts_of_published_vectors_are_dalek_s_and_zebra_s() {
    for file in [
        SPECCHECK,
        SMALL_ORDER,
        SMALL_ORDER_GRID,
        CCTV,
        RFC8032,
        WYCHEPROOF,
    ] {
        let Some(vectors) = vectors(file) else {
            continue;
        };
        let items: Vec<_> = vectors.into_iter().filter_map(item).collect();
        assert!(!items.is_empty(), "{file}");
        for rule in [0, 1] {
            let expected: Vec<_> = items
                .iter()
                .map(|it| u8::from(it.verifies_by(rule)))
                .collect();
            let guest = Guest::with(encode(&items));
            let verdicts = patched::verdicts(&guest, in_memory(&guest, rule, 7));
            assert_eq!(verdicts, expected, "{file}, rule {rule}");
        }
    }
}
