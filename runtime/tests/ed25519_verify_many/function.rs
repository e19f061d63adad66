//! The function of this suite, for the modules that suites of batch calls share.

use near_runtime_ext::host::Verification;
use near_runtime_ext::{RuntimeBuilder, VerifyManyParameters};

pub const MANY: &str = "ed25519_verify_many";

/// Its third argument, unless a test says otherwise: NEP-364's rule.
pub const CHOICE: u64 = 0;
/// The same, where a call has as many items as there may be.
pub const CHOICE_OF_MOST: u64 = 0;
/// Third arguments that it refuses, and how.
pub const UNKNOWN: [u64; 5] = [2, 256, 1 << 32, (1 << 32) + 1, u64::MAX];
pub const REFUSAL: &str = "invalid rule";
/// Bytes of an item's verdict.
pub const VERDICT: usize = 1;

pub type Prices = VerifyManyParameters;

/// These prices.
pub fn prices(base: u64, item: u64, byte: u64) -> Prices {
    Prices {
        ed25519_verify_many_base: base,
        ed25519_verify_many_item: item,
        ed25519_verify_many_byte: byte,
    }
}

pub fn base_of(prices: &Prices) -> u64 {
    prices.ed25519_verify_many_base
}

/// These prices, but for the base fee.
pub fn with_base(prices: &Prices, base: u64) -> Prices {
    Prices {
        ed25519_verify_many_base: base,
        ..prices.clone()
    }
}

/// A verification at these prices.
pub fn charged_at(prices: &Prices) -> Verification {
    Verification {
        many_parameters: prices.clone(),
        ..Verification::default()
    }
}

/// A runtime with these prices.
pub fn charging(builder: RuntimeBuilder, prices: &Prices) -> RuntimeBuilder {
    builder.verify_many_parameters(prices.clone())
}
