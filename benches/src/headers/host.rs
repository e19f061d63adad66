//! The rows: builds of the light clients, on hosts with each verify backend.

use near_ed25519::light_clients::runtime_builder;
use near_runtime_ext::{Runtime, VerifyBackend};
use std::fmt;
use std::path::Path;
use test_contracts::ClientBuild;

/// The row that the others are compared with.
pub(super) const UNIT: Host = Host {
    build: ClientBuild::Host,
    backend: Some((VerifyBackend::Dalek, false)),
};

/// A build of the light clients, and the host that runs it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Host {
    pub(super) build: ClientBuild,
    /// The verify backend, and whether it keeps tables of keys; `None` for builds that call no host
    /// function.
    pub(super) backend: Option<(VerifyBackend, bool)>,
}

/// Every host. Builds that call a host function are measured with each verify backend, with and
/// without tables of the header's keys; dalek has no tables.
pub(super) fn hosts() -> Vec<Host> {
    let mut hosts = Vec::new();
    for build in ClientBuild::ALL {
        let mut push = |backend| hosts.push(Host { build, backend });
        if matches!(build, ClientBuild::Wasm | ClientBuild::WasmBest) {
            push(None);
            continue;
        }
        for &backend in VerifyBackend::ALL {
            // Portable code builds tables only in batch calls.
            let is_alone = build == ClientBuild::Host && backend == VerifyBackend::Portable;
            if backend != VerifyBackend::Dalek && !is_alone {
                push(Some((backend, true)));
            }
            push(Some((backend, false)));
        }
    }
    hosts
}

impl fmt::Display for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let build = self.build;
        match self.backend {
            None => write!(f, "{build}"),
            Some((backend @ VerifyBackend::Dalek, _)) => write!(f, "{build}: {backend}"),
            Some((backend, true)) => write!(f, "{build}: {backend}, keys seen before"),
            Some((backend, false)) => write!(f, "{build}: {backend}, new keys"),
        }
    }
}

impl Host {
    /// The runtime; `cache` keeps compiled contracts, as on a node.
    pub(super) fn runtime(&self, cache: &Path) -> anyhow::Result<Runtime> {
        let mut builder = runtime_builder().cache_folder(cache);
        if let Some((backend, has_tables)) = self.backend {
            builder = builder.verify_backend(backend);
            if !has_tables {
                builder = builder.verify_tables_byte_cap(0);
            }
        }
        Ok(builder.build()?)
    }
}
