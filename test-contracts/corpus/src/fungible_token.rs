//! NEP-141 with NEP-145 and NEP-148, as near-contract-standards has them.
//!
//! ```text
//! new {"owner_id": "alice.near", "total_supply": "1000000000000000000000000000"}
//! new {"owner_id": "alice.near", "total_supply": "1"}
//! +1250000000000000000000 bob.near storage_deposit {"account_id": null, "registration_only": true}
//! bob.near +2000000000000000000000 storage_deposit {"account_id": "carol.near"}
//! alice.near +1 ft_transfer {"receiver_id": "bob.near", "amount": "25", "memo": "for bread"}
//! alice.near ft_transfer {"receiver_id": "bob.near", "amount": "25"}
//! alice.near +1 ft_transfer {"receiver_id": "dave.near", "amount": "25"}
//! bob.near +1 ft_transfer {"receiver_id": "carol.near", "amount": "26"}
//! alice.near +1 ft_transfer_call {"receiver_id": "carol.near", "amount": "100", "memo": null, "msg": "{}"}
//! ft_resolve_transfer {"sender_id": "alice.near", "receiver_id": "carol.near", "amount": "100"}
//! ft_balance_of {"account_id": "alice.near"}
//! ft_balance_of {"account_id": "nobody.near"}
//! ft_total_supply {}
//! ft_metadata {}
//! storage_balance_bounds {}
//! storage_balance_of {"account_id": "bob.near"}
//! bob.near +1 storage_withdraw {"amount": "0"}
//! bob.near +1 storage_unregister {"force": true}
//! carol.near +1 storage_unregister {}
//! ```

#![expect(
    deprecated,
    reason = "the macro that most deployed tokens are made with"
)]

use near_contract_standards::fungible_token::FungibleToken;
use near_contract_standards::fungible_token::events::{FtBurn, FtMint};
use near_contract_standards::fungible_token::metadata::{
    FT_METADATA_SPEC, FungibleTokenMetadata, FungibleTokenMetadataProvider,
};
use near_contract_standards::impl_fungible_token_core;
use near_sdk::json_types::{Base64VecU8, U128};
use near_sdk::store::LazyOption;
use near_sdk::{AccountId, BorshStorageKey, PanicOnDefault, PromiseOrValue, near};

#[near(serializers = [borsh])]
#[derive(BorshStorageKey)]
enum Prefix {
    Token,
    Metadata,
}

#[near(contract_state)]
#[derive(PanicOnDefault)]
pub struct Contract {
    token: FungibleToken,
    metadata: LazyOption<FungibleTokenMetadata>,
}

#[near]
impl Contract {
    #[init]
    pub fn new(owner_id: AccountId, total_supply: U128) -> Self {
        let metadata = FungibleTokenMetadata {
            spec: FT_METADATA_SPEC.to_owned(),
            name: "Corpus".to_owned(),
            symbol: "CORPUS".to_owned(),
            icon: Some(
                "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E".to_owned(),
            ),
            reference: Some("https://example.com/token.json".to_owned()),
            reference_hash: Some(Base64VecU8(vec![7; 32])),
            decimals: 24,
        };
        metadata.assert_valid();
        let mut token = FungibleToken::new(Prefix::Token);
        token.internal_register_account(&owner_id);
        token.internal_deposit(&owner_id, total_supply.into());
        FtMint {
            owner_id: &owner_id,
            amount: total_supply,
            memo: Some("new tokens are minted"),
        }
        .emit();
        let metadata = LazyOption::new(Prefix::Metadata, Some(metadata));
        Self { token, metadata }
    }
}

impl Contract {
    fn on_burned(&self, owner: AccountId, amount: u128) {
        FtBurn {
            owner_id: &owner,
            amount: U128(amount),
            memo: None,
        }
        .emit();
    }
}

impl_fungible_token_core!(Contract, token, on_burned);
impl_storage_management!(Contract, token);

#[near]
impl FungibleTokenMetadataProvider for Contract {
    fn ft_metadata(&self) -> FungibleTokenMetadata {
        let Some(metadata) = self.metadata.get() else {
            near_sdk::env::panic_str("no metadata")
        };
        metadata.clone()
    }
}
