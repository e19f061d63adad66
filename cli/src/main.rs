//! `near-ed25519`: runs contracts offline with exact gas, and shows what the host function saves.
#![forbid(unsafe_code)]

fn main() -> std::process::ExitCode {
    near_ed25519::main()
}
