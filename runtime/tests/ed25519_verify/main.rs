//! `ed25519_verify`: clause by clause, and against nearcore's own.
#![allow(clippy::panic, unreachable_pub, reason = "a test fails by panicking")]

mod cases;
mod guest;
mod nep_0364;
mod oracle;
mod peers;
