//! Gas that the light clients' calls burn, and the part of it for signatures.

use crate::client::Client;
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
    let mut client = Client::tendermint(build, &parameters(CHAIN_ID), header(&trusted), now);
    let update = untrusted.update(100, &chain.validators());
    client.update(&update).expect("verified").0
}

/// A justification by just enough of this many authorities; their weights are powers.
fn grandpa(build: ClientBuild, count: usize, power: Power) -> Outcome {
    let authorities = Authorities::new(7, &power.of(count), "gas");
    let justification = authorities.justify(3, &Block::new(1000, ""));
    let mut client = Client::grandpa(build, authorities.set());
    client.submit_finality(&justification).expect("final").0
}

/// The figures of a case, for each build; the host build's fits a transaction, and is at most this
/// many thousandths of the cost of its signatures alone, one at a time.
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
          host: 29380110264600, 1.324 times 22182454953264 for 101 signatures
          host-many: 19669267076965, 0.886 times 22182454953264 for 101 signatures
          wasm: 335411227619415, 15.120 times 22182454953264 for 101 signatures
          wasm-best: 181729540333790, 8.192 times 22182454953264 for 101 signatures
        150 validators of Cosmos-like power
          host: 14734410162288, 1.863 times 7906617607104 for 36 signatures
          host-many: 11362253288989, 1.437 times 7906617607104 for 36 signatures
          wasm: 124027705238847, 15.686 times 7906617607104 for 36 signatures
          wasm-best: 69106571085782, 8.740 times 7906617607104 for 36 signatures
    "#]]
    .assert_eq(&(equal + &cosmos_like));
}

/// The least squares line through points, in units of gas: per unit of x, at 0, and R².
fn line(points: &[(f64, f64)]) -> (f64, f64, f64) {
    let n = points.len() as f64;
    let mean = |of: &dyn Fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / n;
    let (x, y) = (mean(&|p| p.0), mean(&|p| p.1));
    let slope = mean(&|p| (p.0 - x) * (p.1 - y)) / mean(&|p| (p.0 - x).powi(2));
    let residuals = mean(&|p| (p.1 - y - slope * (p.0 - x)).powi(2));
    (
        slope,
        y - slope * x,
        1.0 - residuals / mean(&|p| (p.1 - y).powi(2)),
    )
}

#[test]
fn grandpa_justifications_cost_what_they_cost() {
    let equal = figures(
        "300 authorities of equal weight",
        |build| grandpa(build, 300, Power::Equal),
        1050,
    );
    // A call's fixed cost weighs more if fewer signatures are needed.
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

/// The growth of a call with the validators: a point for each count, and the line through them.
fn growth(name: &str, call: impl Fn(u32) -> Outcome) -> (String, f64) {
    let mut text = String::new();
    let points = [10, 50, 100, 150, 300, 600].map(|count| {
        let tgas = call(count).burnt_gas.as_gas() as f64 / TGAS as f64;
        writeln!(text, "{name}, {count}: {tgas:.3} Tgas").expect("a string grows");
        (f64::from(count), tgas)
    });
    let (slope, at_zero, r_squared) = line(&points);
    writeln!(
        text,
        "{name}: {at_zero:.3} + {slope:.4} each, R² {r_squared:.5}"
    )
    .expect("grows");
    print!("{text}");
    (text, r_squared)
}

/// The growth of both clients' calls with validators of equal power, which is linear.
fn linear_growth(build: ClientBuild) -> String {
    let (tendermint_text, tendermint_fit) = growth("tendermint, equal", |count| {
        tendermint(build, count as usize, Power::Equal)
    });
    let (grandpa_text, grandpa_fit) = growth("grandpa, equal", |count| {
        grandpa(build, count as usize, Power::Equal)
    });
    assert!(
        tendermint_fit > 0.999 && grandpa_fit > 0.999,
        "{tendermint_text}{grandpa_text}"
    );
    tendermint_text + &grandpa_text
}

#[test]
fn calls_grow_linearly_with_the_validators() {
    let equal_power = linear_growth(ClientBuild::Host);
    // The number of signatures does not grow with validators of less and less power.
    let (cosmos_like, _) = growth("tendermint, cosmos-like", |count| {
        tendermint(ClientBuild::Host, count as usize, Power::CosmosLike)
    });
    expect![[r#"
        tendermint, equal, 10: 3.324 Tgas
        tendermint, equal, 50: 10.700 Tgas
        tendermint, equal, 100: 19.848 Tgas
        tendermint, equal, 150: 29.380 Tgas
        tendermint, equal, 300: 57.917 Tgas
        tendermint, equal, 600: 117.372 Tgas
        tendermint, equal: 0.732 + 0.1935 each, R² 0.99981
        grandpa, equal, 10: 2.005 Tgas
        grandpa, equal, 50: 7.978 Tgas
        grandpa, equal, 100: 15.282 Tgas
        grandpa, equal, 150: 22.814 Tgas
        grandpa, equal, 300: 44.968 Tgas
        grandpa, equal, 600: 89.294 Tgas
        grandpa, equal: 0.557 + 0.1479 each, R² 1.00000
        tendermint, cosmos-like, 10: 3.324 Tgas
        tendermint, cosmos-like, 50: 8.676 Tgas
        tendermint, cosmos-like, 100: 12.421 Tgas
        tendermint, cosmos-like, 150: 14.734 Tgas
        tendermint, cosmos-like, 300: 20.896 Tgas
        tendermint, cosmos-like, 600: 34.861 Tgas
        tendermint, cosmos-like: 5.811 + 0.0496 each, R² 0.97613
    "#]]
    .assert_eq(&(equal_power + &cosmos_like));
}

#[test]
fn calls_of_host_many_grow_linearly_too() {
    expect![[r#"
        tendermint, equal, 10: 2.776 Tgas
        tendermint, equal, 50: 7.518 Tgas
        tendermint, equal, 100: 13.452 Tgas
        tendermint, equal, 150: 19.669 Tgas
        tendermint, equal, 300: 38.466 Tgas
        tendermint, equal, 600: 78.423 Tgas
        tendermint, equal: 0.815 + 0.1284 each, R² 0.99954
        grandpa, equal, 10: 1.438 Tgas
        grandpa, equal, 50: 4.773 Tgas
        grandpa, equal, 100: 8.854 Tgas
        grandpa, equal, 150: 13.066 Tgas
        grandpa, equal, 300: 25.451 Tgas
        grandpa, equal, 600: 50.285 Tgas
        grandpa, equal: 0.616 + 0.0828 each, R² 1.00000
    "#]]
    .assert_eq(&linear_growth(ClientBuild::HostMany));
}
