//! From items to verdicts: who verifies which.

use crate::batch::{KeyRows, Lanewise};
use crate::decode::Sign;
use crate::engine::Engine;
use crate::table::BuildAll;
use crate::{Backend, BackendUnavailable, Item, KeyTables, Rule, single};
use std::sync::Arc;

/// Verifies many signatures at once.
#[derive(Clone, Copy, Debug)]
pub struct Verifier {
    engine: Engine,
    /// Whether everything goes through the backend, even what dalek does faster.
    forced: bool,
}

impl Verifier {
    /// One with the fastest backend of this processor.
    #[must_use]
    pub fn detect() -> Self {
        let engine = Backend::ALL
            .iter()
            .find_map(|backend| Engine::new(*backend));
        Self {
            engine: engine.unwrap_or(Engine::Dalek),
            forced: false,
        }
    }

    /// One with the backend of choice, which still leaves to dalek what dalek does faster.
    ///
    /// # Errors
    ///
    /// Where this processor lacks its instructions.
    pub fn with_backend(backend: Backend) -> Result<Self, BackendUnavailable> {
        Ok(Self {
            engine: Engine::new(backend).ok_or(BackendUnavailable(backend))?,
            forced: false,
        })
    }

    /// One that leaves nothing to dalek, however few signatures there are: for tests, which want to
    /// know that it was the backend that they saw.
    ///
    /// # Errors
    ///
    /// Where this processor lacks its instructions.
    pub fn forced(backend: Backend) -> Result<Self, BackendUnavailable> {
        Ok(Self {
            forced: true,
            ..Self::with_backend(backend)?
        })
    }

    /// Who computes.
    #[must_use]
    pub fn backend(&self) -> Backend {
        self.engine.backend()
    }

    /// The verdict on each of `items`, in their order.
    #[must_use]
    pub fn verify_many(&self, items: &[Item<'_>], rule: Rule) -> Vec<bool> {
        // Full groups, and a last one that may not be worth it.
        let alone = match items.len() % self.engine.lanes() {
            _ if self.forced => 0,
            rest if rest < self.engine.fewest_without_tables() => rest,
            _ => 0,
        };
        let (together, alone) = items.split_at(items.len() - alone);
        let together = self.engine.run(Lanewise {
            items: together,
            tables: None,
            rule,
        });
        let mut verdicts = together.unwrap_or_default();
        let rest = &items[verdicts.len()..];
        verdicts.extend(rest.iter().map(|item| single::verify(item, rule)));
        verdicts
    }

    /// The verdict on each of `items`, in their order, as [`Self::verify_many`]'s; faster for keys
    /// that have tables.
    #[must_use]
    pub fn verify_many_with(
        &self,
        tables: &KeyTables,
        items: &[Item<'_>],
        rule: Rule,
    ) -> Vec<bool> {
        let found = tables.get(items.iter().map(|item| item.public_key));
        let mut verdicts = vec![false; items.len()];
        let (with, without): (Vec<usize>, Vec<usize>) =
            (0..items.len()).partition(|&index| found[index].is_some());
        let rows: Vec<KeyRows<'_>> = with
            .iter()
            .map(|&index| found[index].as_ref().and_then(|table| table.as_deref()))
            .collect();
        let these: Vec<_> = with.iter().map(|&index| items[index]).collect();
        let verdicts_with = self.engine.run(Lanewise {
            items: &these,
            tables: Some((tables.layout(), &rows)),
            rule,
        });
        let others: Vec<_> = without.iter().map(|&index| items[index]).collect();
        let verdicts_with = verdicts_with.unwrap_or_else(|| self.verify_many(&these, rule));
        let verdicts_without = self.verify_many(&others, rule);
        for (index, verdict) in with.iter().zip(verdicts_with) {
            verdicts[*index] = verdict;
        }
        for (index, verdict) in without.iter().zip(verdicts_without) {
            verdicts[*index] = verdict;
        }
        verdicts
    }

    /// Builds the tables of those of `keys` that `tables` has not, as many as fit.
    pub fn build(&self, tables: &KeyTables, keys: &[[u8; 32]]) {
        let missing = tables.missing(keys);
        for keys in missing.chunks(64) {
            let Some(built) = self.engine.run(BuildAll {
                keys,
                layout: tables.layout(),
                sign: Sign::Negated,
            }) else {
                return; // dalek has no use for them
            };
            for (key, rows) in keys.iter().zip(built.rows()) {
                tables.insert(**key, rows.map(Arc::from));
            }
        }
    }
}
