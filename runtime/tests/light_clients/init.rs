//! Starting a light client: by whom, and with which parameters.

use crate::client::Client;
use crate::tendermint::{SECOND, header, parameters, time_ns};
use near_runtime_ext::{Account, Gas, Runtime};
use serde_json::{Value, json};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use test_contracts::grandpa;
use test_contracts::grandpa::generate::{Authorities, Block};
use test_contracts::tendermint::generate::{CHAIN_ID, Chain, Power};
use test_contracts::tendermint::{self, Parameters, update_client_args};
use test_contracts::{ClientBuild, Contract, grandpa_client, tendermint_client};
use test_support::everywhere::ACCOUNT;

/// Arguments that start a Tendermint client.
fn tendermint_init() -> Vec<u8> {
    let trusted = Chain::new(4, Power::Equal, "init").block(100, "");
    tendermint::init_args(&parameters(CHAIN_ID), header(&trusted))
}

/// Arguments that start a GRANDPA client.
fn grandpa_init() -> Vec<u8> {
    grandpa::init_args(Authorities::equal(7, 4, "init").set(), 0, &[1; 32])
}

#[test]
fn only_the_account_itself_starts_its_client() {
    let clients: [(&Contract, Vec<u8>); 2] = [
        (tendermint_client(ClientBuild::Host), tendermint_init()),
        (grandpa_client(ClientBuild::Host), grandpa_init()),
    ];
    for (contract, init) in clients {
        let deployed =
            Runtime::new().deploy(ACCOUNT.parse().expect("a name"), contract.wasm().to_vec());
        let mut deployed = deployed.expect("deployed");
        let mut init_by = |signer: &str| {
            let call = deployed.call("init").args(init.as_slice());
            let call = call.signer(signer.parse().expect("a name"));
            let outcome = call.gas(Gas::from_teragas(100)).transact();
            outcome
                .expect("an outcome")
                .failure
                .map(|failure| failure.to_string())
        };
        let refused = init_by("mallory.near").expect("refused");
        assert!(refused.contains("Method init is private"), "{refused}");
        assert_eq!(init_by(ACCOUNT), None);
    }
}

/// A Tendermint client before `init`, just after block 300 of a chain.
struct Unstarted {
    chain: Chain,
    client: Client,
    start: Account,
}

/// The client, for one test at a time: compiling the contract takes longer than the tests.
fn unstarted() -> MutexGuard<'static, Unstarted> {
    static CLIENT: LazyLock<Mutex<Unstarted>> = LazyLock::new(|| {
        let chain = Chain::new(4, Power::Equal, "init");
        let now = time_ns(header(&chain.block(300, ""))) + SECOND;
        let client = Client::nobodys(tendermint_client(ClientBuild::Host), now);
        Mutex::new(Unstarted {
            start: client.account(),
            chain,
            client,
        })
    });
    // Each `init` starts it anew, so a poisoned lock does not matter.
    CLIENT.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Unstarted {
    /// Starts it anew at block 100 with these parameters, and the arguments changed.
    fn init(
        &mut self,
        parameters: &Parameters,
        change: impl FnOnce(&mut Value),
    ) -> Result<(), String> {
        self.client.restore(&self.start);
        let init = tendermint::init_args(parameters, header(&self.chain.block(100, "")));
        let mut init = serde_json::from_slice(&init).expect("JSON");
        change(&mut init);
        self.client
            .call("init", init.to_string().as_bytes())
            .map(drop)
    }

    /// Skips to block 300.
    fn skip(&mut self) -> Result<(), String> {
        let update = self
            .chain
            .block(300, "")
            .update(100, &self.chain.validators());
        self.client
            .call("update_client", &update_client_args(&update))
            .map(drop)
    }
}

#[test]
fn a_trust_level_with_which_voting_power_overflows_is_refused() {
    let mut client = unstarted();
    let third = u64::MAX / 3;
    for (trust_level, is_good) in [
        ((1, 3), true),
        ((15, 16), true),
        ((6, 16), true),
        ((5, 16), false),
        ((17, 17), false),
        // Three times the numerator is 2^64 or more, or just below.
        ((third + 1, u64::MAX), false),
        ((third, u64::MAX), false),
        ((u64::MAX, u64::MAX), false),
        ((1 << 62, 3 << 62), false),
        ((1 << 63, 1 << 63), false),
        // The product of today's powers and the denominator overflows as well.
        ((1 << 32, 3 << 32), false),
        ((u64::MAX, 1), false),
        ((0, u64::MAX), false),
    ] {
        let parameters = Parameters {
            trust_level,
            ..parameters(CHAIN_ID)
        };
        let started = client.init(&parameters, |_| ());
        match (started, is_good) {
            (Ok(()), true) => client.skip().expect("everybody has signed"),
            (Err(refusal), false) => {
                let expected = "invalid: parameters: trust_level: ";
                assert!(refusal.starts_with(expected), "{trust_level:?}: {refusal}");
            }
            (started, _) => panic!("{trust_level:?}: {started:?}"),
        }
    }
}

#[test]
fn a_height_that_no_block_can_follow_is_refused() {
    let mut client = unstarted();
    let last = i64::MAX.unsigned_abs();
    for (height, is_good) in [
        (0, false),
        (1, true),
        (last - 1, true),
        (last, false),
        (last + 1, false),
        (u64::MAX, false),
    ] {
        let started = client.init(&parameters(CHAIN_ID), |init| init["height"] = json!(height));
        match (started, is_good) {
            (Ok(()), true) => {}
            (Err(refusal), false) => {
                let expected = "invalid: parameters: height: ";
                assert!(refusal.starts_with(expected), "{height}: {refusal}");
            }
            (started, _) => panic!("{height}: {started:?}"),
        }
    }
}

#[test]
fn the_longest_periods_and_the_latest_time_overflow_nothing() {
    let mut client = unstarted();
    let longest = Parameters {
        trusting_period_ns: u64::MAX,
        max_clock_drift_ns: u64::MAX,
        ..parameters(CHAIN_ID)
    };
    client.init(&longest, |_| ()).expect("started");
    client.skip().expect("verified");
    let set_time = |init: &mut Value, time: &str| {
        init["consensus_state"]["timestamp"] = json!(time);
    };
    // 2^64 - 1 nanoseconds after 1970, and one more.
    let latest = "2554-07-21T23:34:33.709551615Z";
    client
        .init(&longest, |init| set_time(init, latest))
        .expect("started");
    let refusal = client.skip().expect_err("older than what is trusted");
    assert!(refusal.starts_with("invalid: "), "{refusal}");
    let status = client.client.view("status", &json!({}));
    assert_eq!(status.expect("a status"), "Active");
    for time in [
        "2554-07-21T23:34:33.709551616Z",
        "1969-12-31T23:59:59.999999999Z",
    ] {
        let refusal = client.init(&longest, |init| set_time(init, time));
        let refusal = refusal.expect_err("out of range");
        assert!(refusal.starts_with("invalid: "), "{refusal}");
    }
}

#[test]
fn authorities_whose_weight_is_the_greatest_overflow_nothing() {
    // Of 2^64 - 1, more than two thirds are needed: all three but one unit of weight.
    let third = u64::MAX / 3;
    let authorities = Authorities::new(u64::MAX, &[third, third, third], "init");
    let mut client = Client::grandpa(ClientBuild::Host, authorities.set());
    let status = client.view("status", &json!({})).expect("a status");
    assert_eq!(status["total_weight"], u64::MAX);
    assert_eq!(status["threshold"], 2 * third + 1);
    let block = Block::new(9, "");
    client.would_accept(&authorities.justify(1, &block));
    let two = authorities.justify_by(1, &block, &[(0, &block), (1, &block)], &[]);
    let refusal = client.refuses(&two);
    let expected = format!("not_enough_weight: {} of {}", 2 * third, 2 * third + 1);
    assert_eq!(refusal, expected);
}
