//! What `abstract_lanes` proves of the code over machines, each by two points: that of a fixed seed, and
//! that of a seed which changes with each run.

use abstract_lanes::claims::{self, decoding, exponents, field, instructions, pair, points};
use std::hash::{BuildHasher as _, RandomState};

/// The system's random bits; `RandomState` has 128.
fn seed_of_this_run() -> [u8; 32] {
    let state = RandomState::new();
    let words: [[u8; 8]; 4] = std::array::from_fn(|i| state.hash_one(i).to_le_bytes());
    std::array::from_fn(|i| words[i / 8][i % 8])
}

fn proved(claim: fn()) {
    claims::prove([47; 32], claim);
    let seed = seed_of_this_run();
    println!("the seed of this run: {}", hex::encode(seed)); // shown if the proof fails
    claims::prove(seed, claim);
}

macro_rules! proofs {
    ($($name:ident: $claim:path;)*) => {
        $(#[test]
        fn $name() {
            proved($claim);
        })*
    };
}

proofs! {
    sums_are_within_bounds_and_right: field::sums;
    products_of_all_loose_elements_are_reduced_and_right: field::products;
    lanes_are_blended_and_exchanged: field::lanes;
    limbs_in_memory_are_below_their_bounds: field::memory;
    words_are_transposed: field::words;
    exponents_are_those_stated: exponents::all;
    inverses_of_many_are_each_times_the_factor: exponents::inverses;
    constants_are_what_their_names_say: exponents::constants;
    points_are_added: points::additions;
    points_are_doubled: points::doublings;
    rows_are_added_with_any_signs: points::rows;
    points_are_summed_over_lanes: points::over_lanes;
    the_identity_is_neutral: points::identity;
    rows_are_written: points::written_rows;
    pairs_are_added_and_doubled: pair::sums;
    pairs_of_rows_are_added: pair::rows;
    square_roots_are_found_or_refused: decoding::roots;
    encodings_are_decoded_with_their_signs: decoding::points;
    neutral_elements_are_recognised: decoding::comparisons;
    instructions_are_the_processors: instructions::all;
}
