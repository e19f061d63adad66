//! A profile for <https://www.speedscope.app>.

use crate::output::printable;
use near_runtime_ext::CallTree;
use serde_json::json;
use std::collections::BTreeMap;

/// The document: each stack is a sample whose weight is its gas
/// (<https://www.speedscope.app/file-format-schema.json>, `SampledProfile`).
pub(super) fn document(tree: &CallTree, title: &str) -> anyhow::Result<Vec<u8>> {
    let mut frames = Vec::new();
    let mut places = BTreeMap::new();
    let (mut samples, mut weights) = (Vec::new(), Vec::new());
    for (place, node) in tree.nodes().iter().enumerate() {
        let stack = tree.stack(place).into_iter().map(|name| {
            *places.entry(name).or_insert_with(|| {
                frames.push(json!({ "name": printable(name) }));
                frames.len() - 1
            })
        });
        samples.push(stack.collect::<Vec<_>>());
        weights.push(node.gas.as_gas());
    }
    let document = json!({
        "$schema": "https://www.speedscope.app/file-format-schema.json",
        "exporter": "near-ed25519",
        "name": title,
        "shared": { "frames": frames },
        "profiles": [{
            "type": "sampled",
            "name": title,
            "unit": "none",
            "startValue": 0,
            "endValue": tree.gas().as_gas(),
            "samples": samples,
            "weights": weights,
        }],
    });
    Ok(document.to_string().into_bytes())
}
