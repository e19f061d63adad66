//! Fills orders that their owner signed, whoever submits them.

use near_sdk::{PanicOnDefault, env, near, require};
use near_sdk_ext::{PublicKey, Signature, env::ed25519_verify};

/// The state: who signs, and what was filled.
#[near(contract_state)]
#[derive(PanicOnDefault)]
pub struct SignedOrders {
    owner: PublicKey,
    filled: u64,
}

#[near]
impl SignedOrders {
    /// Orders have to be signed by `owner`. Only the account itself may call this, so deploy and call it in one
    /// transaction.
    #[init]
    #[private]
    pub fn new(owner: PublicKey) -> Self {
        Self { owner, filled: 0 }
    }

    /// Fills the next order. The owner signs the account and the order's number before its text, so that
    /// no signature fills two orders, here or in another contract of the same owner.
    pub fn fill(&mut self, order: String, signature: Signature) {
        let message = format!("{} {} {order}", env::current_account_id(), self.filled);
        require!(
            ed25519_verify(signature.as_bytes(), message, self.owner.as_bytes()),
            "the owner did not sign this order"
        );
        self.filled += 1;
        env::log_str(&format!("filled: {order}"));
    }

    /// How many orders were filled.
    pub fn filled(&self) -> u64 {
        near_sdk_ext::env::refuse_deposit("filled");
        self.filled
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ed25519_dalek::{Signer as _, SigningKey};

    /// On near-sdk's mock, which has nearcore's own `ed25519_verify`.
    #[test]
    fn an_order_is_filled_once() {
        let owner = SigningKey::from_bytes(&[7; 32]);
        let message = format!("{} 0 ten apples", env::current_account_id());
        let signature = Signature::from(owner.sign(message.as_bytes()).to_bytes());
        let mut orders = SignedOrders::new(owner.verifying_key().to_bytes().into());

        orders.fill("ten apples".to_owned(), signature);
        assert_eq!(orders.filled(), 1);

        let again =
            std::panic::catch_unwind(move || orders.fill("ten apples".to_owned(), signature));
        assert!(again.is_err());
    }
}
