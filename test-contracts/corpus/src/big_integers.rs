//! Integers of 64 and 128 bits, checked.
//!
//! ```text
//! add {"a": "18446744073709551615", "b": "1"}
//! add {"a": "340282366920938463463374607431768211455", "b": "1"}
//! mul_div {"a": "18446744073709551615", "b": "18446744073709551615", "c": "3"}
//! mul_div {"a": "1", "b": "1", "c": "0"}
//! signed {"a": "-170141183460469231731687303715884105728", "b": "-1"}
//! signed {"a": "-17", "b": "5"}
//! bits {"a": "9223372036854775808", "by": 3}
//! bits {"a": "9223372036854775808", "by": 64}
//! sqrt {"a": "340282366920938463463374607431768211455"}
//! ```

use near_sdk::json_types::{I128, U64, U128};
use near_sdk::near;

#[near(contract_state)]
#[derive(Default)]
pub struct Contract {}

#[near]
impl Contract {
    pub fn add(a: U128, b: U128) -> U128 {
        U128(a.0 + b.0)
    }

    pub fn mul_div(a: U128, b: U128, c: U128) -> U128 {
        U128(a.0 * b.0 / c.0)
    }

    pub fn signed(a: I128, b: I128) -> (I128, I128) {
        (I128(a.0 / b.0), I128(a.0.rem_euclid(b.0)))
    }

    pub fn bits(a: U64, by: u32) -> (U64, U64, u32, u32, U64) {
        let a = a.0;
        (
            U64(a >> by),
            U64(a.rotate_left(by)),
            a.leading_zeros(),
            a.count_ones(),
            U64(a.swap_bytes()),
        )
    }

    pub fn sqrt(a: U128) -> U128 {
        U128(a.0.isqrt())
    }
}
