//! Arguments and answers in borsh.
//!
//! ```text
//! concat hex:03000000616263020000006465
//! concat hex:ff0000006162
//! sum hex:03000000010000000000000002000000000000000300000000000000
//! sum hex:02000000ffffffffffffffff0100000000000000
//! tree hex:02000000000a00000000000000010200000000010000000000000000ffffffffffffffff
//! tree hex:00
//! tree hex:07
//! ```

use near_sdk::near;

#[near(serializers = [borsh])]
pub enum Tree {
    Leaf(u64),
    Branch(Vec<Tree>),
}

impl Tree {
    fn sum(&self) -> u128 {
        match self {
            Self::Leaf(value) => (*value).into(),
            Self::Branch(trees) => trees.iter().map(Self::sum).sum(),
        }
    }
}

#[near(contract_state)]
#[derive(Default)]
pub struct Contract {}

#[near]
impl Contract {
    #[result_serializer(borsh)]
    pub fn concat(#[serializer(borsh)] a: String, #[serializer(borsh)] b: String) -> String {
        a + &b
    }

    #[result_serializer(borsh)]
    pub fn sum(#[serializer(borsh)] numbers: Vec<u64>) -> u64 {
        numbers.iter().sum()
    }

    pub fn tree(#[serializer(borsh)] trees: Vec<Tree>) -> String {
        trees.iter().map(Tree::sum).sum::<u128>().to_string()
    }
}
