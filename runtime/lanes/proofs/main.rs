//! What is proved by machine, for all inputs: SOUNDNESS.md has the list.
//!
//! Each claim of `abstract_lanes` is proved at two points: that of a fixed seed, and that of a seed which changes
//! with each run.

mod assembly;
mod primes;

use abstract_lanes::claims;
use std::fs::File;
use std::io::Read as _;

/// The system's random bits: 256, since the bound on false claims is below 2^-200.
fn seed_of_this_run() -> [u8; 32] {
    let mut seed = [0; 32];
    let source = File::open("/dev/urandom").and_then(|mut source| source.read_exact(&mut seed));
    source.expect("the system has random bits");
    seed
}

fn proved(claim: fn()) {
    claims::prove([47; 32], claim);
    let seed = seed_of_this_run();
    println!("the seed of this run: {}", hex::encode(seed)); // shown if the proof fails
    claims::prove(seed, claim);
}

/// Makes a test of each claim.
macro_rules! each_proved {
    ($($(#[doc = $of:literal])* mod $module:ident {
        $(fn $test:ident() = $area:ident::$claim:ident;)*
    })*) => {
        $($(#[doc = $of])*
        mod $module {
            $(#[test]
            fn $test() {
                super::proved(super::claims::$area::$claim);
            })*
        })*
    };
}

each_proved! {
    /// The code over machines.
    mod vectors {
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
    /// Integers and hashes: digits of scalars, halved challenges, encodings, SHA-512.
    mod integers {
        fn digits_are_the_scalar() = integers::digits_of_layouts;
        fn non_adjacent_forms_are_the_number() = integers::non_adjacent_forms;
        fn valid_halves_are_congruent_modulo_eight_l() = integers::valid_halves;
        fn canonical_encodings_are_those_below_p() = integers::canonical_encodings;
        fn inverses_are_confirmed() = integers::inverses;
        fn constants_of_sha512_are_fractions_of_roots() = hash::constants;
        fn hashes_in_lanes_are_those_of_fips_180_4() = hash::of_lanes;
        fn messages_are_padded_as_fips_180_4_says() = hash::padding;
    }
    /// Whole kernels: for any points, and each value of each digit.
    mod kernels {
        fn tables_have_the_multiples() = kernels::multiples;
        fn tables_are_those_of_their_keys() = kernels::tables;
        fn combinations_are_the_sums_of_their_rows() = kernels::combinations;
        fn sums_with_known_keys_are_the_sums_of_their_rows() = kernels::known_keys;
        fn halved_sums_are_those_of_their_digits() = kernels::halved_sums;
        fn paired_sums_are_those_of_their_digits() = verdicts::paired_sums;
        fn halved_sums_are_compared() = verdicts::halved;
        fn sums_are_compared_times_the_cofactor() = verdicts::cofactor;
        fn sums_are_encoded() = verdicts::encodings;
        fn sums_are_compared_with_encodings() = verdicts::sums_encode;
    }
    /// FROST's points and proofs of VRFs.
    mod protocols {
        fn commitments_are_the_sums_of_their_points() = frost::sums;
        fn polynomials_have_their_values() = frost::polynomials;
        fn shares_are_right_or_wrong() = frost::shares;
        fn points_of_prime_order_are_accepted_alone() = frost::prime_order;
        fn vrf_equations_are_the_sums_of_their_rows() = vrf::equations;
        fn vrf_points_are_encoded_and_multiplied_by_eight() = vrf::points;
        fn elements_are_mapped_by_elligator() = vrf::elligator;
    }
}
