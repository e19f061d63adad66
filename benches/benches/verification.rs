//! One verification: by layer, by family, and by the length of the message.
//!
//! What `near-ed25519 calibrate` measures, one at a time and with Criterion's statistics, for who
//! works on it. Prices come from `calibrate`.

#![allow(
    missing_docs,
    reason = "Criterion's macros define undocumented functions"
)]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use near_ed25519_benches::verification::{Bench, Case, Family, Layer, Place};
use std::time::Duration;

/// Verifications in one measurement: enough that the call around them does not show.
const BATCH: u32 = 50;

fn measure(bench: &mut Bench, layer: Layer, case: &Case, place: Place) -> Duration {
    let run = bench.run(layer, case, place, BATCH, 0);
    run.expect("the family's verdict")
}

fn case(family: Family, message_bytes: usize) -> Case {
    Case::new(family, message_bytes).expect("a case")
}

fn by_layer(c: &mut Criterion) {
    let mut bench = Bench::new().expect("layers");
    let mut group = c.benchmark_group("by layer, 32-byte message");
    group.throughput(Throughput::Elements(BATCH.into()));
    let case = case(Family::Valid, 32);
    for (layer, place) in [
        (Layer::Bare, Place::Memory),
        (Layer::Host, Place::Memory),
        (Layer::Host, Place::Registers),
        (Layer::Wasm, Place::Memory),
        (Layer::Wasm, Place::Registers),
        (Layer::Marshalling, Place::Memory),
        (Layer::Marshalling, Place::Registers),
    ] {
        group.bench_function(BenchmarkId::new(layer.name(), place), |b| {
            b.iter_custom(|iterations| {
                (0..iterations)
                    .map(|_| measure(&mut bench, layer, &case, place))
                    .sum()
            });
        });
    }
    group.finish();
}

fn by_family(c: &mut Criterion) {
    let mut bench = Bench::new().expect("layers");
    let mut group = c.benchmark_group("by family, host function, 32-byte message");
    group.throughput(Throughput::Elements(BATCH.into()));
    for &family in Family::ALL {
        let case = case(family, 32);
        group.bench_function(family.name(), |b| {
            b.iter_custom(|iterations| {
                (0..iterations)
                    .map(|_| measure(&mut bench, Layer::Host, &case, Place::Memory))
                    .sum()
            });
        });
    }
    group.finish();
}

fn by_length(c: &mut Criterion) {
    let mut bench = Bench::new().expect("layers");
    let mut group = c.benchmark_group("by length, host function");
    for message_bytes in [0, 128, 1_024, 16_384, 65_536] {
        let case = case(Family::Valid, message_bytes);
        group.throughput(Throughput::Elements(BATCH.into()));
        group.bench_function(format!("{message_bytes} bytes"), |b| {
            b.iter_custom(|iterations| {
                (0..iterations)
                    .map(|_| measure(&mut bench, Layer::Host, &case, Place::Memory))
                    .sum()
            });
        });
    }
    group.finish();
}

criterion_group!(benches, by_layer, by_family, by_length);
criterion_main!(benches);
