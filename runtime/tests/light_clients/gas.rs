//! Gas that the light clients' calls burn, and how much of it is for signatures.

use crate::client::{Client, HOST_BUILDS};
use crate::tendermint::{SECOND, header, parameters, time_ns};
use expect_test::expect;
use near_runtime_ext::Outcome;
use std::fmt::Write as _;
use test_contracts::ClientBuild;
use test_contracts::grandpa::generate::{Authorities, Block};
use test_contracts::tendermint::generate::{CHAIN_ID, Chain, Power};
use test_support::everywhere::TGAS;

/// Largest amount of gas that a transaction may burn.
const TRANSACTION: u64 = 300 * TGAS;

/// Calls of a host function: number and gas.
fn calls(outcome: &Outcome, function: &str) -> (u64, u64) {
    let calls = outcome
        .host_calls
        .iter()
        .filter(|call| call.function == function);
    calls.fold((0, 0), |(count, gas), call| {
        (count + 1, gas + call.gas.as_gas())
    })
}

/// The ratio in thousandths.
fn ratio(gas: u64, floor: u64) -> u64 {
    gas * 1000 / floor
}

/// An update by this many validators, from block 100 to block 300.
fn tendermint(build: ClientBuild, validators: usize, power: Power) -> Outcome {
    let chain = Chain::new(validators, power, "gas");
    let (trusted, untrusted) = (chain.block(100, ""), chain.block(300, ""));
    let now = time_ns(header(&untrusted)) + SECOND;
    let mut client = Client::tendermint(&[build], &parameters(CHAIN_ID), header(&trusted), now);
    let update = untrusted.update(100, &chain.validators());
    client.update(&update).expect("verified").0
}

/// A justification by a threshold of this many authorities; their weights follow `power`.
fn grandpa(build: ClientBuild, count: usize, power: Power) -> Outcome {
    let authorities = Authorities::new(7, &power.of(count), "gas");
    let justification = authorities.justify(3, &Block::new(1000, ""));
    let mut client = Client::grandpa(&[build], authorities.set());
    client.submit_finality(&justification).expect("final").0
}

/// The figures of a case, for each build. The host build's gas must fit a transaction, and be at
/// most `at_most` thousandths of the cost of its signatures alone, verified one by one.
pub fn figures(name: &str, mut run: impl FnMut(ClientBuild) -> Outcome, at_most: u64) -> String {
    let mut text = format!("{name}\n");
    let mut floor = (0, 0);
    for build in ClientBuild::ALL {
        let outcome = run(build);
        let burnt = outcome.burnt_gas.as_gas();
        let (single, many) = (
            calls(&outcome, "ed25519_verify"),
            calls(&outcome, "ed25519_verify_many"),
        );
        let expected_calls = match build {
            ClientBuild::Host => (single.0.max(1), 0),
            ClientBuild::HostMany => (0, 1),
            ClientBuild::Wasm | ClientBuild::WasmBest => (0, 0),
        };
        assert_eq!((single.0, many.0), expected_calls, "{name}, {build}");
        if build == ClientBuild::Host {
            floor = single;
            assert!(
                burnt <= TRANSACTION,
                "{name}: {burnt} is more than a transaction has"
            );
            assert!(
                ratio(burnt, floor.1) <= at_most,
                "{name}: {burnt} of {floor:?}"
            );
        }
        let ratio = ratio(burnt, floor.1);
        let (whole, thousandths) = (ratio / 1000, ratio % 1000);
        writeln!(
            text,
            "  {build}: {burnt}, {whole}.{thousandths:03} times {} for {} signatures",
            floor.1, floor.0
        )
        .expect("a string grows");
    }
    text
}

#[test]
fn tendermint_updates_cost_what_they_cost() {
    let equal = figures(
        "150 validators of equal power",
        |build| tendermint(build, 150, Power::Equal),
        1350,
    );
    let cosmos_like = figures(
        "150 validators of Cosmos-like power",
        |build| tendermint(build, 150, Power::CosmosLike),
        1900,
    );
    expect![[r#"
        150 validators of equal power
          host: 28324156216246, 1.276 times 22182454953264 for 101 signatures
          host-many: 18617536623054, 0.839 times 22182454953264 for 101 signatures
          wasm: 334350922626905, 15.072 times 22182454953264 for 101 signatures
          wasm-best: 180669238609165, 8.144 times 22182454953264 for 101 signatures
        150 validators of Cosmos-like power
          host: 13726979794546, 1.736 times 7906617607104 for 36 signatures
          host-many: 10351186727622, 1.309 times 7906617607104 for 36 signatures
          wasm: 123015923926949, 15.558 times 7906617607104 for 36 signatures
          wasm-best: 68094793041769, 8.612 times 7906617607104 for 36 signatures
    "#]]
    .assert_eq(&(equal + &cosmos_like));
}

#[test]
fn grandpa_justifications_cost_what_they_cost() {
    let equal = figures(
        "300 authorities of equal weight",
        |build| grandpa(build, 300, Power::Equal),
        1050,
    );
    // With fewer signatures, a call's fixed cost is a larger share.
    let cosmos_like = figures(
        "300 authorities of Cosmos-like weight",
        |build| grandpa(build, 300, Power::CosmosLike),
        1100,
    );
    expect![[r#"
        300 authorities of equal weight
          host: 44967556319146, 1.022 times 43993470631617 for 201 signatures
          host-many: 25451467057667, 0.578 times 43993470631617 for 201 signatures
          wasm: 654653701836100, 14.880 times 43993470631617 for 201 signatures
          wasm-best: 348541877124124, 7.922 times 43993470631617 for 201 signatures
        300 authorities of Cosmos-like weight
          host: 8805445108585, 1.087 times 8098300564029 for 37 signatures
          host-many: 5309950986446, 0.655 times 8098300564029 for 37 signatures
          wasm: 121077667521943, 14.950 times 8098300564029 for 37 signatures
          wasm-best: 64687266260191, 7.987 times 8098300564029 for 37 signatures
    "#]]
    .assert_eq(&(equal + &cosmos_like));
}

/// Each further validator costs the same within a tenth, whatever the size of the set.
#[test]
fn calls_grow_linearly_with_validators_of_equal_power() {
    for build in HOST_BUILDS {
        for call in [tendermint, grandpa] {
            let gas = |count| call(build, count, Power::Equal).burnt_gas.as_gas();
            let each = |few, many| (gas(many) - gas(few)) / (many - few) as u64;
            let of_all = each(10, 600);
            for (few, many) in [(10, 50), (50, 100), (100, 300), (300, 600)] {
                let of_some = each(few, many);
                let difference = of_some.abs_diff(of_all);
                assert!(
                    difference * 10 <= of_all,
                    "{build}, {few} to {many}: {of_some}"
                );
            }
        }
    }
}
