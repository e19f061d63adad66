//! Parts of a node's work that running a contract here leaves out.

/// Parts of a node's work on a call that this runtime leaves out. Documents and help quote these lines.
pub const UNCOVERED: [&str; 9] = [
    "receipts that a call creates are not executed: no callback runs, nothing is paid out or staked, \
     and no account changes but the contract's",
    "the shard's trie above a contract's keys is a setting, one depth for all accounts; without it, \
     writes and removals are too cheap by some 20 nodes of 2.28 Ggas each",
    "each call is in a chunk of its own: no other call has written its keys before",
    "tokens for gas are not moved: none is bought or given back, and the contract gets no share of what \
     is burnt",
    "a transaction's own validity is not checked: signature, nonce, access key, allowance, the signer's \
     balance",
    "limits of a chunk do not apply: its gas, the size of a receipt's storage proof, congestion",
    "a new account uses 100 bytes beside its code: it has no access keys, unless its state file counts them",
    "the code is deployed without a receipt: a stake for it is demanded by the first call",
    "`chain_id` is `test`, ids of yields count from 0, only the call that yields can resume, and payloads \
     of state inits are not decoded",
];
