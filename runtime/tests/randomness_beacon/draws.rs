//! Requests from end to end: each has one output, and near-ecvrf draws the same numbers from it.

use crate::{Beacon, FEE, OPERATOR, PENALTY, REQUESTER, amount, from_base64};
use near_ecvrf::Suite;
use near_runtime_ext::Balance;
use test_contracts::Build;
use test_contracts::randomness_beacon::{draw_args, id_args};
use test_support::everywhere::{Sent, TGAS};

/// The numbers that the contract draws with these arguments.
fn drawn(beacon: &mut Beacon, args: &[u8]) -> Vec<u64> {
    let drawn: Vec<String> = beacon.view("draw", args);
    let number = |text: &String| text.parse().expect("a number");
    drawn.iter().map(number).collect()
}

/// Draws at the limits of the method, by any label, and the refusals beyond.
#[test]
fn draws_are_near_ecvrfs_of_the_requests_output_or_of_a_labels() {
    let mut beacon = Beacon::new(1);
    beacon.requests(1, 10);
    beacon.at(11);
    let alpha: String = beacon.view("alpha", &id_args(0));
    assert_eq!(from_base64(&alpha), beacon.alpha(0));
    let proof = beacon.proved(0);
    for id in [0, 1] {
        let said = beacon.contract.refusal("draw", &draw_args(id, 1, 10, None));
        assert_eq!(said, format!("the request {id} was not fulfilled"));
    }
    assert_eq!(beacon.fulfil(&[proof]), [true]);
    let key = beacon.operator.public_key();
    let output = near_ecvrf::verify(Suite::Ell2, key, &beacon.alpha(0), &proof.1);
    let output = output.expect("valid");
    assert_eq!(beacon.output(0), Some(output.bytes().to_vec()));
    let none: Option<String> = beacon.view("alpha", &id_args(0));
    assert_eq!(none, None);
    for label in [None, Some(""), Some("first"), Some("\u{1f340}")] {
        let output = label.map_or(output, |label| output.labelled(label.as_bytes()));
        for (k, n) in [
            (0, 1),
            (1, 1),
            (10, 10),
            (7, 1000),
            (3, (1 << 63) + 1),
            (3, u64::MAX),
        ] {
            let drawn = drawn(&mut beacon, &draw_args(0, k, n, label));
            let expected = output.draw(k.into(), n.try_into().expect("not 0"));
            assert_eq!(Ok(drawn), expected, "{k} of {n}, {label:?}");
        }
    }
    let without = drawn(&mut beacon, br#"{"id":0,"k":7,"n":"1000"}"#);
    let with_none = drawn(&mut beacon, &draw_args(0, 7, 1000, None));
    assert_eq!(without, with_none, "the label may be left out");
    for (k, n) in [(1, 0), (2, 1), (u32::MAX, 5), (0, 0)] {
        let said = beacon.contract.refusal("draw", &draw_args(0, k, n, None));
        let none = format!("{k} different numbers below {n} do not exist");
        assert_eq!(said, none);
    }
}

/// The largest draw leaves gas to its caller; a larger one is refused before it begins.
#[test]
fn as_many_numbers_are_drawn_as_half_of_a_transactions_gas_pays_for() {
    const MOST: u32 = 50_000; // as the contract has it
    for build in Build::VRF {
        let mut beacon = Beacon::nobodys(&[build]).with_bond(1);
        beacon.requests(1, 10);
        let proof = beacon.proved(0);
        assert_eq!(beacon.fulfil(&[proof]), [true]);
        let largest = draw_args(0, MOST, u64::MAX, None);
        let sent = Sent {
            gas: 300 * TGAS,
            ..Sent::new("draw", &largest)
        };
        let outcome = beacon.contract.send(sent).expect("drawn").0;
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

/// Anybody may submit a proof. It is still the operator's, and the operator gets the fee.
#[test]
fn a_fee_is_the_operators_once_its_request_is_fulfilled_and_not_before() {
    let mut beacon = Beacon::new(1);
    beacon.requests(1, 10);
    let all = PENALTY.saturating_add(FEE);
    let said = beacon.refusal(OPERATOR, Balance::ZERO, "withdraw", &amount(FEE));
    let none = "of the bond of 1 NEAR, 0 NEAR covers no open request";
    assert_eq!(said, none);
    let proof = beacon.proved(0);
    assert_eq!(beacon.fulfil(&[proof]), [true]);
    let said = beacon.refusal(REQUESTER, Balance::ZERO, "withdraw", &amount(all));
    assert_eq!(said, format!("{REQUESTER} is not the operator"));
    let paid = beacon.call(OPERATOR, Balance::ZERO, "withdraw", &amount(all));
    assert_eq!(paid.transfer(), (OPERATOR, all));
    assert_eq!(beacon.bond(), (Balance::ZERO, 0));
}
