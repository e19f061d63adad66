//! Sets how the crate is compiled. With `cfg(unoptimised)` functions are called, not inlined, so
//! that no frame holds the values of hundreds of them. With `cfg(frame_pointers)` assembly has one
//! register fewer.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(unoptimised, frame_pointers)");
    let variable = |name| env::var(name).unwrap_or_default();
    // This is the package's own level: a project's profile may set one per package.
    if ["0", "1"].contains(&variable("OPT_LEVEL").as_str()) {
        println!("cargo::rustc-cfg=unoptimised");
    }
    let asked = variable("CARGO_ENCODED_RUSTFLAGS")
        .split('\u{1f}')
        .any(|flag| flag.contains("force-frame-pointers"));
    // Apple's systems always have frame pointers.
    if asked || variable("CARGO_CFG_TARGET_VENDOR") == "apple" {
        println!("cargo::rustc-cfg=frame_pointers");
    }
}
