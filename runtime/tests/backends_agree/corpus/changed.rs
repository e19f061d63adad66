//! Variations of a call: callers' mistakes, and gas that runs out anywhere.

use serde_json::{Value, json};
use test_contracts::corpus::CorpusCall;

/// A call with this much gas, or a view.
#[derive(Clone)]
pub(crate) struct Attempt {
    pub(crate) call: CorpusCall,
    pub(crate) gas: u64,
    pub(crate) is_view: bool,
}

impl Attempt {
    fn with(&self, change: impl FnOnce(&mut Self)) -> Self {
        let mut changed = self.clone();
        change(&mut changed);
        changed
    }
}

/// The call with each variation; without one, it burns `burnt` gas.
pub(crate) fn changed(attempt: &Attempt, burnt: u64) -> Vec<Attempt> {
    let mut all = vec![
        attempt.with(|view| view.is_view = true),
        attempt.with(|other| other.call.signer = Some("mallory.near".to_owned())),
        attempt.with(|other| other.call.deposit = u128::from(other.call.deposit == 0)),
        attempt.with(|other| other.call.method.push('_')),
    ];
    // Limits that are too low, up to one unit of gas below the cost, and the exact cost.
    let limits = [
        burnt / 4,
        burnt / 2,
        burnt / 4 * 3,
        burnt.saturating_sub(1),
        burnt,
    ];
    all.extend(limits.map(|gas| attempt.with(|poor| poor.gas = gas)));
    let inputs = inputs(&attempt.call.args);
    all.extend(inputs.map(|args| attempt.with(|wrong| wrong.call.args = args)));
    all
}

/// Arguments similar to these.
fn inputs(args: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    let mut all = vec![
        Vec::new(),
        args[..args.len() / 2].to_vec(),
        [args, b"}"].concat(),
        [args, &[0xff]].concat(),
    ];
    if let Ok(Value::Object(map)) = serde_json::from_slice(args) {
        let with = |key: &str, value: Option<Value>| {
            let mut map = map.clone();
            match value {
                Some(value) => map.insert(key.to_owned(), value),
                None => map.remove(key),
            };
            serde_json::to_vec(&map).expect("JSON")
        };
        all.push(with("unknown", Some(json!(1))));
        for key in map.keys() {
            all.push(with(key, None));
            let values = [json!(null), json!(-1), json!("x"), json!([]), json!(1e30)];
            all.extend(values.map(|value| with(key, Some(value))));
        }
    }
    all.into_iter()
}
