//! What the runtime adds to the curve arithmetic: host calls, calls, compilation, loading.
//!
//! `cargo bench` runs Criterion's benches, then three paired measurements whose bounds must
//! hold. Pairs are interleaved, and of each side the minimum counts: noise only ever adds time.

#![allow(
    missing_docs,
    reason = "Criterion's macros define undocumented functions"
)]

use criterion::{Criterion, criterion_group};
use near_ed25519_benches::verification::placement::places;
use near_ed25519_benches::verification::{Bench, Case, Family, Layer, Place};
use near_runtime_ext::{Backend, Compiler, Contract, Gas, Runtime};
use std::path::Path;
use std::time::Duration;
use test_contracts::{Build, signature_verifier};

/// Verifications per call: enough that the call around them does not show.
const BATCH: u32 = 200;

/// Rounds of a paired measurement.
const ROUNDS: u32 = 40;

fn deploy(runtime: &Runtime, wasm: Vec<u8>) -> Contract {
    runtime
        .deploy("contract.near".parse().expect("a name"), wasm)
        .expect("deployed")
}

/// Calls a method; returns the time between handing it to the VM and its outcome.
fn call(contract: &mut Contract, method: &str) -> Duration {
    let outcome = contract
        .call(method)
        .gas(Gas::from_teragas(300))
        .transact()
        .expect("an outcome");
    assert!(outcome.is_success(), "{method}: {:?}", outcome.failure);
    outcome.wall
}

fn noop(c: &mut Criterion) {
    let mut group = c.benchmark_group("warm call of a method that does nothing");
    for backend in [Backend::Overlay(Compiler::Cranelift), Backend::Nearcore] {
        let runtime = Runtime::builder()
            .backend(backend)
            .build()
            .expect("a runtime");
        let mut contract = deploy(&runtime, signature_verifier(Build::Host).wasm().to_vec());
        group.bench_function(backend.to_string(), |b| {
            b.iter_custom(|iterations| (0..iterations).map(|_| call(&mut contract, "noop")).sum());
        });
    }
    group.finish();
}

fn loading(c: &mut Criterion) {
    let mut group = c.benchmark_group("first call of signature-verifier (host)");
    group.sample_size(10);
    for compiler in Compiler::ALL {
        let folder = tempfile::tempdir().expect("a temporary folder");
        group.bench_function(format!("compiled, {compiler}"), |b| {
            b.iter_custom(|iterations| (0..iterations).map(|_| first_call(compiler, None)).sum());
        });
        first_call(compiler, Some(folder.path()));
        group.bench_function(format!("from the disk cache, {compiler}"), |b| {
            b.iter_custom(|iterations| {
                (0..iterations)
                    .map(|_| first_call(compiler, Some(folder.path())))
                    .sum()
            });
        });
    }
    group.finish();
}

/// The first call in a new runtime, whose memory cache is empty.
fn first_call(compiler: Compiler, folder: Option<&Path>) -> Duration {
    let mut builder = Runtime::builder().backend(Backend::Overlay(compiler));
    if let Some(folder) = folder {
        builder = builder.cache_folder(folder);
    }
    let runtime = builder.build().expect("a runtime");
    call(
        &mut deploy(&runtime, signature_verifier(Build::Host).wasm().to_vec()),
        "noop",
    )
}

/// The least of each side over interleaved rounds, microseconds.
fn paired(mut a: impl FnMut() -> Duration, mut b: impl FnMut() -> Duration) -> (f64, f64) {
    let mut least = (Duration::MAX, Duration::MAX);
    for _ in 0..ROUNDS {
        least = (least.0.min(a()), least.1.min(b()));
    }
    (least.0.as_secs_f64() * 1e6, least.1.as_secs_f64() * 1e6)
}

/// The bounds this project promises; `false` if one does not hold.
fn bounds_hold() -> bool {
    let check = |what: &str, value: f64, bound: &str, holds: bool| {
        println!(
            "{} {what}: {value:.3} ({bound})",
            if holds { "ok  " } else { "FAIL" }
        );
        holds
    };
    let case = Case::new(Family::Valid, 32).expect("a case");
    let mut bench = Bench::new().expect("layers");
    // dalek is faster or slower by where the stack lies: the least over all places.
    let mut least = (Duration::MAX, Duration::MAX);
    for stack in places() {
        let mut verify = |layer| {
            let run = bench.run(layer, &case, Place::Memory, BATCH, stack);
            run.expect("accepted")
        };
        least = (
            least.0.min(verify(Layer::Wasm)),
            least.1.min(verify(Layer::Bare)),
        );
    }
    let [hosted, bare] = [least.0, least.1].map(|time| time.as_secs_f64() * 1e6);
    let ratio = hosted / bare;
    let mut hold = check(
        "host call through Wasm / native",
        ratio,
        "at most 1.05",
        ratio <= 1.05,
    );
    println!(
        "     {:.2} us and {:.2} us each",
        hosted / f64::from(BATCH),
        bare / f64::from(BATCH)
    );

    let runtime = Runtime::new();
    let mut contract = deploy(&runtime, signature_verifier(Build::Host).wasm().to_vec());
    let (warm, _) = paired(|| call(&mut contract, "noop"), || Duration::ZERO);
    hold &= check("warm no-op call, us", warm, "at most 150", warm <= 150.0);

    let folder = tempfile::tempdir().expect("a temporary folder");
    first_call(Compiler::Cranelift, Some(folder.path()));
    let (compiled, loaded) = paired(
        || first_call(Compiler::Cranelift, None),
        || first_call(Compiler::Cranelift, Some(folder.path())),
    );
    let ratio = compiled / loaded;
    hold &= check(
        "first compile / load from the cache",
        ratio,
        "at least 20",
        ratio >= 20.0,
    );
    println!("     {compiled:.0} us and {loaded:.0} us");
    hold
}

criterion_group!(benches, noop, loading);

fn main() -> std::process::ExitCode {
    // `cargo test` runs benches too, to see that they work: no measurement then.
    let is_test = std::env::args().any(|arg| arg == "--test");
    benches();
    Criterion::default().configure_from_args().final_summary();
    if is_test || bounds_hold() {
        0.into()
    } else {
        1.into()
    }
}
