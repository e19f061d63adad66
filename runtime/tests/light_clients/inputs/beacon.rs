//! The contract `randomness-beacon`, whose proofs the host verifies.

#[path = "../../randomness_beacon/beacon.rs"]
#[allow(dead_code, reason = "the suite of the beacon calls the rest")]
mod of_operator;

use super::{GAS, Method, Numbers, Subject};
use near_ecvrf::Suite;
use near_runtime_ext::Balance;
use of_operator::{Beacon, DEPOSIT, OPERATOR, TIMEOUT, amount, creation};
use requirements::fuzzing::Target;
use std::rc::Rc;
use test_contracts::Build;
use test_contracts::randomness_beacon::{draw_args, fulfil_args, id_args, verify_args};

/// A beacon before `new`, and one with a fulfilled, an expired and an open request.
pub(super) fn subjects() -> [Subject; 2] {
    let nobodys = || Beacon::nobodys(&[Build::HostMany]);
    let args = creation(&nobodys().operator);
    let new = Method::new("new", move |_, _| args.clone());
    let mut beacon = nobodys().with_bond(4);
    beacon.requests(2, 10);
    let first = beacon.proved(0);
    beacon.fulfilled(&[first]);
    let late = 11 + TIMEOUT;
    beacon.requests(1, late - 1);
    beacon.at(late);

    let proofs = Rc::new([first, beacon.proved(2)]);
    let (key, alpha) = (*beacon.operator.public_key(), beacon.alpha(2));
    let waiting = proofs[1].1;
    let request = |seed: &[u8], _: &mut Numbers| {
        let mut bytes = [9; 32];
        bytes[..seed.len()].copy_from_slice(seed);
        bytes.to_vec()
    };
    let fulfil = move |_: &[u8], numbers: &mut Numbers| {
        let proofs = proofs.map(|(id, proof)| (numbers.of(id), proof));
        fulfil_args(&proofs)
    };
    let verify = move |seed: &[u8], numbers: &mut Numbers| {
        let suite = numbers.of(Suite::Ell2.code());
        let alpha = [&alpha[..], seed].concat();
        verify_args(suite, &key, &alpha, &waiting)
    };
    let draw = |seed: &[u8], numbers: &mut Numbers| {
        let n = match seed.len() % 2 {
            0 => 10,
            _ => u64::MAX,
        };
        let label = (!seed.len().is_multiple_of(3)).then(|| hex::encode(seed));
        let (id, k, n) = (numbers.of(0), numbers.of(3), numbers.of(n));
        draw_args(id, k, n, label.as_deref())
    };
    let id = |usual| move |_: &[u8], numbers: &mut Numbers| id_args(numbers.of(usual));
    let withdraw = |_: &[u8], numbers: &mut Numbers| amount(Balance::from_yoctonear(numbers.of(7)));
    let methods = vec![
        Method::new("request", request).with(DEPOSIT),
        Method::new("fulfil", fulfil),
        Method::new("refund", id(1)),
        Method::new("draw", draw).refused_by_the_host(&[GAS]),
        Method::new("output", id(0)),
        Method::new("alpha", id(2)),
        Method::new("verify", verify),
        Method::new("withdraw", withdraw).by(OPERATOR),
        Method::bare("add_bond").with(DEPOSIT),
        Method::bare("operator"),
        Method::bare("key"),
        Method::bare("bond"),
        Method::bare("open_requests"),
    ];
    [
        Subject {
            target: Target::new("randomness_beacon_new", 300),
            client: nobodys().contract,
            methods: vec![new.by(OPERATOR).with(Balance::from_near(4))],
        },
        Subject {
            target: Target::new("randomness_beacon", 500),
            client: beacon.contract,
            methods,
        },
    ]
}

#[test]
fn a_randomness_beacon_never_traps() {
    subjects().into_iter().for_each(Subject::never_traps);
}
