//! Requests from end to end: each has one output, and near-ecvrf draws the same numbers from it.

use crate::{Beacon, FEE, PENALTY};
use near_runtime_ext::Balance;
use std::collections::BTreeSet;
use test_contracts::VrfBuild;
use test_contracts::randomness_beacon::{draw_args, id_args};
use test_support::everywhere::TGAS;

/// The numbers that the contract draws for a request.
fn draw(beacon: &mut Beacon, id: u64, k: u32, n: u64) -> Vec<u64> {
    labelled(beacon, &draw_args(id, k, n, None))
}

/// The numbers that the contract draws with these arguments.
fn labelled(beacon: &mut Beacon, args: &[u8]) -> Vec<u64> {
    let drawn: Vec<String> = beacon.view("draw", args);
    let number = |text: &String| text.parse().expect("a number");
    drawn.iter().map(number).collect()
}

/// The numbers that near-ecvrf draws from the operator's output.
fn expected(beacon: &Beacon, id: u64, k: u32, n: u64) -> Vec<u64> {
    let output = beacon.output_of_operator(id);
    let n = n.try_into().expect("not 0");
    let drawn = output.draw(k.into(), n);
    drawn.expect("as many as there are")
}

/// In all builds: draws at the limits of the method, and the refusals beyond.
#[test]
fn draws_are_of_different_numbers_up_to_all_there_are() {
    for build in VrfBuild::ALL {
        let mut beacon = Beacon::new(build, 3);
        beacon.requests(3, 10);
        beacon.at(11);
        let alpha: String = beacon.view("alpha", &id_args(1));
        assert_eq!(crate::from_base64(&alpha), beacon.alpha(1));
        let said = beacon.contract.refusal("draw", &draw_args(1, 1, 10, None));
        assert_eq!(said, "the request 1 was not fulfilled", "{build}");
        let proofs = [0, 1, 2].map(|id| beacon.proved(id));
        assert_eq!(beacon.fulfil(&proofs), [true; 3], "{build}");
        for id in 0..3 {
            let output = beacon.output_of_operator(id).bytes().to_vec();
            assert_eq!(beacon.output(id), Some(output), "{build}");
            let none: Option<String> = beacon.view("alpha", &id_args(id));
            assert_eq!(none, None);
            for (k, n) in [
                (0, 1),
                (1, 1),
                (10, 10),
                (7, 1000),
                (3, (1 << 63) + 1),
                (3, u64::MAX),
            ] {
                let drawn = draw(&mut beacon, id, k, n);
                assert_eq!(drawn, expected(&beacon, id, k, n), "{build}: {k} of {n}");
                let different: BTreeSet<_> = drawn.iter().collect();
                assert_eq!(different.len(), usize::try_from(k).expect("few"));
                assert!(drawn.iter().all(|number| *number < n));
            }
        }
        for (k, n) in [(1, 0), (2, 1), (u32::MAX, 5), (0, 0)] {
            let said = beacon.contract.refusal("draw", &draw_args(1, k, n, None));
            let none = format!("{k} different numbers below {n} do not exist");
            assert_eq!(said, none, "{build}");
        }
        let said = beacon.contract.refusal("draw", &draw_args(3, 1, 10, None));
        assert_eq!(said, "the request 3 was not fulfilled");
    }
}

/// The largest draw leaves gas to its caller; a larger one is refused before it begins.
#[test]
fn as_many_numbers_are_drawn_as_half_of_a_transactions_gas_pays_for() {
    const MOST: u32 = 50_000; // as the contract has it
    for build in VrfBuild::ALL {
        let mut beacon = Beacon::new(build, 1);
        beacon.requests(1, 10);
        let proof = beacon.proved(0);
        assert_eq!(beacon.fulfil(&[proof]), [true]);
        let largest = draw_args(0, MOST, u64::MAX, None);
        let outcome = beacon.contract.call("draw", &largest, 300 * TGAS);
        assert_eq!(outcome.failure, None, "{build}");
        let drawn: Vec<String> = outcome.json().expect("numbers");
        assert_eq!(drawn.len(), usize::try_from(MOST).expect("small"));
        let burnt = outcome.burnt_gas.as_gas() / TGAS;
        assert!((120..180).contains(&burnt), "{build}: {burnt} Tgas");
        for k in [MOST + 1, 20_000_000, u32::MAX] {
            let args = draw_args(0, k, u64::MAX, None);
            let said = beacon.contract.refusal("draw", &args);
            let expected = format!("{k} numbers are more than the {MOST} that are drawn in a call");
            assert_eq!(said, expected, "{build}");
        }
    }
}

#[test]
fn draws_of_one_size_have_labels_by_which_they_differ() {
    let mut beacon = Beacon::new(VrfBuild::HostMany, 1);
    beacon.requests(1, 10);
    let proof = beacon.proved(0);
    assert_eq!(beacon.fulfil(&[proof]), [true]);
    let ten = 10.try_into().expect("not 0");
    let labels = [None, Some(""), Some("first"), Some("\u{1f340}")];
    let drawn = labels.map(|label| {
        let drawn = labelled(&mut beacon, &draw_args(0, 5, 10, label));
        let output = beacon.output_of_operator(0);
        let output = label.map_or(output, |label| output.labelled(label.as_bytes()));
        assert_eq!(drawn, output.draw(5, ten).expect("5 of 10"), "{label:?}");
        drawn
    });
    let different: BTreeSet<_> = drawn.iter().collect();
    assert_eq!(different.len(), labels.len());
    let without = labelled(&mut beacon, br#"{"id":0,"k":5,"n":"10"}"#);
    assert_eq!(without, drawn[0], "the label may be left out");
}

/// Anybody may submit a proof. It is still the operator's, and the operator gets the fee.
#[test]
fn a_fee_is_the_operators_once_its_request_is_fulfilled_and_not_before() {
    let mut beacon = Beacon::new(VrfBuild::HostMany, 1);
    beacon.requests(1, 10);
    let amount = |amount: Balance| {
        let yocto = amount.as_yoctonear();
        format!(r#"{{"amount":"{yocto}"}}"#).into_bytes()
    };
    let all = PENALTY.saturating_add(FEE);
    let said = beacon.refusal(crate::OPERATOR, Balance::ZERO, "withdraw", &amount(FEE));
    let none = "of the bond of 1 NEAR, 0 NEAR covers no open request";
    assert_eq!(said, none);
    let proof = beacon.proved(0);
    assert_eq!(beacon.fulfil(&[proof]), [true]);
    let said = beacon.refusal(crate::REQUESTER, Balance::ZERO, "withdraw", &amount(all));
    assert_eq!(said, format!("{} is not the operator", crate::REQUESTER));
    let outcome = beacon.call(crate::OPERATOR, Balance::ZERO, "withdraw", &amount(all));
    let [receipt] = outcome.receipts.as_slice() else {
        panic!("{:?}", outcome.receipts);
    };
    assert_eq!(receipt.receiver_id, crate::OPERATOR);
    assert_eq!(receipt.actions[0].deposit, all);
    assert_eq!(beacon.bond(), (Balance::ZERO, 0));
}
