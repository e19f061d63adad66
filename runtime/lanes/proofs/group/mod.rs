//! The group of points: what the arguments of `docs/same-verdict.md` and `points::prime_order` take from it.

mod character;
mod curve;
mod law;
mod primes;
