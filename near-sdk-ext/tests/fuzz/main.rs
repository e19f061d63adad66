//! Any bytes as the input of each parser: it accepts what its reference accepts, and never panics.

mod adapters;
mod grandpa;
mod keys;
mod nep_413;
