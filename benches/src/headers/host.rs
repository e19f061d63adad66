//! The rows: builds of the light clients, on hosts with different verify backends.

use crate::measure::row::Row;
use near_ed25519::light_clients::runtime_builder;
use near_runtime_ext::{Runtime, VerifyBackend};
use std::path::Path;
use test_contracts::ClientBuild;

/// The row that others are compared with.
pub(super) const UNIT: &str = "host: dalek";

/// A build of the light clients, and the host that runs it.
pub(super) struct Host {
    pub(super) build: ClientBuild,
    /// The verify backend, and whether it keeps tables of keys; `None` if no host function is called.
    backend: Option<(VerifyBackend, bool)>,
}

/// Every host. Builds that call a host function are measured with each verify backend, with tables
/// of the header's keys and without; dalek has none.
pub(super) fn hosts() -> Vec<(Row, Host)> {
    let mut hosts = Vec::new();
    for build in ClientBuild::ALL {
        if matches!(build, ClientBuild::Wasm | ClientBuild::WasmBest) {
            hosts.push(Host::new(build, None));
            continue;
        }
        for &backend in VerifyBackend::ALL {
            // Portable code builds tables in batch calls alone.
            let is_alone = build == ClientBuild::Host && backend == VerifyBackend::Portable;
            if backend != VerifyBackend::Dalek && !is_alone {
                hosts.push(Host::new(build, Some((backend, true))));
            }
            hosts.push(Host::new(build, Some((backend, false))));
        }
    }
    hosts
}

impl Host {
    fn new(build: ClientBuild, backend: Option<(VerifyBackend, bool)>) -> (Row, Self) {
        let name = match backend {
            None => build.name().to_owned(),
            Some((backend @ VerifyBackend::Dalek, _)) => format!("{build}: {backend}"),
            Some((backend, true)) => format!("{build}: {backend}, keys seen before"),
            Some((backend, false)) => format!("{build}: {backend}, new keys"),
        };
        let row = match backend {
            None => Row::new("", name, None),
            Some((backend, _)) => Row::of_backend("", name, backend),
        };
        (row, Self { build, backend })
    }

    /// Whether the host keeps tables. It must have seen the keys before.
    pub(super) fn has_tables(&self) -> bool {
        self.backend.is_some_and(|(_, has_tables)| has_tables)
    }

    /// The runtime; `cache` keeps compiled contracts, as on a node.
    ///
    /// # Errors
    ///
    /// The processor lacks the row's verify backend.
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
