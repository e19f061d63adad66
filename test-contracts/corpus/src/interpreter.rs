//! A stack machine with a program in its arguments.
//!
//! ```text
//! run {"program": [{"Push": 2}, {"Push": 3}, "Add", {"Push": 4}, "Mul"]}
//! run {"program": [{"Push": 10}, "Dup", {"JumpIfZero": 6}, {"Push": -1}, "Add", {"Jump": 1}]}
//! run {"program": [{"Push": 1}, {"Jump": 0}]}
//! run {"program": ["Add"]}
//! run {"program": [{"Push": 9223372036854775807}, "Dup", "Add"]}
//! run {"program": [{"Jump": 77}]}
//! run {"program": []}
//! ```

use near_sdk::{env, near};

#[near(serializers = [json])]
pub enum Step {
    Push(i64),
    Dup,
    Add,
    Mul,
    Jump(usize),
    JumpIfZero(usize),
}

#[near(contract_state)]
#[derive(Default)]
pub struct Contract {
    runs: u32,
}

fn pop(stack: &mut Vec<i64>) -> i64 {
    let Some(value) = stack.pop() else {
        env::panic_str("stack underflow")
    };
    value
}

#[near]
impl Contract {
    pub fn run(&mut self, program: Vec<Step>) -> (Vec<i64>, u32) {
        self.runs += 1;
        let (mut stack, mut at, mut steps) = (Vec::new(), 0, 0);
        while let Some(step) = program.get(at) {
            at += 1;
            steps += 1;
            match step {
                Step::Push(value) => stack.push(*value),
                Step::Dup => {
                    let value = pop(&mut stack);
                    stack.extend([value, value]);
                }
                Step::Add => {
                    let sum = pop(&mut stack) + pop(&mut stack);
                    stack.push(sum);
                }
                Step::Mul => {
                    let product = pop(&mut stack) * pop(&mut stack);
                    stack.push(product);
                }
                Step::Jump(to) => at = *to,
                Step::JumpIfZero(to) => {
                    if pop(&mut stack) == 0 {
                        at = *to;
                    }
                }
            }
        }
        (stack, steps)
    }
}
