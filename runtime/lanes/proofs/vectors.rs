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

/// Makes a test of each claim.
macro_rules! each_proved {
    ($(fn $test:ident() = $claim:path;)*) => {
        $(#[test]
        fn $test() {
            $crate::vectors::proved($claim);
        })*
    };
}
pub(crate) use each_proved;

each_proved! {
    fn sums_are_within_bounds_and_right() = field::sums;
    fn products_of_all_loose_elements_are_reduced_and_right() = field::products;
    fn lanes_are_blended_and_exchanged() = field::lanes;
    fn limbs_in_memory_are_below_their_bounds() = field::memory;
    fn words_are_transposed() = field::words;
    fn exponents_are_those_stated() = exponents::all;
    fn inverses_of_many_are_each_times_the_factor() = exponents::inverses;
    fn constants_are_what_their_names_say() = exponents::constants;
    fn points_are_added() = points::additions;
    fn points_are_doubled() = points::doublings;
    fn rows_are_added_with_any_signs() = points::rows;
    fn points_are_summed_over_lanes() = points::over_lanes;
    fn the_identity_is_neutral() = points::identity;
    fn rows_are_written() = points::written_rows;
    fn pairs_are_added_and_doubled() = pair::sums;
    fn pairs_of_rows_are_added() = pair::rows;
    fn square_roots_are_found_or_refused() = decoding::roots;
    fn encodings_are_decoded_with_their_signs() = decoding::points;
    fn neutral_elements_are_recognised() = decoding::comparisons;
    fn instructions_are_the_processors() = instructions::all;
    fn sums_of_four_words_lose_no_carry() = carries::sums;
    fn four_words_are_converted() = carries::conversions;
}
