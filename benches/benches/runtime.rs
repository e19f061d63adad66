//! What the runtime adds to the curve arithmetic: host calls, calls, compilation, loading.
//!
//! `cargo bench` runs Criterion's benches, then three paired measurements whose bounds must
//! hold. Pairs are interleaved, and of each side the minimum counts: noise only ever adds time.
//! dalek's vector code has two speeds, a tenth apart, and which one a caller gets depends on where
//! its stack happens to lie: that pair is measured in several processes.

#![allow(
    missing_docs,
    reason = "Criterion's macros define undocumented functions"
)]

use criterion::{Criterion, Throughput, criterion_group};
use ed25519_dalek::{Signature, Verifier, VerifyingKey};
use near_runtime_ext::{Backend, Compiler, Contract, Gas, Runtime};
use std::hint::black_box;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};
use test_contracts::fixtures::nep364;
use test_contracts::{Build, signature_verifier};

/// Verifications per call: enough that the call around them does not show.
const BATCH: u32 = 200;

/// Rounds of a paired measurement.
const ROUNDS: u32 = 40;

/// Processes that a pair with two speeds is measured in.
const LAUNCHES: u32 = 12;

/// Tells a launch of this bench to measure that pair and print it.
const PAIR: &str = "NEAR_ED25519_BENCH_PAIR";

/// Verifies the NEP's signature `BATCH` times through the host function, and traps if it is
/// refused: Wasm around the call is as little as can be.
fn host_caller(backend: Backend) -> Contract {
    let escape = |bytes: &[u8]| {
        bytes
            .iter()
            .map(|byte| format!("\\{byte:02x}"))
            .collect::<String>()
    };
    let wat = format!(
        r#"(module
            (import "env" "ed25519_verify"
                (func $verify (param i64 i64 i64 i64 i64 i64) (result i64)))
            (memory 1)
            (data (i32.const 0) "{}") (data (i32.const 64) "{}") (data (i32.const 128) "{}")
            (func (export "run") (local $left i32)
                (local.set $left (i32.const {BATCH}))
                (loop $again
                    (if (i64.ne (i64.const 1) (call $verify
                            (i64.const 64) (i64.const 0)
                            (i64.const 32) (i64.const 64)
                            (i64.const 32) (i64.const 128)))
                        (then unreachable))
                    (br_if $again
                        (local.tee $left (i32.sub (local.get $left) (i32.const 1)))))))"#,
        escape(&nep364::SIGNATURE),
        escape(&nep364::MESSAGE),
        escape(&nep364::PUBLIC_KEY),
    );
    let wasm = wat::parse_str(wat).expect("valid WAT");
    deploy(
        &Runtime::builder()
            .backend(backend)
            .build()
            .expect("a runtime"),
        wasm,
    )
}

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

/// What the host function must do in any case: decode, and verify.
fn native() -> bool {
    let key = VerifyingKey::from_bytes(black_box(&nep364::PUBLIC_KEY)).expect("a curve point");
    let signature = Signature::from_bytes(black_box(&nep364::SIGNATURE));
    key.verify(black_box(&nep364::MESSAGE), &signature).is_ok()
}

fn native_batch() -> Duration {
    let start = Instant::now();
    for _ in 0..BATCH {
        assert!(native());
    }
    start.elapsed()
}

fn verification(c: &mut Criterion) {
    let mut group = c.benchmark_group("ed25519_verify, 32-byte message");
    group.throughput(Throughput::Elements(BATCH.into()));
    group.bench_function("native dalek decode + verify", |b| {
        b.iter_custom(|iterations| (0..iterations).map(|_| native_batch()).sum());
    });
    for backend in [
        Backend::Wasmer(Compiler::Cranelift),
        Backend::Wasmer(Compiler::Singlepass),
        Backend::Nearcore,
    ] {
        let mut contract = host_caller(backend);
        group.bench_function(format!("host call, {backend}"), |b| {
            b.iter_custom(|iterations| (0..iterations).map(|_| call(&mut contract, "run")).sum());
        });
    }
    group.finish();
}

fn noop(c: &mut Criterion) {
    let mut group = c.benchmark_group("warm call of a method that does nothing");
    for backend in [Backend::Wasmer(Compiler::Cranelift), Backend::Nearcore] {
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
    let mut builder = Runtime::builder().backend(Backend::Wasmer(compiler));
    if let Some(folder) = folder {
        builder = builder.cache_folder(folder);
    }
    let runtime = builder.build().expect("a runtime");
    call(
        &mut deploy(&runtime, signature_verifier(Build::Host).wasm().to_vec()),
        "noop",
    )
}

/// The least of each side over interleaved rounds.
fn paired(mut a: impl FnMut() -> Duration, mut b: impl FnMut() -> Duration) -> (f64, f64) {
    let mut least = (Duration::MAX, Duration::MAX);
    for _ in 0..ROUNDS {
        least = (least.0.min(a()), least.1.min(b()));
    }
    (least.0.as_secs_f64() * 1e6, least.1.as_secs_f64() * 1e6)
}

/// Host call and native verification, microseconds for one batch, in this process.
fn host_call_and_native() -> (f64, f64) {
    let mut contract = host_caller(Backend::default());
    paired(|| call(&mut contract, "run"), native_batch)
}

/// The same, the least of several processes.
fn host_call_and_native_in_many_processes() -> (f64, f64) {
    let mut least = (f64::MAX, f64::MAX);
    for _ in 0..LAUNCHES {
        let this = std::env::current_exe().expect("this program");
        let output = Command::new(this)
            .env(PAIR, "1")
            .output()
            .expect("it runs again");
        let text = String::from_utf8(output.stdout).expect("text");
        let mut times = text
            .split_whitespace()
            .map(|time| time.parse().expect("a time"));
        let mut next = || times.next().expect("two times");
        least = (least.0.min(next()), least.1.min(next()));
    }
    least
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
    let (hosted, bare) = host_call_and_native_in_many_processes();
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

criterion_group!(benches, verification, noop, loading);

fn main() -> std::process::ExitCode {
    if std::env::var_os(PAIR).is_some() {
        let (hosted, bare) = host_call_and_native();
        println!("{hosted} {bare}");
        return 0.into();
    }
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
