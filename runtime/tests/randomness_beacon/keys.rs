//! Which keys a beacon accepts, and which accounts can be its operator.

use crate::client::text;
use crate::{Beacon, OPERATOR, PENALTY, prove};
use near_ecvrf::SecretKey;
use near_runtime_ext::Balance;
use requirements::odd_points::small_order_encodings;
use test_contracts::Build;
use test_contracts::randomness_beacon::{Proof, alpha_of_operator, new_args};
use test_support::everywhere::ACCOUNT;

#[test]
fn keys_of_small_order_no_points_and_strangers_keys_are_refused() {
    let mut beacon = Beacon::nobodys(&Build::VRF);
    let own = prove(&beacon.operator, &alpha_of_operator(ACCOUNT, OPERATOR));
    let refuses = |beacon: &mut Beacon, key: &[u8; 32], proof: &Proof, expected: &str| {
        let args = new_args(key, proof);
        let said = beacon.refusal(OPERATOR, Balance::ZERO, "new", &args);
        assert_eq!(said, expected.replace("KEY", &text(key)));
    };
    for key in small_order_encodings() {
        refuses(&mut beacon, &key, &own, "the key KEY is of small order");
    }
    let not_shown = "the proof does not show that op.near has the secret of KEY";
    // No point has y = 2; the second encoding has a y above the field's order.
    let mut no_point = [0; 32];
    no_point[0] = 2;
    let mut too_large = [0xff; 32];
    too_large[31] = 0x7f;
    let stranger = SecretKey::from_seed([8; 32]);
    for key in [no_point, too_large, *stranger.public_key()] {
        refuses(&mut beacon, &key, &own, not_shown);
    }
    // The key's own proofs, but copied from another operator or another beacon.
    let key = *beacon.operator.public_key();
    for (account, operator) in [(ACCOUNT, "eve.near"), ("another.near", OPERATOR)] {
        let copied = prove(&beacon.operator, &alpha_of_operator(account, operator));
        refuses(&mut beacon, &key, &copied, not_shown);
    }
}

/// The account would hold its own bond: silence would cost nothing, or nobody could ever withdraw.
#[test]
fn an_account_is_not_the_operator_of_its_own_beacon() {
    let mut beacon = Beacon::nobodys(&Build::VRF);
    let of_account = prove(&beacon.operator, &alpha_of_operator(ACCOUNT, ACCOUNT));
    let args = new_args(beacon.operator.public_key(), &of_account);
    let said = beacon.refusal(ACCOUNT, PENALTY, "new", &args);
    let expected =
        "contract.near cannot be the operator of its own beacon: another account calls `new`";
    assert_eq!(said, expected);

    let mut beacon = beacon.with_bond(1);
    assert_eq!(beacon.view::<String>("operator", b""), OPERATOR);
    let key = text(beacon.operator.public_key());
    assert_eq!(beacon.view::<String>("key", b""), key);
}
