//! Two bounds that must hold of what the runtime adds: a warm call, and loading from the cache. Of
//! each side the least of interleaved rounds counts: noise only ever adds time.

use near_runtime_ext::{Backend, Compiler, Contract, Runtime};
use std::path::Path;
use std::time::Duration;
use test_contracts::{Build, signature_verifier};

/// Rounds of a measurement.
const ROUNDS: u32 = 40;

fn deploy(backend: Backend, folder: Option<&Path>) -> Contract {
    let mut builder = Runtime::builder().backend(backend);
    if let Some(folder) = folder {
        builder = builder.cache_folder(folder);
    }
    let runtime = builder.build().expect("a runtime");
    let wasm = signature_verifier(Build::Host).wasm().to_vec();
    let name = "contract.near".parse().expect("a name");
    runtime.deploy(name, wasm).expect("deployed")
}

/// Calls a method that does nothing; returns the time between handing it to the VM and its outcome.
fn noop(contract: &mut Contract) -> Duration {
    let outcome = contract.call("noop").transact().expect("an outcome");
    assert!(outcome.is_success(), "{:?}", outcome.failure);
    outcome.wall
}

fn main() {
    let mut warm = deploy(Backend::default(), None);
    let overlay = Backend::Overlay(Compiler::Cranelift);
    let folder = tempfile::tempdir().expect("a temporary folder");
    noop(&mut deploy(overlay, Some(folder.path())));
    let mut least = [Duration::MAX; 3];
    for _ in 0..ROUNDS {
        let times = [
            noop(&mut warm),
            noop(&mut deploy(overlay, None)),
            noop(&mut deploy(overlay, Some(folder.path()))),
        ];
        for (least, time) in least.iter_mut().zip(times) {
            *least = time.min(*least);
        }
    }
    let [warm, compiled, loaded] = least.map(|time| time.as_secs_f64() * 1e6);
    println!("a warm call that does nothing: {warm:.1} us, at most 150");
    println!("a first call from the cache: {loaded:.0} us, at most a twentieth of {compiled:.0}");
    assert!(warm <= 150.0 && loaded * 20.0 <= compiled);
}
