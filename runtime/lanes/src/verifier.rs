//! The verifier: verdicts on items, by backend.

use crate::Layout;
use crate::backend::AvailableBackend;
use crate::batch::{KeyRows, Lanewise};
use crate::curve::decode::Sign;
use crate::tables::{BuildAll, BuildPart};
use crate::{Backend, BackendUnavailable, ITEMS_FOR_TABLES, Item, KeyTables, Rule, single};
use std::sync::Arc;

/// Number of keys whose tables are built at a time.
const KEYS_AT_A_TIME: usize = 64;

/// Verifies many signatures at once.
///
/// It verifies some signatures side by side in lanes and others one by one, whichever is faster. No
/// verdict depends on that choice.
#[derive(Clone, Copy, Debug)]
pub struct Verifier {
    pub(crate) backend: AvailableBackend,
    forced: bool,
}

impl Verifier {
    /// A verifier with this processor's fastest backend.
    #[must_use]
    pub fn detect() -> Self {
        Self {
            backend: AvailableBackend::detect(),
            forced: false,
        }
    }

    /// A verifier with this backend.
    ///
    /// # Errors
    ///
    /// This processor lacks the backend's instructions, or the feature `lanes` is off.
    pub fn with_backend(backend: Backend) -> Result<Self, BackendUnavailable> {
        Ok(Self {
            backend: AvailableBackend::new(backend).ok_or(BackendUnavailable(backend))?,
            forced: false,
        })
    }

    /// A verifier that verifies many signatures in lanes only, however few they are. Tests use it
    /// to know the source of the verdicts, and so do measurements.
    ///
    /// # Errors
    ///
    /// As [`Self::with_backend`].
    pub fn forced(backend: Backend) -> Result<Self, BackendUnavailable> {
        Ok(Self {
            forced: true,
            ..Self::with_backend(backend)?
        })
    }

    /// The verify backend.
    #[must_use]
    pub fn backend(&self) -> Backend {
        self.backend.backend()
    }

    /// The verdict on `item`.
    #[must_use]
    pub fn verify_one(&self, item: &Item<'_>, rule: Rule) -> bool {
        single::verify(self.backend, item, rule)
    }

    /// The same verdict on `item` as [`Self::verify_one`]'s, but found faster if its key has tables
    /// in `tables`.
    #[must_use]
    pub fn verify_one_with(&self, tables: &KeyTables, item: &Item<'_>, rule: Rule) -> bool {
        let verdict = self.verify_one_with_tables(tables, item, rule);
        verdict.unwrap_or_else(|| self.verify_one(item, rule))
    }

    /// Like [`Self::verify_one_with`], for callers who do not know which keys will be used again.
    /// After [`USES_BEFORE_TABLES`] uses of a key without tables, calls build its tables, one key
    /// after another. Each builds so little that it takes at most 5 % longer than dalek's verification. They are built
    /// with [`Layout::MEDIUM`](crate::Layout::MEDIUM) alone, by IFMA, or by AVX2 where the processor has ADX.
    ///
    /// [`USES_BEFORE_TABLES`]: crate::USES_BEFORE_TABLES
    #[must_use]
    pub fn verify_one_learning(&self, tables: &KeyTables, item: &Item<'_>, rule: Rule) -> bool {
        let verdict = self.verify_one_with_tables(tables, item, rule);
        let count = self.backend.tables_beside_one(tables.layout());
        if count > 0 {
            if verdict.is_none() {
                tables.learn_one(item.public_key);
            }
            self.build_due(tables, count);
        }
        verdict.unwrap_or_else(|| self.verify_one(item, rule))
    }

    /// Builds `count` of the tables that are due.
    fn build_due(&self, tables: &KeyTables, count: usize) {
        let Some((key, part)) = tables.take_due() else {
            return;
        };
        let built = self.backend.run_alone(BuildPart {
            key: &key,
            layout: tables.layout(),
            part,
            count,
        });
        if let Some(part) = built {
            tables.put_part(key, part);
        }
    }

    /// The verdict on `item`, if its key has tables.
    fn verify_one_with_tables(
        &self,
        tables: &KeyTables,
        item: &Item<'_>,
        rule: Rule,
    ) -> Option<bool> {
        let rows = tables.get(std::iter::once(item.public_key)).pop()??;
        Some(rows.is_some_and(|rows| {
            single::verify_with_tables(self.backend, item, tables.layout(), &rows, rule)
        }))
    }

    /// The verdict on each of `items`, in their order.
    #[must_use]
    pub fn verify_many(&self, items: &[Item<'_>], rule: Rule) -> Vec<bool> {
        let lanewise = match self.forced {
            true => items.len(),
            false => self.backend.in_lanes_without_tables(items.len()),
        };
        let (items, others) = items.split_at(lanewise);
        let tables = None;
        let verdicts = self.backend.run(Lanewise {
            items,
            tables,
            rule,
        });
        // dalek has no lanes.
        let mut verdicts = verdicts.unwrap_or_else(|| self.verify_each(items, rule));
        verdicts.extend(self.verify_each(others, rule));
        verdicts
    }

    /// The verdicts, found one by one.
    fn verify_each(&self, items: &[Item<'_>], rule: Rule) -> Vec<bool> {
        let verify = |item| self.verify_one(item, rule);
        items.iter().map(verify).collect()
    }

    /// The same verdicts on `items` as [`Self::verify_many`]'s, but found faster for keys with
    /// tables in `tables`.
    #[must_use]
    pub fn verify_many_with(
        &self,
        tables: &KeyTables,
        items: &[Item<'_>],
        rule: Rule,
    ) -> Vec<bool> {
        self.verify(tables, items, rule).0
    }

    /// Like [`Self::verify_many_with`], for callers who do not know which keys will be used again.
    /// For every [`ITEMS_FOR_TABLES`] items, it builds the tables of one key in each lane, among
    /// keys that were used [`USES_BEFORE_TABLES`] times without tables.
    ///
    /// [`USES_BEFORE_TABLES`]: crate::USES_BEFORE_TABLES
    #[must_use]
    pub fn verify_many_learning(
        &self,
        tables: &KeyTables,
        items: &[Item<'_>],
        rule: Rule,
    ) -> Vec<bool> {
        let (verdicts, without) = self.verify(tables, items, rule);
        let without = without.into_iter().map(|index| *items[index].public_key);
        let most = items.len() / ITEMS_FOR_TABLES * self.backend.lanes();
        self.build(tables, &tables.learn(without, most));
        verdicts
    }

    /// The verdicts, and the indices of the items whose keys have no tables.
    fn verify(
        &self,
        tables: &KeyTables,
        items: &[Item<'_>],
        rule: Rule,
    ) -> (Vec<bool>, Vec<usize>) {
        let found = tables.get(items.iter().map(|item| item.public_key));
        let (with, without): (Vec<usize>, Vec<usize>) =
            (0..items.len()).partition(|&index| found[index].is_some());
        let pick = |places: &[usize]| -> Vec<Item<'_>> {
            places.iter().map(|&index| items[index]).collect()
        };
        let rows: Vec<KeyRows<'_>> = with
            .iter()
            .map(|&index| found[index].as_ref()?.as_deref())
            .collect();

        let mut verdicts = vec![false; items.len()];
        let mut place = |places: &[usize], of: Vec<bool>| {
            for (&index, verdict) in places.iter().zip(of) {
                verdicts[index] = verdict;
            }
        };
        place(
            &with,
            self.by_tables(&pick(&with), tables.layout(), &rows, rule),
        );
        place(&without, self.verify_many(&pick(&without), rule));
        (verdicts, without)
    }

    /// The verdicts on items whose keys all have tables.
    fn by_tables(
        &self,
        items: &[Item<'_>],
        layout: Layout,
        rows: &[KeyRows<'_>],
        rule: Rule,
    ) -> Vec<bool> {
        let lanewise = match self.forced {
            true => items.len(),
            false => self.backend.in_lanes_with_tables(items.len()),
        };
        let verdicts = self.backend.run(Lanewise {
            items: &items[..lanewise],
            tables: Some((layout, &rows[..lanewise])),
            rule,
        });
        let Some(mut verdicts) = verdicts else {
            return self.verify_each(items, rule);
        };
        let others = items.iter().zip(rows).skip(lanewise);
        verdicts.extend(others.map(|(item, rows)| {
            rows.is_some_and(|rows| {
                single::verify_with_tables(self.backend, item, layout, rows, rule)
            })
        }));
        verdicts
    }

    /// Builds the missing tables of `keys`, as many as fit. Keys that are not points are stored as
    /// such.
    ///
    /// dalek uses no tables, so with dalek none are built.
    pub fn build(&self, tables: &KeyTables, keys: &[[u8; 32]]) {
        for keys in tables.missing(keys).chunks(KEYS_AT_A_TIME) {
            let built = self.backend.run(BuildAll {
                keys,
                layout: tables.layout(),
                sign: Sign::Negated,
            });
            let Some(built) = built else { return };
            for (key, rows) in keys.iter().zip(built.rows()) {
                tables.insert(**key, rows.map(Arc::from));
            }
        }
    }
}
