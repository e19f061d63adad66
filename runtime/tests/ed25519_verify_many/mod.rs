//! `ed25519_verify_many`.

mod binding;
pub mod function;
pub mod items;
mod layouts;
mod model;
mod sdk;
mod verdicts;

common_tests!(crate::ed25519_verify_many::items::Item);
