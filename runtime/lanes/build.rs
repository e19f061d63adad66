//! Tells the crate how it is compiled: `cfg(unoptimised)`, in which functions are calls, so that no
//! frame holds what hundreds of inlined ones would; and `cfg(frame_pointers)`, with a register less.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(unoptimised, frame_pointers)");
    let variable = |name| env::var(name).unwrap_or_default();
    // Of the package itself: a project's profile may set one for each.
    if ["0", "1"].contains(&variable("OPT_LEVEL").as_str()) {
        println!("cargo::rustc-cfg=unoptimised");
    }
    let asked = variable("CARGO_ENCODED_RUSTFLAGS")
        .split('\u{1f}')
        .any(|flag| flag.contains("force-frame-pointers"));
    // Apple's systems have them always.
    if asked || variable("CARGO_CFG_TARGET_VENDOR") == "apple" {
        println!("cargo::rustc-cfg=frame_pointers");
    }
}
