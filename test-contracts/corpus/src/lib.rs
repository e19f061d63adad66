//! Contracts of the kinds that people deploy: each module is one, for a feature of near-sdk, a
//! standard, or an application in short.
//!
//! A module's documentation lists calls to make of it, one a line, as `test_contracts::corpus`
//! reads them: whoever calls, where it is another account than the contract's (`alice.near`), the
//! yoctoNEAR attached (`+1`), the block's time in nanoseconds (`@7`), the method, and its arguments,
//! JSON or `hex:…`. Each is made in the state that those before it left. Many must fail.
//!
//! For Wasm only the module that `--cfg contract="…"` names is compiled, since methods of two would
//! have the same names; elsewhere all are, so that the compiler and clippy see them.

#![expect(
    missing_docs,
    reason = "near-sdk's macros write public items without documentation"
)]

/// NEP-145, by the token in this field. The macro of near-contract-standards for it does not compile: its
/// `storage_withdraw` takes a `U128`, and the trait's a `NearToken`.
#[allow(unused_macros, reason = "a build has one module")]
macro_rules! impl_storage_management {
    ($contract:ident, $token:ident) => {
        use near_contract_standards::storage_management::{
            StorageBalance, StorageBalanceBounds, StorageManagement,
        };

        #[near]
        impl StorageManagement for $contract {
            #[payable]
            fn storage_deposit(
                &mut self,
                account_id: Option<AccountId>,
                registration_only: Option<bool>,
            ) -> StorageBalance {
                self.$token.storage_deposit(account_id, registration_only)
            }

            #[payable]
            fn storage_withdraw(&mut self, amount: Option<near_sdk::NearToken>) -> StorageBalance {
                self.$token.storage_withdraw(amount)
            }

            #[payable]
            fn storage_unregister(&mut self, force: Option<bool>) -> bool {
                self.$token.internal_storage_unregister(force).is_some()
            }

            fn storage_balance_bounds(&self) -> StorageBalanceBounds {
                self.$token.storage_balance_bounds()
            }

            fn storage_balance_of(&self, account_id: AccountId) -> Option<StorageBalance> {
                self.$token.storage_balance_of(account_id)
            }
        }
    };
}

#[cfg(any(not(target_arch = "wasm32"), contract = "bridge"))]
pub mod bridge;
#[cfg(any(not(target_arch = "wasm32"), contract = "cryptography"))]
pub mod cryptography;
#[cfg(any(not(target_arch = "wasm32"), contract = "fungible_token"))]
pub mod fungible_token;
#[cfg(any(not(target_arch = "wasm32"), contract = "gas_meter"))]
pub mod gas_meter;
#[cfg(any(not(target_arch = "wasm32"), contract = "low_level_promises"))]
pub mod low_level_promises;
#[cfg(any(not(target_arch = "wasm32"), contract = "non_fungible_token"))]
pub mod non_fungible_token;
#[cfg(any(not(target_arch = "wasm32"), contract = "panics"))]
pub mod panics;
#[cfg(any(not(target_arch = "wasm32"), contract = "promise_batch"))]
pub mod promise_batch;
#[cfg(any(not(target_arch = "wasm32"), contract = "token_receiver"))]
pub mod token_receiver;
#[cfg(any(not(target_arch = "wasm32"), contract = "yield_resume"))]
pub mod yield_resume;
// Only where it was generated, which is never outside of Wasm.
#[cfg(contract = "large")]
pub mod large;
