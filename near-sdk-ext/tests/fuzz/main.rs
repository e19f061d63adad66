//! Any bytes to each parser: it accepts the same as its reference, and never panics.

mod adapters;
mod grandpa;
mod keys;
mod nep_413;
