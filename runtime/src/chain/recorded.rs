//! Receipts of mainnet and testnet, recomputed: gas of conversions and receipts, tokens burnt, gas given
//! back, ids.
//!
//! The data is read from a folder of recorded transactions, each a JSON file with the fields of
//! `EXPERIMENTAL_tx_status`; `RECORDED_RECEIPTS` names another folder.

use super::execution::Burnt;
use super::settlement::settle;
use crate::fees;
use near_parameters::{RuntimeConfig, RuntimeConfigStore};
use near_primitives::receipt::{ActionReceipt, Receipt, ReceiptEnum, ReceiptV0};
use near_primitives::transaction::Action;
use near_primitives::utils::{
    create_receipt_id_from_receipt_id, create_receipt_id_from_transaction,
};
use near_primitives::views::ActionView;
use near_primitives_core::hash::CryptoHash;
use near_primitives_core::types::{Balance, Gas};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Most receipts that a receipt may have created: this many ids are tried.
const MOST_CHILDREN: usize = 64;

/// How often each figure was recomputed.
type Counts = BTreeMap<&'static str, u32>;

/// The folder, if there is one.
fn folder() -> Option<PathBuf> {
    match std::env::var_os("RECORDED_RECEIPTS") {
        Some(folder) => Some(folder.into()),
        None => requirements::peers::path("../receipts/data"),
    }
}

/// A number that is recorded as a number or as text.
fn number(value: &Value) -> u128 {
    let text = value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned);
    text.parse()
        .unwrap_or_else(|_| panic!("not a number: {value}"))
}

fn gas(value: &Value) -> Gas {
    Gas::from_gas(number(value).try_into().unwrap())
}

fn tokens(value: &Value) -> Balance {
    Balance::from_yoctonear(number(value))
}

fn text(value: &Value) -> &str {
    value
        .as_str()
        .unwrap_or_else(|| panic!("not text: {value}"))
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn actions(value: &Value) -> Vec<Action> {
    let action = |value: &Value| {
        let mut value = value.clone();
        // Older nodes write `accessKey`.
        if let Some(add) = value.get_mut("AddKey").and_then(Value::as_object_mut)
            && let Some(key) = add.remove("accessKey")
        {
            add.insert("access_key".to_owned(), key);
        }
        let view: ActionView = serde_json::from_value(value).unwrap();
        Action::try_from(view).unwrap()
    };
    list(value).iter().map(action).collect()
}

/// A file's protocol version; the first of a range, in which fees are equal.
fn version(file: &Value) -> u32 {
    let version = &file["protocol_version"];
    let text = version
        .as_str()
        .map_or_else(|| version.to_string(), str::to_owned);
    let digits: String = text.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap()
}

fn receipt(value: &Value) -> Receipt {
    let key = value.get("signer_public_key").or(value.get("public_key"));
    let any = "ed25519:11111111111111111111111111111111";
    Receipt::V0(ReceiptV0 {
        predecessor_id: text(&value["predecessor_id"]).parse().unwrap(),
        receiver_id: text(&value["receiver_id"]).parse().unwrap(),
        receipt_id: text(&value["receipt_id"]).parse().unwrap(),
        receipt: ReceiptEnum::Action(ActionReceipt {
            signer_id: text(&value["signer_id"]).parse().unwrap(),
            signer_public_key: key.map_or(any, text).parse().unwrap(),
            gas_price: tokens(&value["gas_price"]),
            output_data_receivers: vec![],
            input_data_ids: vec![],
            actions: actions(&value["actions"]),
        }),
    })
}

/// Recomputes a receipt: its gas, if the profiles of its calls are recorded; its tokens, its refund and
/// the ids of what it created.
fn check(config: &RuntimeConfig, version: u32, all: &[Value], value: &Value, counts: &mut Counts) {
    let receipt = receipt(value);
    let (receiver, outcome) = (receipt.receiver_id(), &value["outcome"]);
    let ReceiptEnum::Action(action_receipt) = receipt.receipt() else {
        unreachable!("`receipt` makes an action receipt");
    };
    let actions = &action_receipt.actions;
    let failed = outcome["status"]["Failure"]["ActionError"]["index"].as_u64();
    let succeeded = outcome["status"].get("Failure").is_none();
    let failed = failed.map(|index| usize::try_from(index).unwrap());
    let run = failed.map_or(actions.len(), |index| index + 1);
    let burnt = gas(&outcome["gas_burnt"]);
    let calls = actions[..run]
        .iter()
        .any(|it| matches!(it, Action::FunctionCall(_)));
    let mut fixed = fees::receipt(config);
    let add = |sum: &mut Gas, gas: Option<Gas>| *sum = sum.checked_add(gas.unwrap()).unwrap();
    for action in &actions[..run] {
        add(&mut fixed, fees::exec(config, action, receiver));
    }
    if succeeded {
        add(&mut fixed, fees::delegated_sends(config, actions));
    }
    let profile = outcome["gas_profile"].as_object();
    if !calls || profile.is_some() {
        for cost in profile.into_iter().flatten() {
            add(&mut fixed, Some(gas(cost.1)));
        }
        assert_eq!(fixed, burnt, "gas of {}", receipt.receipt_id());
        *counts.entry("gas of a receipt").or_default() += 1;
    }
    if let Some(height) = outcome["block_height"].as_u64() {
        let id = |index| create_receipt_id_from_receipt_id(receipt.receipt_id(), height, index);
        for child in list(&outcome["receipt_ids"]) {
            let child: CryptoHash = text(child).parse().unwrap();
            let place = (0..MOST_CHILDREN).find(|index| id(*index) == child);
            assert!(place.is_some(), "id of {child}");
        }
        *counts.entry("ids of what a receipt created").or_default() += 1;
    }
    // Before version 78, which reduced gas refunds, gas was bought at an inflated price.
    if version < 78 {
        return;
    }
    let find = |id: &Value| all.iter().find(|it| it["receipt_id"] == *id);
    let children: Option<Vec<_>> = list(&outcome["receipt_ids"]).iter().map(find).collect();
    let mut used = burnt;
    let mut refunded = Balance::ZERO;
    for child in children.iter().flatten() {
        let child = self::receipt(child);
        let ReceiptEnum::Action(it) = child.receipt() else {
            unreachable!("`receipt` makes an action receipt");
        };
        match child.predecessor_id().is_system() {
            true => {
                let deposits = fees::deposits(&it.actions).unwrap();
                refunded = refunded.checked_add(deposits).unwrap();
            }
            false => add(
                &mut used,
                fees::bought(config, &it.actions, child.receiver_id()),
            ),
        }
    }
    let spent = Burnt {
        gas: burnt,
        used,
        ..Burnt::default()
    };
    let price = action_receipt.gas_price;
    let wrapped = action_receipt.into();
    let settlement = settle(config, price, &receipt, &wrapped, &spent, succeeded, false).unwrap();
    assert_eq!(settlement.burnt, tokens(&outcome["tokens_burnt"]));
    *counts.entry("tokens").or_default() += 1;
    // A file may leave out other children, such as data receipts.
    if children.is_some() && !receipt.predecessor_id().is_system() {
        let refunds = settlement.refunds.iter().map(|it| match it.receipt() {
            ReceiptEnum::Action(it) => fees::deposits(&it.actions).unwrap(),
            _ => unreachable!("a refund is a transfer"),
        });
        let sum = refunds.fold(Balance::ZERO, Balance::saturating_add);
        assert_eq!(sum, refunded, "refund of {}", receipt.receipt_id());
        *counts.entry("refunds").or_default() += 1;
    }
}

#[test]
fn recorded_receipts_burn_and_give_back_what_is_recomputed() {
    let Some(folder) = folder() else { return };
    let files = std::fs::read_dir(folder).unwrap();
    let store = RuntimeConfigStore::new(None);
    let mut counts = Counts::new();
    for path in files.map(|file| file.unwrap().path()) {
        if path.extension().is_none_or(|it| it != "json") {
            continue;
        }
        let file: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
        let version = version(&file);
        let config = store.get_config(version);
        let one = [file.clone()];
        for case in file["cases"].as_array().map_or(&one[..], Vec::as_slice) {
            let all = list(&case["receipts"]);
            if all.iter().any(|it| it.get("actions").is_none()) {
                continue;
            }
            let transaction = &case["transaction"];
            if let Some(signed) = transaction.get("actions") {
                let id = |name: &str| text(&transaction[name]).parse().unwrap();
                let (signer, receiver) = (id("signer_id"), id("receiver_id"));
                let key = text(&transaction["public_key"]).parse().unwrap();
                let signed = actions(signed);
                let burnt = fees::conversion(config, &signer, &key, &signed, &receiver);
                let outcome = &case["transaction_outcome"];
                assert_eq!(
                    burnt.unwrap(),
                    gas(&outcome["gas_burnt"]),
                    "{}",
                    path.display()
                );
                *counts.entry("gas of a conversion").or_default() += 1;
                if let Some(height) = outcome["block_height"].as_u64() {
                    let hash = text(&transaction["hash"]).parse().unwrap();
                    let id = create_receipt_id_from_transaction(&hash, height);
                    assert_eq!(id.to_string(), text(&outcome["receipt_ids"][0]));
                    *counts.entry("id of a transaction's receipt").or_default() += 1;
                }
            }
            for value in all {
                check(config, version, all, value, &mut counts);
            }
        }
    }
    // The recorded folder has at least these; another may lack some kinds.
    if std::env::var_os("RECORDED_RECEIPTS").is_none() {
        let at_least = [
            ("gas of a conversion", 9),
            ("gas of a receipt", 41),
            ("ids of what a receipt created", 29),
            ("id of a transaction's receipt", 5),
            ("refunds", 25),
            ("tokens", 40),
        ];
        for (figure, number) in at_least {
            let counted = counts.get(figure).copied().unwrap_or_default();
            assert!(
                counted >= number,
                "{figure}: {counted} of {number} recomputed"
            );
        }
    }
    println!("recomputed: {counts:?}");
}

/// Since version 85 gas is bought at 1,000,000,000 yoctoNEAR at least, and burnt at the block's price: the
/// difference comes back, less the charge for a created account.
#[test]
fn a_receipt_of_version_86_burns_at_the_blocks_price() {
    let Some(folder) = folder() else { return };
    let file = std::fs::read(folder.join("14-pv86-transfers.json")).unwrap();
    let file: Value = serde_json::from_slice(&file).unwrap();
    let config = RuntimeConfigStore::new(None).get_config(86).clone();
    for case in list(&file["cases"]) {
        // Some cases are only described, without names.
        let creates = case["what"]
            .as_str()
            .is_some_and(|it| it.contains("creates"));
        let sender = case["receipt"]["predecessor_id"]
            .as_str()
            .unwrap_or("alice.near");
        let named = case["receipt"]["receiver_id"]
            .as_str()
            .unwrap_or("bob.near");
        let receiver = if creates {
            "a".repeat(64)
        } else {
            named.to_owned()
        };
        let block_price = case["block_gas_price"].as_str().unwrap_or("100000000");
        let receipt = receipt(&json!({
            "receipt_id": CryptoHash::default().to_string(),
            "predecessor_id": sender,
            "signer_id": sender,
            "receiver_id": receiver,
            "gas_price": config.min_gas_purchase_price,
            "actions": [{ "Transfer": { "deposit": "1" } }],
        }));
        let ReceiptEnum::Action(it) = receipt.receipt() else {
            unreachable!("`receipt` makes an action receipt");
        };
        let recorded = case
            .get("receipt")
            .filter(|it| it.get("gas_burnt").is_some());
        let recorded = recorded.unwrap_or(case);
        let fee = fees::exec(&config, &it.actions[0], receipt.receiver_id()).unwrap();
        let burnt = fees::receipt(&config).checked_add(fee).unwrap();
        assert_eq!(burnt, gas(&recorded["gas_burnt"]), "{case}");
        let spent = Burnt {
            gas: burnt,
            used: burnt,
            ..Burnt::default()
        };
        let burn = it.gas_price.min(tokens(&json!(block_price)));
        let settlement = settle(&config, burn, &receipt, &it.into(), &spent, true, creates);
        let settlement = settlement.unwrap();
        assert_eq!(
            settlement.burnt,
            tokens(&recorded["tokens_burnt"]),
            "{case}"
        );
        if let Some(refunds) = case["refund_count"].as_u64() {
            assert_eq!(settlement.refunds.len() as u64, refunds);
        }
    }
}
