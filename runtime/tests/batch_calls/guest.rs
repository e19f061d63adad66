//! A guest that calls host functions without an engine, in any context.

use crate::contract::{PLENTY, REGISTER};
use crate::network::{BatchItem, NETWORK, Place, prices};
use near_parameters::vm::Config;
use near_runtime_ext::host::{Host, HostContext, HostResult, Verification, bare_context};
use near_runtime_ext::imports::{Gates, Imports};
use near_runtime_ext::{FunctionCallError, Gas, HostError, Prices};
use near_vm_runner::ProfileDataV3;
use near_vm_runner::logic::mocks::mock_external::MockedExternal;
use near_vm_runner::logic::{VMContext, VMLogicError, VMOutcome};
use std::marker::PhantomData;
use std::sync::Arc;

/// The limit of the guest's gas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// The attached gas.
    Prepaid,
    /// A limit of burnt gas below the attached gas.
    Burnt,
    /// The limit of a view.
    View,
}

/// A guest; by default of `ed25519_verify_many`.
#[derive(Clone, Debug)]
pub struct Guest<I = crate::items::Item> {
    pub memory: Vec<u8>,
    pub registers: Vec<(u64, Vec<u8>)>,
    /// Gas left for the function, after the registers and promises are set up.
    pub gas: Option<u64>,
    pub limit: Limit,
    /// Gas reserved for a promise before the call.
    pub promised: Option<u64>,
    pub config: Arc<Config>,
    pub prices: Prices,
    pub function: PhantomData<I>,
}

/// The observed effects of a call.
#[derive(Debug)]
pub struct Seen {
    pub result: Result<u64, HostError>,
    /// Gas burnt by the function.
    pub burnt: u64,
    /// Gas burnt before the call, and gas used, including what promises reserve.
    pub burnt_before: u64,
    pub used_before: u64,
    /// The profile before the call.
    pub profile_before: ProfileDataV3,
    pub outcome: VMOutcome,
}

/// How a run ended.
pub type Ended = (Result<u64, HostError>, VMOutcome);

/// Calls the host function of this name with a memory and arguments.
pub type Call<'a> = dyn FnMut(&str, &mut [u8], &[u64]) -> HostResult<u64> + 'a;

impl<I: BatchItem> Guest<I> {
    /// A guest with these bytes at the start of its memory.
    pub fn with(memory: Vec<u8>) -> Self {
        Self::charged_at(prices::<I>(), memory)
    }

    /// A guest with these items in memory, and in register 5.
    pub fn with_items(bytes: &[u8]) -> Self {
        Self {
            registers: vec![(5, bytes.to_vec())],
            ..Self::with(bytes.to_vec())
        }
    }

    /// Arguments that pass all of memory as the items, or register 5.
    pub fn args(&self, place: Place, choice: u64, verdicts: u64) -> [u64; 4] {
        match place {
            Place::Memory => in_memory(self, choice, verdicts),
            Place::Register => in_register(5, choice, verdicts),
        }
    }

    /// Calls with these four arguments.
    pub fn verify_many(&self, args: [u64; 4]) -> Seen {
        self.call(I::MANY, &args, &self.verification())
    }

    /// The verdicts that this call writes to a register, with plenty of gas.
    pub fn verdicts(&self, args: [u64; 4]) -> Vec<u8> {
        let mut verdicts = Vec::new();
        let (result, _) = self.run(None, &self.verification(), |call| {
            call(I::MANY, &mut self.memory.clone(), &args)?;
            let len = call("register_len", &mut [], &[args[3]])?;
            verdicts = vec![0; usize::try_from(len).expect("small")];
            call("read_register", &mut verdicts, &[args[3], 0])
        });
        assert_eq!(result, Ok(0), "{args:?}");
        verdicts
    }

    fn verification(&self) -> Arc<Verification> {
        Arc::new(I::charged_at(self.prices))
    }
}

impl<I> Guest<I> {
    /// A guest with these bytes at the start of its memory, of a function with these prices.
    pub fn charged_at(prices: Prices, memory: Vec<u8>) -> Self {
        Self {
            memory,
            registers: Vec::new(),
            gas: None,
            limit: Limit::Prepaid,
            promised: None,
            config: Arc::clone(&NETWORK.wasm_config),
            prices,
            function: PhantomData,
        }
    }

    /// Calls this function of the overlay.
    pub fn call(&self, name: &str, args: &[u64], verification: &Arc<Verification>) -> Seen {
        self.seen(|limit, is_called| {
            self.run(limit, verification, |call| match is_called {
                true => call(name, &mut self.memory.clone(), args),
                false => Ok(0),
            })
        })
    }

    /// The effects of a call: `run` runs it, or only the steps before it, within a limit of gas.
    pub fn seen(&self, run: impl Fn(Option<u64>, bool) -> Ended) -> Seen {
        let (_, before) = run(None, false);
        let (burnt_before, used_before) = (before.burnt_gas.as_gas(), before.used_gas.as_gas());
        let limit = self.gas.map(|gas| match self.limit {
            Limit::Burnt => burnt_before + gas,
            Limit::Prepaid | Limit::View => used_before + gas,
        });
        let (result, outcome) = run(limit, true);
        Seen {
            result,
            burnt: outcome.burnt_gas.as_gas() - burnt_before,
            burnt_before,
            used_before,
            profile_before: before.profile,
            outcome,
        }
    }

    /// The configuration and the context of a call within this limit of gas.
    pub fn network(&self, limit: Option<u64>) -> (Arc<Config>, VMContext) {
        let limit = limit.map_or(PLENTY, Gas::from_gas);
        let mut config = Arc::clone(&self.config);
        let prepaid = match self.limit {
            Limit::Burnt => {
                Arc::make_mut(&mut config).limit_config.max_gas_burnt = limit;
                PLENTY
            }
            Limit::Prepaid | Limit::View => limit,
        };
        let view = (self.limit == Limit::View).then_some(prepaid);
        (config, bare_context(prepaid, view))
    }

    /// Sets up registers and promises, by functions that a contract could call.
    pub fn set_up(&self, call: &mut Call<'_>) {
        for (id, bytes) in &self.registers {
            let args = [*id, bytes.len() as u64, 0];
            call("write_register", &mut bytes.clone(), &args).expect("set");
        }
        if let Some(gas) = self.promised {
            let created = call("promise_batch_create", &mut b"bob.near".to_owned(), &[8, 0]);
            // Method "bob", no arguments, no deposit.
            let mut memory = [0; 64];
            memory[..3].copy_from_slice(b"bob");
            let args = [created.expect("created"), 3, 0, 0, 0, 32, gas];
            let function_call = "promise_batch_action_function_call";
            call(function_call, &mut memory, &args).expect("affordable");
        }
    }

    /// Sets everything up, then runs `then`.
    fn run(
        &self,
        limit: Option<u64>,
        verification: &Arc<Verification>,
        then: impl FnOnce(&mut Call<'_>) -> HostResult<u64>,
    ) -> Ended {
        let (config, context) = self.network(limit);
        let context = HostContext::from(context);
        let mut external = MockedExternal::new();
        let imports = Imports::new(&config, &Gates::open_all());
        let mut host = Host::new(&mut external, &context, Arc::clone(&NETWORK.fees), config)
            .verifying(Arc::clone(verification));
        let mut call = |name: &str, memory: &mut [u8], args: &[u64]| {
            let function = imports.get("env", name).expect("a function");
            function.call(&mut host, memory, args)
        };
        self.set_up(&mut call);
        let result = then(&mut call).map_err(contracts_fault);
        let failure = result.clone().err().map(FunctionCallError::HostError);
        (result, host.finish(failure))
    }
}

/// The contract's fault in this error; no call here fails with any other.
pub fn contracts_fault(error: VMLogicError) -> HostError {
    match error {
        VMLogicError::HostError(error) => error,
        other => panic!("not the contract's fault: {other}"),
    }
}

/// Arguments that pass all of memory as the items.
pub fn in_memory<I: BatchItem>(guest: &Guest<I>, choice: u64, verdicts: u64) -> [u64; 4] {
    [guest.memory.len() as u64, 0, choice, verdicts]
}

/// Arguments that pass a register as the items.
pub fn in_register(id: u64, choice: u64, verdicts: u64) -> [u64; 4] {
    [REGISTER, id, choice, verdicts]
}
