//! The contract `randomness-beacon`: the gas of a proof, and how many fit a transaction.

use super::contract::capacity;
use crate::amount::{TRANSACTION, format_ratio, format_tgas};
use crate::light_clients::{OUT_OF_GAS, Verdict};
use crate::measure::table::Table;
use anyhow::{Context as _, bail, ensure};
use near_ecvrf::{SecretKey, Suite};
use near_runtime_ext::{Account, Balance, Block, Outcome, Runtime};
use serde::Serialize;
use std::fmt::Display;
use test_contracts::randomness_beacon::{
    Fixed, Proof, alpha_of_operator, alpha_of_request, fulfil_args, new_args,
};
use test_contracts::{VrfBuild, randomness_beacon};

/// Proofs in a call.
const COUNT: u32 = 32;

/// Requests that wait: more than fit a transaction in any build.
const MOST: u32 = 1000;

const ACCOUNT: &str = "contract.near";
const OPERATOR: &str = "operator.near";
const SEED: [u8; 32] = [9; 32];

/// The deposit of a request.
const DEPOSIT: Balance = Balance::from_millinear(10);

/// Proofs that one build takes.
#[derive(Serialize)]
pub(crate) struct Fulfilled {
    pub(crate) build: &'static str,
    /// Gas of a call with [`COUNT`] proofs.
    pub(crate) burnt_gas: u64,
    /// The part of it that the host function charges for verifying.
    pub(crate) host_function_gas: u64,
    /// Most proofs in one call of 300 Tgas.
    pub(crate) capacity_300_tgas: u32,
    /// Whether nearcore's runner burnt exactly the same; it cannot run `host-many`.
    pub(crate) backends_agree: bool,
}

/// An operator's proofs of all requests, which are the same in every build.
pub(super) struct Proofs {
    create: Vec<u8>,
    proofs: Vec<(u64, Proof)>,
}

impl Proofs {
    /// All requests are made in the runtime's usual block, by the account itself.
    pub(super) fn new() -> anyhow::Result<Self> {
        let operator = SecretKey::from_seed([7; 32]);
        let prove = |alpha: &[u8]| -> anyhow::Result<Proof> {
            let proof = operator.prove(Suite::Ell2, alpha);
            proof.try_into().ok().context("a proof has 80 bytes")
        };
        let block = Block::default();
        let fixed = Fixed {
            block_height: block.height,
            random_seed: block.random_seed,
            seed: SEED,
        };
        let proofs = (0..u64::from(MOST)).map(|id| {
            let alpha = alpha_of_request(ACCOUNT, id, &fixed);
            anyhow::Ok((id, prove(&alpha)?))
        });
        let of_operator = prove(&alpha_of_operator(ACCOUNT, OPERATOR))?;
        Ok(Self {
            create: new_args(operator.public_key(), &of_operator),
            proofs: proofs.collect::<anyhow::Result<_>>()?,
        })
    }

    /// Fulfils requests in this build; `overlay` offers the extension.
    pub(super) fn measure(
        &self,
        build: VrfBuild,
        overlay: &Runtime,
        nearcore: &Runtime,
    ) -> anyhow::Result<Fulfilled> {
        let waiting = self.waiting(build, overlay)?;
        let burnt = |outcome: Outcome| outcome.burnt_gas.as_gas();
        let fulfilled = self.fulfilled(build, overlay, &waiting, COUNT)?;
        let fulfilled = fulfilled
            .with_context(|| format!("{build}: {COUNT} proofs do not fit {TRANSACTION}"))?;
        let charges = ["ed25519_verify_base", "ed25519_verify_byte"];
        let charges = charges.iter().filter_map(|it| fulfilled.profile.get(*it));
        let host_function_gas = charges.map(|gas| gas.as_gas()).sum();
        let burnt_gas = burnt(fulfilled);
        let backends_agree = match build {
            VrfBuild::HostMany => true,
            VrfBuild::Wasm | VrfBuild::WasmBest => {
                let waiting = self.waiting(build, nearcore)?;
                let fulfilled = self.fulfilled(build, nearcore, &waiting, COUNT)?;
                fulfilled.map(burnt) == Some(burnt_gas)
            }
        };
        let capacity_300_tgas = capacity(TRANSACTION, [2, COUNT], |count| {
            Ok(self.fulfilled(build, overlay, &waiting, count)?.map(burnt))
        })?;
        Ok(Fulfilled {
            build: build.client().name(),
            burnt_gas,
            host_function_gas,
            capacity_300_tgas,
            backends_agree,
        })
    }

    /// The account of a beacon with [`MOST`] open requests.
    fn waiting(&self, build: VrfBuild, runtime: &Runtime) -> anyhow::Result<Account> {
        let mut account = Account::new(ACCOUNT.parse()?);
        // The account pays the deposits of requests from its own tokens.
        account.balance = Balance::from_near(u128::from(MOST));
        let wasm = randomness_beacon(build).wasm().to_vec();
        let mut contract = runtime.deploy_to(account, wasm)?;
        let mut call = |caller: &str, method: &str, args: &[u8], deposit| -> anyhow::Result<()> {
            let call = contract.call(method).args(args).deposit(deposit);
            let call = call.predecessor(caller.parse()?);
            let ended = Verdict::of(&call.transact()?);
            ensure!(ended.is_success(), "{build} refused {method}: {ended}");
            Ok(())
        };
        let bond = Balance::from_near(u128::from(MOST));
        call(OPERATOR, "new", &self.create, bond)?;
        for _ in 0..MOST {
            call(ACCOUNT, "request", &SEED, DEPOSIT)?;
        }
        Ok(contract.account().clone())
    }

    /// A call that fulfils this many requests; `None` if it is out of gas.
    fn fulfilled(
        &self,
        build: VrfBuild,
        runtime: &Runtime,
        waiting: &Account,
        count: u32,
    ) -> anyhow::Result<Option<Outcome>> {
        let proofs = self.proofs.get(..usize::try_from(count)?);
        let proofs = proofs.with_context(|| format!("{build}: {MOST} proofs are too few"))?;
        let wasm = randomness_beacon(build).wasm().to_vec();
        let mut contract = runtime.deploy_to(waiting.clone(), wasm)?;
        let call = contract.call("fulfil").args(fulfil_args(proofs));
        let outcome = call.gas(TRANSACTION).transact()?;
        let ended = Verdict::of(&outcome);
        match ended.verdict.as_str() {
            _ if ended.is_success() => {
                let taken: Vec<bool> = outcome.borsh()?;
                ensure!(taken.iter().all(|taken| *taken), "{build} refused a proof");
                Ok(Some(outcome))
            }
            OUT_OF_GAS => Ok(None),
            _ => bail!("{build} refused fulfil: {ended}"),
        }
    }
}

impl Fulfilled {
    /// A row for each, `host-many` first. The contract's work beside verifying takes the same gas in every
    /// build, to within some hundredths.
    pub(crate) fn table(all: &[Self]) -> Table {
        let mut table = Table::titled(
            "build | Tgas a proof | times host-many | verifying alone | times host-many | that fit 300 Tgas",
        );
        let Some(first) = all.first() else {
            return table;
        };
        let beside = first.burnt_gas.saturating_sub(first.host_function_gas);
        let each = |gas: u64| format_tgas(gas / u64::from(COUNT));
        for it in all {
            let alone = it.burnt_gas.saturating_sub(beside);
            let cells: [&dyn Display; 5] = [
                &each(it.burnt_gas),
                &format_ratio(it.burnt_gas, first.burnt_gas),
                &each(alone),
                &format_ratio(alone, first.host_function_gas),
                &it.capacity_300_tgas,
            ];
            table.line(it.build, &cells);
        }
        table
    }
}
