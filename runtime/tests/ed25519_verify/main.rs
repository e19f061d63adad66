//! `ed25519_verify`: clause by clause, and compared with nearcore's own function.
#![allow(clippy::panic, unreachable_pub, reason = "a test fails by panicking")]

mod cases;
mod guest;
mod nep_0364;
mod oracle;
