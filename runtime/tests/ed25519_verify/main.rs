//! `ed25519_verify`: compared with a model of its clauses, and with nearcore's own function.
#![allow(clippy::panic, unreachable_pub, reason = "a test fails by panicking")]

mod cases;
mod model;
mod oracle;
