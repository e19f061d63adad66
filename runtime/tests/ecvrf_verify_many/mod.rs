//! `ecvrf_verify_many`.

mod function;
pub mod items;
mod layouts;
mod model;
mod verdicts;

common_tests!(crate::ecvrf_verify_many::items::Item);
