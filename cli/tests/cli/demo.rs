//! The default command: its output, and the number of signatures that it verifies.

use serde_json::{Value, json};
use std::sync::LazyLock;
use test_support::command::{Folder, assert_has, keys};

static DEMO: LazyLock<Value> = LazyLock::new(|| Folder::new().report("demo"));

fn runs(of: &str) -> &'static [Value] {
    DEMO[of].as_array().expect("runs")
}

#[test]
fn the_main_job_prints_what_it_promises() {
    assert_eq!(DEMO["backends_agree"], true);
    let runs = runs("signature_verifier");
    for build in ["host", "wasm", "wasm-best"] {
        let runs = || runs.iter().filter(|run| run["build"] == build);
        let verdict = |iterations: u64| {
            let run = runs().find(|run| run["case"]["valid"] == iterations);
            &run.expect("a run")["verdict"]
        };
        assert_eq!([1, 10, 50].map(verdict), ["success"; 3], "{build}");
        for end in ["refused", "aborted"] {
            assert!(runs().any(|run| run["verdict"] == end), "{build}");
        }
        let [most, of_limit] = ["capacity_300_tgas", "capacity_of_limit"]
            .map(|capacity| DEMO[capacity][build].as_u64().expect("a count"));
        assert!(of_limit > 3 * most, "{build}: {of_limit}");
        let of_130 = ["out_of_gas", "success"][usize::from(most >= 130)];
        assert_eq!(verdict(130), of_130, "{build}");
    }
    for run in runs {
        let has = |field: &str| run[field].is_u64();
        assert!(has("burnt_gas") && has("wall_ns"), "{run}");
    }
}

#[test]
fn the_main_job_verifies_headers_in_every_build() {
    let runs = runs("light_clients");
    let headers = [
        ("tendermint", 150, "equal", 101),
        ("tendermint", 150, "cosmos-like", 36),
        ("grandpa", 300, "equal", 201),
        ("grandpa", 300, "cosmos-like", 37),
    ];
    let builds = ["host", "host-many", "wasm", "wasm-best"];
    let all = headers.map(|header| builds.map(|build| (header, build)));
    assert_eq!(runs.len(), all.as_flattened().len());
    for (run, ((client, authorities, power, signatures), build)) in runs.iter().zip(all.concat()) {
        let expected =
            "client authorities power build burnt_gas wall_ns signatures floor_gas verdict";
        assert_eq!(keys(run), expected);
        let expected = json!({
            "client": client, "authorities": authorities, "power": power, "build": build,
            "signatures": signatures, "verdict": "success",
        });
        assert_has(run, &expected);
        assert!(run["wall_ns"].as_u64().is_some_and(|wall| wall > 0));
        // One at a time, no contract pays less than the floor; in a batch call one may.
        let is_above_the_floor = run["floor_gas"].as_u64() < run["burnt_gas"].as_u64();
        assert!(is_above_the_floor || build == "host-many", "{run}");
    }
}

#[test]
fn the_main_job_fulfils_requests_for_randomness_in_every_build() {
    let runs = runs("randomness_beacon");
    let builds = runs.iter().map(|run| run["build"].as_str());
    assert!(builds.eq(["host-many", "wasm", "wasm-best"].map(Some)));
    for run in runs {
        let expected = "contract build case verdict burnt_gas verifying_gas wall_ns backends_agree capacity_300_tgas";
        assert_eq!(keys(run), expected);
        let is_compared = run["build"] != "host-many";
        assert_eq!(run["backends_agree"].as_bool(), is_compared.then_some(true));
    }
    let number = |at: usize, key: &str| runs[at][key].as_u64().expect("a number");
    let [host, wasm, best] = [0, 1, 2].map(|at| number(at, "capacity_300_tgas"));
    assert!(host > best && best > wasm, "{host}, {best}, {wasm}");
    // The remaining gas is for the contract's own work in any build.
    let verifying = number(0, "verifying_gas");
    let beside = number(0, "burnt_gas") - verifying;
    let in_wasm = number(2, "burnt_gas") - beside;
    assert!(in_wasm >= 12 * verifying, "{in_wasm}, {verifying}");
}
