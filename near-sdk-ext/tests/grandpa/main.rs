//! GRANDPA's verifier: one suite for each flavour. `host` is near-sdk's mock and so nearcore's own
//! host function; `host_many` accepts by ZIP-215, all signatures together; `wasm` is the baseline's
//! code.

mod chain;
mod hand_over;
mod oracle;
mod peers;
mod rules;

use near_sdk_ext::{Host, HostMany, Wasm};

macro_rules! suite {
    ($($flavour:ident: $type:ty),*) => {$(
        mod $flavour {
            use super::*;

            suite! { @tests $type;
                peers: westend_polkadot avail;
                rules: the_threshold_is_enough_and_no_signature_is_checked_after_it
                    less_than_the_threshold_is_refused_before_any_signature
                    another_round_or_set_or_vote_is_a_bad_signature
                    strangers_and_second_votes_are_refused
                    votes_for_descendants_count_with_their_headers
                    a_missing_header_costs_the_vote_its_weight
                    votes_below_or_beside_the_target_are_refused
                    wrong_numbers_are_refused
                    unneeded_headers_are_refused
                    the_targets_own_header_is_handed_back
                    weights_count_not_heads
                    check_message_signature_is_for_one_vote;
                oracle: agrees_with_finality_grandpa
                    a_justification_a_node_accepts_with_second_votes_is_accepted_without_them;
            }
        }
    )*};
    (@tests $type:ty; $($module:ident: $($test:ident)*;)*) => {$($(
        #[test]
        fn $test() {
            $module::$test::<$type>();
        }
    )*)*};
}

suite! { host: Host, host_many: HostMany, wasm: Wasm }
