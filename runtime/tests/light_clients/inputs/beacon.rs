//! The contract `randomness-beacon`, whose proofs the host verifies.

use super::{GAS, Method, Subject};
use crate::client::Client;
use near_ecvrf::{SecretKey, Suite};
use near_runtime_ext::Balance;
use requirements::fuzzing::Target;
use std::rc::Rc;
use test_contracts::VrfBuild;
use test_contracts::randomness_beacon::{
    Fixed, Proof, alpha_of_operator, alpha_of_request, draw_args, fulfil_args, id_args, new_args,
    verify_args,
};
use test_support::everywhere::{ACCOUNT, Sent};

const OPERATOR: &str = "op.near";
const BOND: Balance = Balance::from_near(4);
const SEED: [u8; 32] = [9; 32];

/// The contract's own constants.
const DEPOSIT: Balance = Balance::from_millinear(10);
const TIMEOUT: u64 = 100;

fn prove(alpha: &[u8]) -> Proof {
    let proof = SecretKey::from_seed([7; 32]).prove(Suite::Ell2, alpha);
    proof.try_into().expect("80 bytes")
}

fn new() -> Method {
    let proof = prove(&alpha_of_operator(ACCOUNT, OPERATOR));
    let args = new_args(SecretKey::from_seed([7; 32]).public_key(), &proof);
    let new = Method::new("new", move |_, _| args.clone());
    new.by(OPERATOR).with(BOND)
}

fn request() -> Method {
    let seed = |seed: &[u8], _: &mut _| {
        let mut bytes = SEED;
        bytes[..seed.len()].copy_from_slice(seed);
        bytes.to_vec()
    };
    Method::new("request", seed).with(DEPOSIT)
}

/// The alpha that request `id` fixed in the block of this height.
fn alpha(id: u64, block_height: u64) -> Vec<u8> {
    let fixed = Fixed {
        block_height,
        random_seed: [0; 32],
        seed: SEED,
    };
    alpha_of_request(ACCOUNT, id, &fixed)
}

fn nobodys() -> Client {
    let contract = test_contracts::randomness_beacon(VrfBuild::HostMany);
    Client::nobodys([contract], 0)
}

/// A beacon before `new`, and one with a fulfilled, an expired and an open request.
pub(super) fn subjects() -> [Subject; 2] {
    let late = 11 + TIMEOUT;
    let mut client = nobodys();
    let send = |client: &mut Client, method: &Method| {
        let args = method.good();
        client.send(method.sent(&args)).expect(method.name);
    };
    client.set_block(|block| block.height = 10);
    let proofs = Rc::new([(0, prove(&alpha(0, 10))), (2, prove(&alpha(2, late - 1)))]);
    for method in [new(), request(), request()] {
        send(&mut client, &method);
    }
    let first = fulfil_args(&proofs[..1]);
    client.send(Sent::new("fulfil", &first)).expect("fulfilled");
    client.set_block(|block| block.height = late - 1);
    send(&mut client, &request());
    client.set_block(|block| block.height = late);

    let waiting = proofs[1].1;
    let fulfil = move |_: &[u8], numbers: &mut super::Numbers| {
        let proofs = proofs.map(|(id, proof)| (numbers.of(id), proof));
        fulfil_args(&proofs)
    };
    let verify = move |seed: &[u8], numbers: &mut super::Numbers| {
        let suite = numbers.of(Suite::Ell2.code());
        let alpha = [&alpha(2, late - 1)[..], seed].concat();
        let key = *SecretKey::from_seed([7; 32]).public_key();
        verify_args(suite, &key, &alpha, &waiting)
    };
    let draw = |seed: &[u8], numbers: &mut super::Numbers| {
        let n = match seed.len() % 2 {
            0 => 10,
            _ => u64::MAX,
        };
        let label = (!seed.len().is_multiple_of(3)).then(|| hex::encode(seed));
        let (id, k, n) = (numbers.of(0), numbers.of(3), numbers.of(n));
        draw_args(id, k, n, label.as_deref())
    };
    let id = |usual| move |_: &[u8], numbers: &mut super::Numbers| id_args(numbers.of(usual));
    let withdraw = |_: &[u8], numbers: &mut super::Numbers| {
        let amount = numbers.of(7_u128);
        format!(r#"{{"amount":"{amount}"}}"#).into_bytes()
    };
    let methods = vec![
        request(),
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
            client: nobodys(),
            methods: vec![new()],
        },
        Subject {
            target: Target::new("randomness_beacon", 500),
            client,
            methods,
        },
    ]
}

#[test]
fn a_randomness_beacon_never_traps() {
    subjects().into_iter().for_each(Subject::never_traps);
}
