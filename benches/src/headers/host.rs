//! Who verifies: builds of the light clients, on hosts that verify in certain ways.

use crate::light_clients::runtime_builder;
use near_runtime_ext::{Runtime, VerifyBackend};
use std::path::Path;
use test_contracts::ClientBuild;

/// The unit of every time, by its name.
pub(super) const UNIT: &str = "host";

/// A build of the light clients, on a host that verifies in a certain way.
pub(super) struct Host {
    /// Unlike any other's.
    pub(super) name: String,
    pub(super) build: ClientBuild,
    /// Why it cannot be measured here, if it cannot.
    pub(super) unavailable: Option<String>,
    lanes: Option<Lanes>,
}

/// How the host verifies many signatures.
#[derive(Clone, Copy)]
struct Lanes {
    backend: VerifyBackend,
    /// Whether the host has tables of keys that it has seen.
    has_tables: bool,
}

/// Every host.
pub(super) fn hosts() -> Vec<Host> {
    let mut rows = Vec::new();
    for build in ClientBuild::ALL {
        match build {
            ClientBuild::HostMany => rows.extend(lanes().map(Host::of_lanes)),
            ClientBuild::Host | ClientBuild::Wasm | ClientBuild::WasmBest => rows.push(Host {
                name: build.name().to_owned(),
                build,
                unavailable: None,
                lanes: None,
            }),
        }
    }
    rows
}

/// Every backend: with tables of the header's keys, and without; dalek has none.
fn lanes() -> impl Iterator<Item = Lanes> {
    VerifyBackend::ALL.iter().flat_map(|&backend| {
        let may_have: &[bool] = match backend {
            VerifyBackend::Dalek => &[false],
            _ => &[true, false],
        };
        may_have.iter().map(move |&has_tables| Lanes {
            backend,
            has_tables,
        })
    })
}

impl Host {
    fn of_lanes(lanes: Lanes) -> Self {
        let Lanes {
            backend,
            has_tables,
        } = lanes;
        let keys = match (backend, has_tables) {
            (VerifyBackend::Dalek, _) => "one by one",
            (_, true) => "keys seen before",
            (_, false) => "new keys",
        };
        let unavailable = (!backend.is_available())
            .then(|| format!("this processor does not have what {backend} needs"));
        Self {
            name: format!("{}: {backend}, {keys}", ClientBuild::HostMany),
            build: ClientBuild::HostMany,
            unavailable,
            lanes: Some(lanes),
        }
    }

    /// Whether the host learns keys, for which it must see them first.
    pub(super) fn has_tables(&self) -> bool {
        self.lanes.is_some_and(|lanes| lanes.has_tables)
    }

    /// The network; `cache` keeps what is compiled, as it does on a node.
    ///
    /// # Errors
    ///
    /// The processor does not have what the row needs.
    pub(super) fn runtime(&self, cache: &Path) -> anyhow::Result<Runtime> {
        let mut builder = runtime_builder().cache_folder(cache);
        if let Some(Lanes {
            backend,
            has_tables,
        }) = self.lanes
        {
            builder = builder.verify_backend(backend);
            if !has_tables {
                builder = builder.verify_tables_byte_cap(0);
            }
        }
        Ok(builder.build()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn names_are_unlike_and_the_unit_is_among_them() {
        let rows = hosts();
        let names: BTreeSet<_> = rows.iter().map(|row| row.name.as_str()).collect();
        assert_eq!(names.len(), rows.len());
        assert!(names.contains(UNIT));
    }
}
