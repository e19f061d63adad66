//! Every way to panic.
//!
//! ```text
//! text {"text": "é"}
//! format {"number": 7}
//! index {"index": 3}
//! index {"index": 0}
//! overflow {"number": 2147483647}
//! unwrap {"text": "12"}
//! unwrap {"text": "x"}
//! divide {"by": 0}
//! slice {"from": 2, "to": 1}
//! boundary {"at": 1}
//! allocate {"bytes": 1000000000}
//! bytes hex:fffefd
//! abort {}
//! recurse {"depth": 100000000}
//! borrow {}
//! ```
#![allow(clippy::panic, clippy::unwrap_used, reason = "panics are the subject")]

use near_sdk::{env, near};
use std::cell::RefCell;
use std::hint::black_box;

#[near(contract_state)]
#[derive(Default)]
pub struct Contract {}

#[near]
impl Contract {
    pub fn text(text: String) {
        env::panic_str(&text);
    }

    pub fn format(number: u32) {
        panic!("number {number:#010x}");
    }

    pub fn index(index: usize) -> u8 {
        *b"abc".get(index).unwrap_or(&[1, 2][black_box(index)])
    }

    pub fn overflow(number: i32) -> i32 {
        number + 1
    }

    pub fn unwrap(text: String) -> u32 {
        text.parse::<u32>().unwrap()
    }

    pub fn divide(by: u32) -> u32 {
        100 / by
    }

    pub fn slice(from: usize, to: usize) -> String {
        "abcdef"[from..to].to_owned()
    }

    pub fn boundary(at: usize) -> String {
        "é"[at..].to_owned()
    }

    pub fn allocate(bytes: usize) -> usize {
        black_box(vec![1_u8; bytes]).len()
    }

    pub fn bytes() {
        #[expect(deprecated, reason = "the only way to panic with what is no text")]
        env::panic(&env::input().unwrap_or_default());
    }

    pub fn abort() {
        env::abort();
    }

    pub fn recurse(depth: u32) -> u32 {
        if depth == 0 {
            0
        } else {
            black_box(Self::recurse(black_box(depth - 1))) + 1
        }
    }

    pub fn borrow() {
        let cell = RefCell::new(1);
        let _first = black_box(&cell).borrow_mut();
        let _second = black_box(&cell).borrow_mut();
    }
}
