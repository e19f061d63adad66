//! Verdicts of the references, on calls for which implementations may differ.

use crate::contract::{Contracts, Observed};
use crate::inputs::expected;
use crate::network::{BatchItem, Place};
use near_runtime_ext::VerifyBackend;

/// An item that several implementations verify.
pub trait Judged: BatchItem {
    /// Calls on which they may differ, each with its third argument.
    fn batches() -> Vec<(u64, Vec<Self>)>;
}

pub fn every_verify_backend_gives_the_references_verdicts<I: Judged>() {
    let batches = I::batches();
    // Each batch at each place.
    let twice = || {
        let all = Place::ALL.map(|place| batches.iter().map(move |batch| (place, batch)));
        all.into_iter().flatten()
    };
    let expected = twice().map(|(place, (choice, items))| expected(place, items, *choice));
    let expected: Vec<_> = expected.collect();
    let observe = |backend: Option<VerifyBackend>| -> Vec<Observed> {
        let mut contracts = Contracts::<I>::deploy_with(|builder| match backend {
            Some(backend) => builder.verify_backend(backend),
            None => builder,
        });
        twice()
            .map(|(place, (choice, items))| contracts.call(place, *choice, items))
            .collect()
    };
    assert_eq!(observe(None), expected);
    let available = |it: VerifyBackend| it.is_available().then_some(it).ok_or(());
    for backend in requirements::each_backend(VerifyBackend::ALL, VerifyBackend::name, available) {
        assert_eq!(observe(Some(backend)), expected, "{backend}");
    }
}
