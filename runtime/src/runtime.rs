//! A network to run contracts on: protocol version, host functions, backend.

use crate::cache::{Cache, CacheFault};
use crate::chain::Chain;
use crate::contract::{Contract, DeployError};
use crate::host::{TABLES_BYTE_CAP, Verification};
use crate::imports::{Gates, Imports};
use crate::network::{Backend, Network};
use crate::state::{Account, TYPICAL_TRIE_DEPTH};
#[cfg(feature = "nearcore-vm")]
use crate::vm::NearcoreVm;
use crate::vm::{OverlayVm, Vm};
use ed25519_lanes::{Backend as VerifyBackend, BackendUnavailable, KeyTables, Layout, Verifier};
use near_gas_params::{PricedFunction, Prices};
use near_parameters::{ExtCosts, ParameterCost, RuntimeConfig, RuntimeConfigStore};
use near_primitives_core::types::{AccountId, Gas, ProtocolVersion};
use near_primitives_core::version::{MIN_SUPPORTED_PROTOCOL_VERSION, PROTOCOL_VERSION};
use std::fmt;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

/// A runtime that cannot be built with these settings.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// nearcore does not support or know this protocol version.
    #[error("protocol version {version} is not supported: expected {min} to {max}")]
    ProtocolVersion {
        /// The requested version.
        version: ProtocolVersion,
        /// The oldest supported.
        min: ProtocolVersion,
        /// The newest known.
        max: ProtocolVersion,
    },
    /// A gate for a function that does not exist.
    #[error("there is no host function `{0}` with a gate to open or close")]
    UnknownGate(String),
    /// Gates for a backend that has none.
    #[error(
        "nearcore's runner has no gates: it offers the network's host functions; the patch in runtime/upstream adds ed25519_verify_many"
    )]
    GatesUnsupported,
    /// A verifier that this processor cannot run, or that is not built in.
    #[error("cannot verify signatures: {0}")]
    VerifyBackend(BackendUnavailable),
    /// The cache folder cannot be used.
    #[error("cannot open the cache folder {path}: {reason}")]
    Cache {
        /// The folder.
        path: PathBuf,
        /// The system's error.
        reason: io::Error,
    },
}

/// Settings of a [`Runtime`]; every one has a default.
#[derive(Clone, Debug, Default)]
pub struct RuntimeBuilder {
    backend: Backend,
    protocol_version: Option<ProtocolVersion>,
    prices: Vec<(PricedFunction, Prices)>,
    verify_backend: Option<VerifyBackend>,
    verify_tables_byte_cap: Option<usize>,
    max_gas_burnt: Option<Gas>,
    trie_depth: Option<u32>,
    gates: Gates,
    cache_folder: Option<PathBuf>,
}

impl RuntimeBuilder {
    /// The backend that runs the contracts; the overlay by default.
    #[must_use]
    pub fn backend(mut self, backend: Backend) -> Self {
        self.backend = backend;
        self
    }

    /// The protocol version; the newest by default.
    #[must_use]
    pub fn protocol_version(mut self, version: ProtocolVersion) -> Self {
        self.protocol_version = Some(version);
        self
    }

    /// Sets a function's prices. The default is the network's, or this project's if no network has the function.
    /// nearcore's runner ignores prices of extensions, which it does not have.
    #[must_use]
    pub fn prices(mut self, function: PricedFunction, prices: Prices) -> Self {
        self.prices.push((function, prices));
        self
    }

    /// The verify backend of `ed25519_verify`, `ed25519_verify_many` and `ecvrf_verify_many`; by
    /// default this processor's fastest, or dalek if the crate is built without its feature
    /// `lanes`.
    ///
    /// Verdicts, outputs and gas are the same with each. [`VerifyBackend::Dalek`] is the kill
    /// switch: dalek's own arithmetic, one signature after another. nearcore's runner ignores the
    /// setting: it always verifies with dalek.
    #[must_use]
    pub fn verify_backend(mut self, backend: VerifyBackend) -> Self {
        self.verify_backend = Some(backend);
        self
    }

    /// Largest memory for tables of public keys that are used again, bytes; all contracts of this
    /// runtime share them. 16 MiB by default, no tables with 0. Verdicts and gas do not depend on
    /// it.
    #[must_use]
    pub fn verify_tables_byte_cap(mut self, byte_cap: usize) -> Self {
        self.verify_tables_byte_cap = Some(byte_cap);
        self
    }

    /// Limit of the gas that one call may burn; the network's by default.
    #[must_use]
    pub fn max_gas_burnt(mut self, gas: Gas) -> Self {
        self.max_gas_burnt = Some(gas);
        self
    }

    /// Nodes of the shard's trie above a contract's keys; [`TYPICAL_TRIE_DEPTH`], a public
    /// network's, by default. Writes and removals pay for them and for the nodes among the keys.
    /// With 0 no node is charged, and gas does not depend on which other keys exist.
    #[must_use]
    pub fn trie_depth(mut self, nodes: u32) -> Self {
        self.trie_depth = Some(nodes);
        self
    }

    /// Host functions to offer or withhold, in addition to the protocol version's settings.
    #[must_use]
    pub fn gates(mut self, gates: Gates) -> Self {
        self.gates = gates;
        self
    }

    /// A folder that keeps native code between runs; by default it is kept in memory only.
    ///
    /// Outcomes do not depend on it: a damaged entry is compiled again, and
    /// [`Runtime::cache_fault`] reports it. But any user who can write to the folder decides what
    /// this process executes. nearcore's runner keeps a cache of its own there, and trusts it.
    #[must_use]
    pub fn cache_folder(mut self, folder: impl Into<PathBuf>) -> Self {
        self.cache_folder = Some(folder.into());
        self
    }

    /// Builds the runtime.
    ///
    /// # Errors
    ///
    /// See [`BuildError`].
    pub fn build(self) -> Result<Runtime, BuildError> {
        let version = self.protocol_version.unwrap_or(PROTOCOL_VERSION);
        let prices = |function: PricedFunction| {
            let given = self.prices.iter().rfind(|(of, _)| *of == function);
            given.map_or_else(|| function.prices(), |(_, prices)| *prices)
        };
        let mut config = network_config(version, prices(PricedFunction::Ed25519Verify))?;
        if let Some(gas) = self.max_gas_burnt {
            Arc::make_mut(&mut config.wasm_config)
                .limit_config
                .max_gas_burnt = gas;
        }
        if let Some(name) = self.gates.unknown_names().next() {
            return Err(BuildError::UnknownGate(name.to_owned()));
        }
        let verification = Verification {
            verifier: match self.verify_backend {
                Some(backend) => {
                    Verifier::with_backend(backend).map_err(BuildError::VerifyBackend)?
                }
                None => Verifier::detect(),
            }
            .prepared(),
            tables: KeyTables::new(
                Layout::MEDIUM,
                self.verify_tables_byte_cap.unwrap_or(TABLES_BYTE_CAP),
            ),
            many_parameters: prices(PricedFunction::Ed25519VerifyMany),
            ecvrf_many_parameters: prices(PricedFunction::EcvrfVerifyMany),
        };
        let folder = self.cache_folder.as_deref();
        let cache_error = |reason| BuildError::Cache {
            path: folder.unwrap_or_else(|| "".as_ref()).to_owned(),
            reason,
        };
        let vm: Box<dyn Vm> = match self.backend {
            Backend::Overlay => Box::new(OverlayVm::new(
                &config.wasm_config,
                Imports::new(&config.wasm_config, &self.gates),
                Cache::new(folder).map_err(cache_error)?,
                verification,
            )),
            #[cfg(feature = "nearcore-vm")]
            Backend::Nearcore if !self.gates.is_default() => {
                return Err(BuildError::GatesUnsupported);
            }
            #[cfg(feature = "nearcore-vm")]
            Backend::Nearcore => Box::new(NearcoreVm::new(folder).map_err(cache_error)?),
        };
        Ok(Runtime(Arc::new(Network {
            vm,
            config,
            backend: self.backend,
            version,
            trie_depth: self.trie_depth.unwrap_or(TYPICAL_TRIE_DEPTH),
        })))
    }
}

/// The configuration of a protocol version with our prices; both backends charge by it. It has no
/// place for the prices of extensions: `host::Verification` holds those.
fn network_config(version: ProtocolVersion, prices: Prices) -> Result<RuntimeConfig, BuildError> {
    let (min, max) = (MIN_SUPPORTED_PROTOCOL_VERSION, PROTOCOL_VERSION);
    if !(min..=max).contains(&version) {
        return Err(BuildError::ProtocolVersion { version, min, max });
    }
    let mut config = RuntimeConfig::clone(RuntimeConfigStore::new(None).get_config(version));
    let wasm_config = Arc::make_mut(&mut config.wasm_config);
    for (cost, gas) in [
        (ExtCosts::ed25519_verify_base, prices.base),
        (ExtCosts::ed25519_verify_byte, prices.byte),
    ] {
        // Compute costs equal gas costs: neither parameter is undercharged.
        wasm_config.ext_costs.costs[cost] = ParameterCost::new(Gas::from_gas(gas), gas);
    }
    Ok(config)
}

/// Runs contracts as one network would. Cheap to clone; clones share compiled contracts.
///
/// ```
/// use near_runtime_ext::{Gas, Runtime};
///
/// let wasm = wat::parse_str(r#"(module (func (export "nothing")))"#)?;
/// let mut contract = Runtime::new().deploy("contract.near".parse()?, wasm)?;
/// let outcome = contract.call("nothing").gas(Gas::from_teragas(5)).transact()?;
/// assert!(outcome.is_success());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Runtime(Arc<Network>);

impl Default for Runtime {
    fn default() -> Self {
        Self::new()
    }
}

impl Runtime {
    /// The newest protocol version, compiled by wasmtime's Winch.
    pub fn new() -> Self {
        Self::builder()
            .build()
            .expect("without a cache folder, the defaults cannot fail")
    }

    /// A runtime with other settings.
    pub fn builder() -> RuntimeBuilder {
        RuntimeBuilder::default()
    }

    /// Deploys a contract to a new account.
    ///
    /// As on chain, the code is not checked before the first call.
    ///
    /// # Errors
    ///
    /// The code is larger than the network allows.
    pub fn deploy(&self, account_id: AccountId, wasm: Vec<u8>) -> Result<Contract, DeployError> {
        self.deploy_to(Account::new(account_id), wasm)
    }

    /// Deploys a contract to an account that already has state.
    ///
    /// # Errors
    ///
    /// The code is larger than the network allows.
    pub fn deploy_to(&self, account: Account, wasm: Vec<u8>) -> Result<Contract, DeployError> {
        Contract::new(Arc::clone(&self.0), account, wasm)
    }

    /// A new chain on this network, without accounts.
    pub fn chain(&self) -> Chain {
        Chain::new(self.network())
    }

    pub(crate) fn network(&self) -> Arc<Network> {
        Arc::clone(&self.0)
    }

    /// The backend that runs the contracts.
    pub fn backend(&self) -> Backend {
        self.0.backend
    }

    /// The protocol version.
    pub fn protocol_version(&self) -> ProtocolVersion {
        self.0.version
    }

    /// The cache folder's last fault, if any. The call continued without the entry: the contract
    /// was compiled again. Always `None` on nearcore's runner.
    pub fn cache_fault(&self) -> Option<CacheFault> {
        self.0.vm.cache_fault()
    }

    /// The network's configuration: limits, fees, costs.
    pub fn config(&self) -> &RuntimeConfig {
        &self.0.config
    }
}

impl fmt::Debug for Runtime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Runtime({}, protocol {})",
            self.backend(),
            self.protocol_version()
        )
    }
}
