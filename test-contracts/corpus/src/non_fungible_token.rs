//! NEP-171 with NEP-177, NEP-178 and NEP-181, as near-contract-standards has them.
//!
//! ```text
//! new {"owner_id": "alice.near"}
//! alice.near +7000000000000000000000 nft_mint {"token_id": "1", "receiver_id": "bob.near", "title": "Olympus Mons"}
//! alice.near +7000000000000000000000 nft_mint {"token_id": "1", "receiver_id": "bob.near", "title": "again"}
//! mallory.near +7000000000000000000000 nft_mint {"token_id": "2", "receiver_id": "bob.near", "title": "forged"}
//! alice.near +9000000000000000000000 nft_mint {"token_id": "2", "receiver_id": "bob.near", "title": "Elysium"}
//! nft_token {"token_id": "1"}
//! nft_token {"token_id": "9"}
//! bob.near +1000000000000000000000 nft_approve {"token_id": "1", "account_id": "market.near", "msg": "sell"}
//! nft_is_approved {"token_id": "1", "approved_account_id": "market.near", "approval_id": 1}
//! market.near +1 nft_transfer {"receiver_id": "carol.near", "token_id": "1", "approval_id": 1, "memo": "sold"}
//! market.near +1 nft_transfer {"receiver_id": "carol.near", "token_id": "2", "approval_id": 1, "memo": "stolen"}
//! carol.near +1 nft_transfer_call {"receiver_id": "dave.near", "token_id": "1", "approval_id": null, "memo": null, "msg": "x"}
//! nft_resolve_transfer {"previous_owner_id": "carol.near", "receiver_id": "dave.near", "token_id": "1", "approved_account_ids": null}
//! bob.near +1 nft_revoke_all {"token_id": "2"}
//! nft_total_supply {}
//! nft_tokens {"from_index": "0", "limit": 10}
//! nft_tokens_for_owner {"account_id": "bob.near", "from_index": "1", "limit": null}
//! nft_supply_for_owner {"account_id": "bob.near"}
//! ```

#![expect(
    deprecated,
    reason = "the macros that most deployed tokens are made with"
)]

use near_contract_standards::non_fungible_token::metadata::TokenMetadata;
use near_contract_standards::non_fungible_token::{NonFungibleToken, Token, TokenId};
use near_contract_standards::{
    impl_non_fungible_token_approval, impl_non_fungible_token_core,
    impl_non_fungible_token_enumeration,
};
use near_sdk::{
    AccountId, BorshStorageKey, PanicOnDefault, Promise, PromiseOrValue, env, near, require,
};

#[near(serializers = [borsh])]
#[derive(BorshStorageKey)]
enum Prefix {
    Tokens,
    Metadata,
    Enumeration,
    Approval,
}

#[near(contract_state)]
#[derive(PanicOnDefault)]
pub struct Contract {
    tokens: NonFungibleToken,
}

#[near]
impl Contract {
    #[init]
    pub fn new(owner_id: AccountId) -> Self {
        Self {
            tokens: NonFungibleToken::new(
                Prefix::Tokens,
                owner_id,
                Some(Prefix::Metadata),
                Some(Prefix::Enumeration),
                Some(Prefix::Approval),
            ),
        }
    }

    #[payable]
    pub fn nft_mint(&mut self, token_id: TokenId, receiver_id: AccountId, title: String) -> Token {
        require!(
            env::predecessor_account_id() == self.tokens.owner_id,
            "Unauthorized"
        );
        let metadata = TokenMetadata {
            title: Some(title),
            copies: Some(1),
            ..TokenMetadata::default()
        };
        self.tokens
            .internal_mint(token_id, receiver_id, Some(metadata))
    }
}

impl_non_fungible_token_core!(Contract, tokens);
impl_non_fungible_token_approval!(Contract, tokens);
impl_non_fungible_token_enumeration!(Contract, tokens);
