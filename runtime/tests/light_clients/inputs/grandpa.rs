//! The GRANDPA client.

use super::{Method, Numbers, Subject};
use crate::client::{Client, HOST_BUILDS};
use requirements::fuzzing::Target;
use test_contracts::Build;
use test_contracts::grandpa::generate::{Authorities, Block};
use test_contracts::grandpa::{self, submit_finality_args};

fn authorities() -> Authorities {
    Authorities::new(7, &[2, 1, 1, 1], "inputs")
}

/// A justification of a block; its votes come in any order, since nobody signs it.
fn finality() -> Method {
    Method::new("submit_finality", |seed, numbers: &mut Numbers| {
        let (number, round) = (numbers.of(9_u32), numbers.of(3));
        let target = Block::new(number, "");
        let child = Block::with_parent(target.hash, number.wrapping_add(1), "", &[]);
        let mut votes = [(0, &target), (1, &child), (2, &target)];
        votes.rotate_left(seed.len() % 3);
        let mut justification = authorities().justify_by(round, &target, &votes, &[&child]);
        justification.headers = vec![target.header.clone()];
        submit_finality_args(&justification)
    })
}

/// A justification of a block that hands over to another set.
fn hand_over() -> Method {
    Method::new("submit_finality", |seed, numbers: &mut Numbers| {
        let mut next = Authorities::equal(8, seed.len() % 3 + 1, "next")
            .set()
            .clone();
        for (_, weight) in &mut next.authorities {
            numbers.replace(weight);
        }
        let target = Block::new(8, "").child_with_change(&next, numbers.of(0));
        let mut justification = authorities().justify(numbers.of(3), &target);
        justification.headers = vec![target.header.clone()];
        submit_finality_args(&justification)
    })
}

pub(super) fn client() -> Subject {
    Subject {
        target: Target::new("grandpa_inputs", 500),
        client: Client::grandpa(&HOST_BUILDS, authorities().set()),
        methods: vec![finality(), hand_over(), Method::bare("status")],
    }
}

pub(super) fn init() -> Subject {
    let init = |_: &[u8], numbers: &mut Numbers| {
        let mut set = authorities().set().clone();
        let number = numbers.of(0);
        numbers.replace(&mut set.set_id);
        for (_, weight) in &mut set.authorities {
            numbers.replace(weight);
        }
        grandpa::init_args(&set, number, &[1; 32])
    };
    Subject {
        target: Target::new("grandpa_init", 500),
        client: Client::nobodys([test_contracts::grandpa_client(Build::Host)], 0),
        methods: vec![Method::new("init", init)],
    }
}

#[test]
fn a_grandpa_client_never_traps() {
    client().never_traps();
    init().never_traps_before(Some(&finality()));
}
