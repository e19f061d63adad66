//! The main job: what it prints, and that it verifies what it should.

use crate::command::{json, run};

#[test]
fn the_main_job_prints_what_it_promises() {
    let demo = json(&run(["demo", "--json"]));
    assert_eq!(demo["backends_agree"], true);
    let runs = demo["signature_verifier"].as_array().expect("runs");
    let verdict = |build: &str, iterations: u64| {
        let run = runs
            .iter()
            .find(|run| run["build"] == build && run["iterations"] == iterations);
        run.expect("a run")["verdict"]
            .as_str()
            .expect("a verdict")
            .to_owned()
    };
    for build in ["host", "wasm", "wasm-best"] {
        assert_eq!(
            [1, 10, 50].map(|n| verdict(build, n)),
            ["verified"; 3],
            "{build}"
        );
        for end in ["refused", "aborted"] {
            assert!(
                runs.iter()
                    .any(|run| run["build"] == build && run["verdict"] == end),
                "{build}"
            );
        }
        let [most, of_limit] = ["capacity_300_tgas", "capacity_of_limit"]
            .map(|capacity| demo[capacity][build].as_u64().expect("a count"));
        assert!(of_limit > 3 * most, "{build}: {of_limit}");
        assert_eq!(
            verdict(build, 130),
            if most >= 130 {
                "verified"
            } else {
                "out_of_gas"
            }
        );
    }
    for run in runs {
        assert!(
            run["burnt_gas"].is_u64() && run["wall_ns"].is_u64(),
            "{run}"
        );
    }
}

#[test]
fn the_main_job_verifies_headers_in_every_build() {
    let demo = json(&run(["demo", "--json"]));
    let runs = demo["light_clients"].as_array().expect("runs");
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
        let keys: Vec<_> = run.as_object().expect("a run").keys().collect();
        assert_eq!(
            keys,
            [
                "client",
                "authorities",
                "power",
                "build",
                "burnt_gas",
                "wall_ns",
                "signatures",
                "floor_gas",
                "verdict"
            ]
        );
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
