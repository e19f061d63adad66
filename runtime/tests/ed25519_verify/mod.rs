//! `ed25519_verify`: compared with a model of its clauses, and with nearcore's own function.

mod cases;
mod model;
mod oracle;
