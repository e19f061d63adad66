//! The function of this suite, for the modules that suites of batch calls share.

use near_ecvrf::Suite;
use near_runtime_ext::host::Verification;
use near_runtime_ext::{EcvrfVerifyManyParameters, RuntimeBuilder};

pub const MANY: &str = "ecvrf_verify_many";

/// Its third argument, unless a test says otherwise: the suite that has rounds of tries.
pub const CHOICE: u64 = 3;
/// The same, where a call has as many items as there may be: 4096 do not fit a call by TAI.
pub const CHOICE_OF_MOST: u64 = 4;
/// Third arguments that it refuses, and how.
pub const UNKNOWN: [u64; 9] = [0, 1, 2, 5, 0x0303, 0x0d03, 0x0f04, (1 << 32) + 3, u64::MAX];
pub const REFUSAL: &str = "invalid suite";
/// Bytes of an item's verdict.
pub const VERDICT: usize = 65;

pub type Prices = EcvrfVerifyManyParameters;

/// These prices; a try costs as much as a byte.
pub fn prices(base: u64, item: u64, byte: u64) -> Prices {
    Prices {
        ecvrf_verify_many_base: base,
        ecvrf_verify_many_item: item,
        ecvrf_verify_many_byte: byte,
        ecvrf_verify_many_try: byte,
    }
}

pub fn base_of(prices: &Prices) -> u64 {
    prices.ecvrf_verify_many_base
}

/// These prices, but for the base fee.
pub fn with_base(prices: &Prices, base: u64) -> Prices {
    Prices {
        ecvrf_verify_many_base: base,
        ..prices.clone()
    }
}

/// A verification at these prices.
pub fn charged_at(prices: &Prices) -> Verification {
    Verification {
        ecvrf_many_parameters: prices.clone(),
        ..Verification::default()
    }
}

/// A runtime with these prices.
pub fn charging(builder: RuntimeBuilder, prices: &Prices) -> RuntimeBuilder {
    builder.ecvrf_verify_many_parameters(prices.clone())
}

/// The suite of a number, by near-ecvrf.
pub fn suite_of(choice: u64) -> Option<Suite> {
    u32::try_from(choice).ok().and_then(Suite::from_code)
}
