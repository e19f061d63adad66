//! Patched near-sdk's function, by its mock, which calls patched nearcore's.

use crate::items::Item;
use crate::network::valid;
use crate::vectors::item;
use near_sdk::env::{Ed25519Item, Ed25519Rule, ed25519_verify_many};
use near_sdk::test_utils::VMContextBuilder;
use near_sdk::testing_env;
use requirements::peers::ed25519::grid;

#[test]
fn near_sdk_returns_each_items_verdict_by_either_rule() {
    testing_env!(VMContextBuilder::new().build());
    let mut items = valid::<Item>(5, 30);
    items[1].signature[0] ^= 1;
    items[3].message.push(0);
    // Some of these are accepted by one rule alone.
    items.extend(grid(b"small order").into_iter().filter_map(item));
    for (rule, number) in [(Ed25519Rule::Dalek, 0), (Ed25519Rule::Zip215, 1)] {
        let expected: Vec<_> = items.iter().map(|it| it.verifies_by(number)).collect();
        assert_eq!(verdicts(&items, rule), expected);
    }
    assert_eq!(
        ed25519_verify_many(&[], Ed25519Rule::Dalek),
        Vec::<bool>::new()
    );
}

fn verdicts(items: &[Item], rule: Ed25519Rule) -> Vec<bool> {
    let borrowed = |item| {
        let item: &Item = item;
        Ed25519Item {
            public_key: &item.public_key,
            signature: &item.signature,
            message: &item.message,
        }
    };
    let items: Vec<_> = items.iter().map(borrowed).collect();
    ed25519_verify_many(&items, rule)
}
