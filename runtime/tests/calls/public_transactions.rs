//! Transactions of public networks, compared with the gas that their storage and receipts burn
//! here.
//!
//! The contracts themselves are not available. Two figures do not depend on them: the gas of their
//! storage, including trie nodes, and the gas burnt outside the VM. Both are from nodes' answers to
//! `tx`.

use near_runtime_ext::{
    Account, MIN_SUPPORTED_PROTOCOL_VERSION, Outcome, PROTOCOL_VERSION, ProtocolVersion,
    TYPICAL_TRIE_DEPTH,
};
use test_support::everywhere::Everywhere;
use test_support::imports::module;

/// A transaction with one write, which replaces a value.
struct Transaction {
    signer: &'static str,
    receiver: &'static str,
    method: &'static str,
    args: &'static str,
    key: &'static str,
    /// Lengths of the old value and of the new.
    values: [usize; 2],
    /// Nodes of the network's trie above the contract's only key.
    trie_depth: u32,
    /// `transaction_outcome.outcome.gas_burnt`, and the same field of the receipt.
    gas_burnt: [u64; 2],
    /// The sum of the receipt's profile: gas burnt by the VM.
    vm: u64,
    /// Storage costs of the profile: base, key, value, evicted, and trie nodes, cached or not.
    storage: [u64; 5],
}

const GREETING: Transaction = Transaction {
    signer: "bot.sleet.testnet",
    receiver: "hello.sleet.testnet",
    method: "set_greeting",
    args: r#"{"greeting":"Hello, from NEAR-KIT OBSIDIAN!"}"#,
    key: "greeting",
    values: [27, 30],
    trie_depth: TYPICAL_TRIE_DEPTH,
    gas_burnt: [310_777_471_755, 1_114_749_760_106],
    vm: 226_562_811_868,
    storage: [
        64_196_736_000,
        563_862_936,
        930_556_170,
        867_167_289,
        45_600_000_000,
    ],
};

const TRANSACTIONS: [Transaction; 3] = [
    // 8poBwSrvGCH4pebXeJEKoivukzX1aDhdcazmiTesEmyA on testnet, 2025-12-11.
    GREETING,
    // 6HamxFPjzcorkYaWbg2DCXagjrBuFg8WwPQLz8nuWyhs, after the first one.
    Transaction {
        values: [30, 30],
        gas_burnt: [310_777_471_755, 1_114_857_516_719],
        vm: 226_670_568_481,
        storage: [
            64_196_736_000,
            563_862_936,
            930_556_170,
            963_519_210,
            45_600_000_000,
        ],
        ..GREETING
    },
    // 9w8sobZuCgvqtWKntNYdZ94xzXJcjsd5p8tkHdzHaLrc in a sandbox, whose trie is small: three nodes and
    // the value. Before version 82, three of the four were not cached and cost 7 times as much.
    Transaction {
        signer: "counter-d1e90d08.test.near",
        receiver: "counter-d1e90d08.test.near",
        method: "increment",
        args: "{}",
        key: "STATE",
        values: [1, 1],
        trie_depth: 2,
        gas_burnt: [308_084_095_274, 1_567_337_341_817],
        vm: 679_253_246_543,
        storage: [
            64_196_736_000,
            352_414_335,
            31_018_539,
            32_117_307,
            4 * 2_280_000_000,
        ],
    },
];

impl Transaction {
    /// A contract that makes the transaction's write, on every backend of this version, in an account with the old
    /// value.
    fn contract(&self, version: ProtocolVersion) -> Everywhere {
        let Self {
            method,
            key,
            values: [old, new],
            ..
        } = self;
        let wat = module(&format!(
            r#"(memory 1) (data (i32.const 0) "{key}")
                (func (export "{method}") (drop (call $storage_write
                    (i64.const {}) (i64.const 0) (i64.const {new}) (i64.const 0) (i64.const 0))))"#,
            key.len()
        ));
        let wasm = wat::parse_str(wat).expect("valid WAT");
        let mut contract = Everywhere::deploy_with(&wasm, |builder| {
            builder
                .protocol_version(version)
                .trie_depth(self.trie_depth)
        });
        let mut account = Account::new(self.receiver.parse().expect("a name"));
        account
            .storage
            .insert(key.as_bytes().to_vec(), vec![0; *old]);
        contract.restore(&account);
        contract
    }

    fn call(&self, contract: &mut Everywhere, method: &str) -> Outcome {
        contract.run(|contract| {
            let call = contract.call(method).args(self.args);
            call.signer(self.signer.parse().expect("a name")).transact()
        })
    }
}

#[test]
fn storage_trie_nodes_and_receipts_burn_what_they_did_on_public_networks() {
    for version in MIN_SUPPORTED_PROTOCOL_VERSION..=PROTOCOL_VERSION {
        for transaction in &TRANSACTIONS {
            let mut contract = transaction.contract(version);
            let view = contract.view(transaction.method, b"");
            // A call that fails pays as much around the VM, and a view nothing.
            assert_eq!(view.receipt_gas.as_gas(), 0);
            let absent = "x".repeat(transaction.method.len());
            let failed = transaction.call(&mut contract, &absent);
            assert!(failed.failure.is_some());
            let outcome = transaction.call(&mut contract, transaction.method);
            assert_eq!(outcome.failure, None);
            let storage = [
                "storage_write_base",
                "storage_write_key_byte",
                "storage_write_value_byte",
                "storage_write_evicted_byte",
                "touching_trie_node",
            ]
            .map(|cost| outcome.profile[cost].as_gas());
            assert_eq!(storage, transaction.storage, "version {version}");
            let burnt: u64 = transaction.gas_burnt.iter().sum();
            assert_eq!(outcome.receipt_gas.as_gas(), burnt - transaction.vm);
            let total = outcome.total_burnt_gas().as_gas();
            assert_eq!(total - outcome.burnt_gas.as_gas(), burnt - transaction.vm);
            assert_eq!(failed.receipt_gas, outcome.receipt_gas);
        }
    }
}
