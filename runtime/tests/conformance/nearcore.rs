//! nearcore's own cases, through a contract: answers, and the cost of the host function alone.

use crate::stack::{Place, Stack};
use near_parameters::RuntimeConfigStore;
use near_runtime_ext::rules::{Answer, Rule, Triple};
use near_runtime_ext::{Gas, PROTOCOL_VERSION};
use serde_json::Value;
use std::collections::BTreeMap;

/// The profile's name for Wasm, which is not part of the host function.
const WASM: &str = "wasm_instruction";

type Profile = BTreeMap<String, Gas>;

/// A case, with its inputs in the places it requires.
struct Case {
    triple: Triple,
    places: [Place; 3],
    answer: Answer,
    /// Number of charges of each cost.
    costs: BTreeMap<String, u64>,
}

impl Case {
    fn new(case: &Value) -> Self {
        let input = |name: &str| {
            let text = case[name].as_str().expect("text");
            let mut input = hex::decode(text).expect("hex");
            match case[format!("{name}_len")].as_u64() {
                Some(len) => {
                    // A length may be less than the case's number of bytes.
                    input.truncate(len.try_into().expect("a length"));
                    (input, Place::Memory)
                }
                None => (input, Place::Register),
            }
        };
        let (signature, message, public_key) = (input("sig"), input("msg"), input("pk"));
        let answer = match &case["want"] {
            Value::Number(want) if want.as_u64() == Some(1) => Answer::Accepted,
            Value::Number(_) => Answer::Refused,
            error => {
                let error = error.as_str().expect("an error");
                let reason = error.strip_prefix("Err Ed25519VerifyInvalidInput ");
                Answer::Aborted(reason.expect("the only error").replace('"', ""))
            }
        };
        let costs = case["costs"].as_object().expect("costs").iter();
        Self {
            places: [signature.1, message.1, public_key.1],
            triple: Triple {
                signature: signature.0,
                message: message.0,
                public_key: public_key.0,
            },
            answer,
            costs: costs
                .map(|(name, times)| (name.clone(), times.as_u64().expect("a count")))
                .filter(|(name, _)| !name.starts_with("write_register")) // part of nearcore's test
                .collect(),
        }
    }

    fn expected_profile(&self) -> Profile {
        let store = RuntimeConfigStore::new(None);
        let costs = &store
            .get_config(PROTOCOL_VERSION)
            .wasm_config
            .ext_costs
            .costs;
        let charges = costs.iter().filter_map(|(cost, price)| {
            let times = self.costs.get(&cost.to_string())?;
            let gas = price.gas.checked_mul(*times).expect("it fits");
            Some((cost.to_string(), gas))
        });
        charges.collect()
    }
}

fn cases() -> Option<Vec<Case>> {
    let data = requirements::peers::json("near/nearcore_ed25519_verify_cases.json")?;
    let cases = data["cases"].as_array().expect("cases");
    Some(cases.iter().map(Case::new).collect())
}

pub fn triples() -> Option<Vec<Triple>> {
    Some(cases()?.into_iter().map(|case| case.triple).collect())
}

/// The excess of the first profile over the second, except for Wasm.
fn difference(more: Profile, less: &Profile) -> Profile {
    let less = |cost: &str| less.get(cost).copied().unwrap_or(Gas::ZERO);
    more.into_iter()
        .filter(|(cost, _)| cost != WASM)
        .map(|(cost, gas)| {
            let rest = gas.checked_sub(less(&cost));
            (cost, rest.expect("what comes before is the same"))
        })
        .filter(|(_, gas)| *gas != Gas::ZERO)
        .collect()
}

#[test]
fn nearcores_own_cases_have_nearcores_answers_and_costs_in_a_contract() {
    let Some(cases) = cases() else { return };
    let mut stack = Stack::deploy();
    for (at, case) in cases.iter().enumerate() {
        let Case { triple, places, .. } = case;
        assert_eq!(stack.answer_to(triple, *places), case.answer, "case {at}");
        assert_eq!(Rule::Nep364.answer(&triple.flags()), case.answer, "{at}");
        let verify = stack.call("verify_only", triple, *places);
        let prepare = stack.call("prepare", triple, *places);
        assert!(prepare.is_success());
        assert_eq!(
            difference(verify.profile, &prepare.profile),
            case.expected_profile(),
            "case {at}"
        );
    }
    assert_eq!(cases.len(), 15);
}
