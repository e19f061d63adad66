//! Matrices, and a small neural network.
//!
//! ```text
//! multiply {"a": [[1.5, 2], [3, 4]], "b": [[0, 1], [1, 0]]}
//! multiply {"a": [[1]], "b": [[1, 2], [3, 4]]}
//! power {"base": [[1, 1], [1, 0]], "exponent": 60}
//! power {"base": [[1, 1], [1, 0]], "exponent": 100}
//! determinant {"a": [[2, 0, 1], [1, 3, 2], [1, 1, 1]]}
//! infer {"inputs": [0.5, -0.25, 1.0]}
//! ```

use near_sdk::{near, require};

type Matrix = Vec<Vec<f64>>;

#[near(contract_state)]
#[derive(Default)]
pub struct Contract {}

#[near]
impl Contract {
    pub fn multiply(a: Matrix, b: Matrix) -> Matrix {
        require!(a.iter().all(|row| row.len() == b.len()), "do not fit");
        let columns = b.first().map_or(0, Vec::len);
        let cell = |row: &[f64], column: usize| {
            let terms = row.iter().zip(&b).map(|(x, other)| x * other[column]);
            terms.sum::<f64>()
        };
        let row = |row: &Vec<f64>| (0..columns).map(|column| cell(row, column)).collect();
        a.iter().map(row).collect()
    }

    pub fn power(base: [[u64; 2]; 2], exponent: u32) -> [[u64; 2]; 2] {
        let mut result = [[1, 0], [0, 1]];
        for _ in 0..exponent {
            let [[a, b], [c, d]] = result;
            let [[e, f], [g, h]] = base;
            result = [
                [a * e + b * g, a * f + b * h],
                [c * e + d * g, c * f + d * h],
            ];
        }
        result
    }

    pub fn determinant(a: [[i64; 3]; 3]) -> i64 {
        let minor = |x: usize, y: usize| a[1][x] * a[2][y] - a[1][y] * a[2][x];
        a[0][0] * minor(1, 2) - a[0][1] * minor(0, 2) + a[0][2] * minor(0, 1)
    }

    pub fn infer(inputs: [f32; 3]) -> Vec<f32> {
        let weight = |to: u8, from: u8| f32::from(to * 3 + from) / 7.0 - 0.5;
        let neuron = |to: u8| {
            let terms = (0..3).map(|from| weight(to, from) * inputs[usize::from(from)]);
            let sum: f32 = terms.sum();
            sum.max(0.0) / (1.0 + sum.abs())
        };
        (0..4).map(neuron).collect()
    }
}
