//! `ed25519_verify_many`.

mod binding;
pub mod function;
pub mod items;
mod layouts;
mod model;
#[allow(
    dead_code,
    unused_imports,
    reason = "some prices are of runtime/upstream/proof alone"
)]
mod prices;
mod sdk;
mod specification;
mod verdicts;

common_tests!(crate::ed25519_verify_many::items::Item);
