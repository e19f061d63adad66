//! wasmer's compilers of the Wasm-only baseline. Only measurements run them, so a build without the
//! feature `wasmer` has none.

use crate::verification::named;

named! {
    /// A compiler of wasmer's.
    pub(crate) Compiler:
    Singlepass "Singlepass";
    /// wasmer's default: optimising.
    Cranelift "Cranelift";
    /// As configured by this project's runtime.
    Unoptimised "Cranelift unoptimised";
    Llvm "LLVM";
}

impl Compiler {
    /// Whether it is in this build.
    pub(super) const fn is_available(self) -> bool {
        cfg!(feature = "llvm") || cfg!(feature = "wasmer") && !matches!(self, Self::Llvm)
    }
}
