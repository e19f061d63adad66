//! What `abstract_lanes` proves of the code over machines, each by two points: that of a fixed seed, and
//! that of a seed which changes with each run.

use abstract_lanes::claims::{
    self, carries, decoding, exponents, field, instructions, pair, points,
};
use std::fs::File;
use std::io::Read as _;

/// The system's random bits: 256, since the bound on false claims is below 2^-200.
fn seed_of_this_run() -> [u8; 32] {
    let mut seed = [0; 32];
    let source = File::open("/dev/urandom").and_then(|mut source| source.read_exact(&mut seed));
    source.expect("the system has random bits");
    seed
}

pub(crate) fn proved(claim: fn()) {
    claims::prove([47; 32], claim);
    let seed = seed_of_this_run();
    println!("the seed of this run: {}", hex::encode(seed)); // shown if the proof fails
    claims::prove(seed, claim);
}

#[test]
fn sums_are_within_bounds_and_right() {
    proved(field::sums);
}

#[test]
fn products_of_all_loose_elements_are_reduced_and_right() {
    proved(field::products);
}

#[test]
fn lanes_are_blended_and_exchanged() {
    proved(field::lanes);
}

#[test]
fn limbs_in_memory_are_below_their_bounds() {
    proved(field::memory);
}

#[test]
fn words_are_transposed() {
    proved(field::words);
}

#[test]
fn exponents_are_those_stated() {
    proved(exponents::all);
}

#[test]
fn inverses_of_many_are_each_times_the_factor() {
    proved(exponents::inverses);
}

#[test]
fn constants_are_what_their_names_say() {
    proved(exponents::constants);
}

#[test]
fn points_are_added() {
    proved(points::additions);
}

#[test]
fn points_are_doubled() {
    proved(points::doublings);
}

#[test]
fn rows_are_added_with_any_signs() {
    proved(points::rows);
}

#[test]
fn points_are_summed_over_lanes() {
    proved(points::over_lanes);
}

#[test]
fn the_identity_is_neutral() {
    proved(points::identity);
}

#[test]
fn rows_are_written() {
    proved(points::written_rows);
}

#[test]
fn pairs_are_added_and_doubled() {
    proved(pair::sums);
}

#[test]
fn pairs_of_rows_are_added() {
    proved(pair::rows);
}

#[test]
fn square_roots_are_found_or_refused() {
    proved(decoding::roots);
}

#[test]
fn encodings_are_decoded_with_their_signs() {
    proved(decoding::points);
}

#[test]
fn neutral_elements_are_recognised() {
    proved(decoding::comparisons);
}

#[test]
fn instructions_are_the_processors() {
    proved(instructions::all);
}

#[test]
fn sums_of_four_words_lose_no_carry() {
    proved(carries::sums);
}

#[test]
fn four_words_are_converted() {
    proved(carries::conversions);
}
