//! `near-ed25519-bench`: measures Ed25519 verification on NEAR, derives prices, and writes the documents' numbers.
#![forbid(unsafe_code)]

fn main() -> std::process::ExitCode {
    near_ed25519_benches::main()
}
