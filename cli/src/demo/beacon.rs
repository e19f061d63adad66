//! The contract `randomness-beacon`: the gas of a proof, and the number of proofs that fit a
//! transaction.

use super::run::{ACCOUNT, Backends, Call, Run};
use crate::output::Table;
use crate::output::format::{TRANSACTION, format_ratio, format_tgas};
use anyhow::{Context as _, ensure};
use near_ecvrf::{SecretKey, Suite};
use near_runtime_ext::{Account, Balance, Block, Runtime};
use test_contracts::Contract;
use test_contracts::randomness_beacon::{
    Fixed, Proof, alpha_of_operator, alpha_of_request, fulfil_args, new_args,
};

/// Proofs in a call.
pub(super) const COUNT: u32 = 32;

/// Open requests: more than fit a transaction in any build.
const MOST: u32 = 1000;

const OPERATOR: &str = "operator.near";
const SEED: [u8; 32] = [9; 32];

/// The deposit of a request.
const DEPOSIT: Balance = Balance::from_millinear(10);

/// An operator's proofs of all requests; they are the same in every build.
pub(super) struct Proofs {
    create: Vec<u8>,
    proofs: Vec<(u64, Proof)>,
}

impl Proofs {
    /// The account itself makes all requests, in the runtime's default block.
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

    /// Fulfils requests in this build.
    pub(super) fn run(
        &self,
        backends: &Backends,
        contract: &'static Contract,
    ) -> anyhow::Result<Run> {
        let account = self.waiting(&backends.overlay, contract)?;
        let call = |count| self.call(contract, &account, count);
        let case = format!("{COUNT} proofs");
        let (mut run, outcome, _) = backends.run_any(case.into(), &call(COUNT)?)?;
        let taken: Vec<bool> = outcome.borsh()?;
        ensure!(taken.iter().all(|it| *it), "{contract} refused a proof");
        run.capacity_300_tgas = Some(backends.capacity([2, COUNT], call)?);
        Ok(run)
    }

    /// A call that fulfils this many requests.
    pub(super) fn call<'a>(
        &self,
        contract: &'static Contract,
        account: &'a Account,
        count: u32,
    ) -> anyhow::Result<Call<'a>> {
        let proofs = self.proofs.get(..usize::try_from(count)?);
        let proofs = proofs.with_context(|| format!("{MOST} proofs are too few"))?;
        let args = fulfil_args(proofs);
        Ok(Call::new(contract, account, TRANSACTION, "fulfil", args))
    }

    /// The account of a beacon with [`MOST`] open requests.
    pub(super) fn waiting(
        &self,
        runtime: &Runtime,
        contract: &Contract,
    ) -> anyhow::Result<Account> {
        let mut account = Account::new(ACCOUNT.parse()?);
        // The account pays the deposits from its own tokens.
        account.balance = Balance::from_near(u128::from(MOST));
        let mut beacon = runtime.deploy_to(account, contract.wasm().to_vec())?;
        let mut call = |caller: &str, method: &str, args: &[u8], deposit| -> anyhow::Result<()> {
            let call = beacon.call(method).args(args).deposit(deposit);
            let outcome = call.predecessor(caller.parse()?).transact()?;
            ensure!(outcome.is_success(), "{contract}, {method}: {outcome:?}");
            Ok(())
        };
        let bond = Balance::from_near(u128::from(MOST));
        call(OPERATOR, "new", &self.create, bond)?;
        for _ in 0..MOST {
            call(ACCOUNT, "request", &SEED, DEPOSIT)?;
        }
        Ok(beacon.account().clone())
    }
}

/// A row for each run, `host-many` first. Apart from verifying, the contract burns the same gas in
/// every build, within some hundredths.
pub(super) fn table(all: &[Run]) -> Table {
    let mut table = Table::titled(
        "build | Tgas a proof | times host-many | verifying alone | times host-many | that fit 300 Tgas",
    );
    let Some(first) = all.first() else {
        return table;
    };
    let beside = first.burnt_gas.saturating_sub(first.verifying_gas);
    let each = |gas: u64| format_tgas(gas / u64::from(COUNT));
    for it in all {
        let alone = it.burnt_gas.saturating_sub(beside);
        let cells = [
            each(it.burnt_gas),
            format_ratio(it.burnt_gas, first.burnt_gas),
            each(alone),
            format_ratio(alone, first.verifying_gas),
            it.capacity_300_tgas.unwrap_or_default().to_string(),
        ];
        table.row("", &it.build, cells.into());
    }
    table
}
