/// Parts of a node's work that this runtime leaves out: of a single call, and of a chain. Documents and
/// help quote these lines.
pub const UNCOVERED: [&str; 8] = [
    "a single call executes no receipt that it creates, moves no tokens for gas, checks no transaction and has \
     its chunk for itself; a chain (`Runtime::chain`) has none of these limits",
    "the shard's trie above a contract's keys is a setting, one depth for all accounts; without it, \
     writes and removals are too cheap by some 20 nodes of 2.28 Ggas each",
    "a chain is one shard: receipts of several shards would come in another order",
    "limits of a chunk do not apply: its gas and compute, the size of a receipt's storage proof, congestion",
    "transactions of a chain carry no signatures",
    "no epoch ends: no stake is given back, and no validator is rewarded",
    "in a single call, a new account uses 100 bytes beside its code, without access keys, and a stake for \
     the code is demanded by the first call: it is deployed without a receipt",
    "in a single call, `chain_id` is `test`, and only the call that yields can resume",
];
