//! Any bytes to each parser: what it takes is what the reference takes, and it never panics.

mod adapters;
mod grandpa;
mod keys;
