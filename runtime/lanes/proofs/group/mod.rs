//! The group of points: what the argument of `docs/same-verdict.md` takes from it.

mod curve;
mod law;
mod primes;
