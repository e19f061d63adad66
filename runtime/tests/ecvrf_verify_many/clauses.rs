//! The clauses of this specification alone: suites, their proofs, and outputs.

use super::function::{PRICES, VERDICT};
use super::items::Item;
use crate::contract::{Call, Contracts};
use crate::inputs::expected;
use crate::meter::invalid_input;
use crate::network::{BatchItem as _, NETWORK, Place, encode, up_to_parsing};
use near_ecvrf::Suite;

/// `count` valid proofs by a suite, each by another key.
pub fn valid_by(suite: Suite, count: u8, len: usize) -> Vec<Item> {
    let choice = suite.code().into();
    (0..count)
        .map(|seed| Item::valid_by(choice, seed, len))
        .collect()
}

#[test]
fn valid_proofs_are_accepted_with_their_outputs_in_every_suite() {
    let mut contracts = Contracts::<Item>::deploy();
    for suite in Suite::ALL {
        let choice = suite.code().into();
        for items in [
            valid_by(suite, 1, 0),
            valid_by(suite, 1, 110),
            valid_by(suite, 5, 33),
        ] {
            for place in Place::ALL {
                let observed = contracts.call(&Call::on(place, choice, encode(&items)));
                assert_eq!(
                    observed,
                    expected(place, &items, choice),
                    "{place:?}, {suite}"
                );
                let (accepted, register) = observed.result.expect("well-formed");
                assert_eq!(accepted, items.len() as u64, "{suite}");
                for (item, verdict) in items.iter().zip(register.chunks(VERDICT)) {
                    let output = item.output_by(suite).expect("valid");
                    assert_eq!(verdict, [&[1], &output[..]].concat(), "{suite}");
                }
            }
        }
    }
}

#[test]
fn a_bad_proof_is_refused_alone_with_zeros_at_the_whole_cost() {
    let mut contracts = Contracts::<Item>::deploy();
    type Change = fn(&mut Item);
    let changes: [Change; 8] = [
        |it| it.alpha[0] ^= 1,
        |it| it.proof[0] ^= 1,
        |it| it.proof[32] ^= 1,
        |it| it.proof[60] ^= 1,
        |it| *it.proof.last_mut().expect("bytes") |= 0b1110_0000, // no s is reduced
        |it| it.public_key = [2; 32],                             // not a point of the curve
        |it| it.public_key = [0xff; 32],
        |it| {
            it.public_key = [0; 32]; // of order 4
        },
    ];
    for suite in Suite::ALL {
        let choice = suite.code().into();
        for change in changes {
            for bad in 0..3 {
                let mut items = valid_by(suite, 3, 20);
                change(&mut items[bad]);
                let observed = contracts.call(&Call::on(Place::Memory, choice, encode(&items)));
                assert_eq!(observed, expected(Place::Memory, &items, choice), "{suite}");
                let (accepted, register) = observed.result.expect("well-formed");
                assert_eq!(accepted, 2, "{suite}");
                let verdict = register.chunks(VERDICT).nth(bad);
                assert_eq!(verdict, Some(&[0; VERDICT][..]), "{suite}");
            }
        }
    }
}

#[test]
fn a_proof_of_another_suite_is_refused_or_another_layout() {
    let mut contracts = Contracts::<Item>::deploy();
    for made_for in Suite::ALL {
        let items = valid_by(made_for, 1, 9);
        for asked in Suite::ALL.into_iter().filter(|suite| *suite != made_for) {
            let bytes = encode(&items);
            let call = Call::on(Place::Memory, asked.code().into(), bytes.clone());
            let observed = contracts.call(&call);
            if made_for.proof_len() == asked.proof_len() {
                assert_eq!(
                    observed.result,
                    Ok((0, vec![0; VERDICT])),
                    "{made_for}, {asked}"
                );
            } else {
                let error = observed.result.expect_err("another layout");
                assert!(
                    format!("{error:?}").contains("invalid items: "),
                    "{error:?}"
                );
                assert_eq!(
                    observed.gas,
                    up_to_parsing::<Item>(Place::Memory, bytes.len() as u64)
                );
            }
        }
    }
}

#[test]
fn a_proof_of_draft_13_has_128_bytes() {
    let mut contracts = Contracts::<Item>::deploy();
    // Its layout ends 48 bytes too early for a longer proof.
    let short = encode(&valid_by(Suite::Ell2, 1, 0));
    let call = Call::on(Place::Memory, Suite::Draft13.code().into(), short);
    let truncated = invalid_input("invalid items: item 0 is truncated");
    assert_eq!(contracts.call(&call).result, Err(truncated));
}

#[test]
fn gas_runs_out_before_4096_items_do_at_these_prices() {
    let most = PRICES.item * 4096;
    assert!(most > NETWORK.wasm_config.limit_config.max_gas_burnt.as_gas());
}
