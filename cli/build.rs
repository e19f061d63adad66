//! Passes the version of nearcore's runner, from `Cargo.lock`, to the program.

#[expect(
    unreachable_pub,
    reason = "public in the library, which has the same file"
)]
#[path = "../runtime/test-support/src/locked.rs"]
mod locked;

fn main() {
    println!("cargo::rerun-if-changed=../Cargo.lock");
    let versions = locked::versions(&["near-vm-runner"]).join(" and ");
    println!("cargo::rustc-env=NEARCORE_VERSION={versions}");
}
