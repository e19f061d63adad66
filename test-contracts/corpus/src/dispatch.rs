//! Calls through tables of functions and trait objects.
//!
//! ```text
//! fold {"ops": ["add", "mul", "sub", "xor"], "start": 3}
//! fold {"ops": ["pow"], "start": 3}
//! draw {"shapes": [["circle", 2], ["square", 3], ["line", 9]]}
//! draw {"shapes": [["blob", 1]]}
//! memo {"n": 60}
//! ```

use near_sdk::{env, near};
use std::collections::HashMap;

trait Shape {
    fn area(&self) -> u32;
    fn name(&self) -> String {
        "shape".to_owned()
    }
}

struct Circle(u32);
struct Square(u32);
struct Line;

impl Shape for Circle {
    fn area(&self) -> u32 {
        3 * self.0 * self.0
    }
}

impl Shape for Square {
    fn area(&self) -> u32 {
        self.0 * self.0
    }

    fn name(&self) -> String {
        format!("square of {}", self.0)
    }
}

impl Shape for Line {
    fn area(&self) -> u32 {
        0
    }
}

type Op = fn(u64, u64) -> u64;
const OPS: [(&str, Op); 4] = [
    ("add", u64::wrapping_add),
    ("mul", u64::wrapping_mul),
    ("sub", u64::wrapping_sub),
    ("xor", |a, b| a ^ b),
];

#[near(contract_state)]
#[derive(Default)]
pub struct Contract {}

#[near]
impl Contract {
    pub fn fold(ops: Vec<String>, start: u64) -> Option<u64> {
        ops.iter().try_fold(start, |value, wanted| {
            let (_, op) = OPS.iter().find(|(name, _)| name == wanted)?;
            Some(op(value, 11))
        })
    }

    pub fn draw(shapes: Vec<(String, u32)>) -> Vec<(String, u32)> {
        let shape = |(name, size): &(String, u32)| -> Box<dyn Shape> {
            match name.as_str() {
                "circle" => Box::new(Circle(*size)),
                "square" => Box::new(Square(*size)),
                "line" => Box::new(Line),
                _ => env::panic_str("no such shape"),
            }
        };
        let shapes: Vec<_> = shapes.iter().map(shape).collect();
        shapes
            .iter()
            .map(|shape| (shape.name(), shape.area()))
            .collect()
    }

    pub fn memo(n: u32) -> u64 {
        fn fibonacci(n: u32, known: &mut HashMap<u32, u64>) -> u64 {
            if n < 2 {
                return n.into();
            }
            if let Some(value) = known.get(&n) {
                return *value;
            }
            let value = fibonacci(n - 1, known) + fibonacci(n - 2, known);
            known.insert(n, value);
            value
        }
        fibonacci(n, &mut HashMap::new())
    }
}
