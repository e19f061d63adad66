//! The main job: what it prints, and that it verifies what it should.

use crate::command::{Folder, keys};
use serde_json::Value;
use std::sync::LazyLock;

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
            let run = runs().find(|run| run["iterations"] == iterations);
            &run.expect("a run")["verdict"]
        };
        assert_eq!([1, 10, 50].map(verdict), ["verified"; 3], "{build}");
        for end in ["refused", "aborted"] {
            assert!(runs().any(|run| run["verdict"] == end), "{build}");
        }
        let [most, of_limit] = ["capacity_300_tgas", "capacity_of_limit"]
            .map(|capacity| DEMO[capacity][build].as_u64().expect("a count"));
        assert!(of_limit > 3 * most, "{build}: {of_limit}");
        let of_130 = ["out_of_gas", "verified"][usize::from(most >= 130)];
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
    let expected = ["tendermint 150", "grandpa 300"].map(|client| {
        ["equal", "cosmos-like"].map(|power| {
            ["host", "host-many", "wasm", "wasm-best"]
                .map(|build| format!("{client} {power} {build}"))
        })
    });
    let names = runs.iter().map(|run| {
        let text = |key: &str| run[key].as_str().expect("a name");
        let (client, power, build) = (text("client"), text("power"), text("build"));
        format!("{client} {} {power} {build}", run["authorities"])
    });
    assert_eq!(names.collect::<Vec<_>>(), expected.concat().concat());
    for run in runs {
        let expected =
            "client authorities power build burnt_gas wall_ns signatures floor_gas verdict";
        assert_eq!(keys(run), expected);
        assert_eq!(run["verdict"], "success");
        assert!(run["wall_ns"].as_u64().is_some_and(|wall| wall > 0));
        // One at a time no contract pays less; all together, one may.
        let is_above_the_floor = run["floor_gas"].as_u64() < run["burnt_gas"].as_u64();
        assert!(is_above_the_floor || run["build"] == "host-many", "{run}");
        let signatures = match (run["client"].as_str(), run["power"].as_str()) {
            (Some("tendermint"), Some("equal")) => 101,
            (Some("tendermint"), _) => 36,
            (_, Some("equal")) => 201,
            _ => 37,
        };
        assert_eq!(run["signatures"], signatures, "{run}");
    }
}
