//! Makes a proof in the named suite, with a 32-byte seed from standard input; `.ci/constant-time`
//! runs it.

use near_ecvrf::{SecretKey, Suite};
use std::hint::black_box;
use std::io::Read as _;

fn main() {
    let suite: Suite = std::env::args()
        .nth(1)
        .and_then(|name| name.parse().ok())
        .expect("a suite: tai, ell2, draft03 or draft13");
    let mut seed = [0; 32];
    std::io::stdin().read_exact(&mut seed).expect("32 bytes");
    black_box(SecretKey::from_seed(seed).prove(suite, b"alpha"));
}
