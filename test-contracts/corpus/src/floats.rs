//! Floating point, whose every bit counts.
//!
//! ```text
//! mean {"values": [1.5, -2.25, 1e300, 1e-300]}
//! mean {"values": []}
//! ops {"a": 0.1, "b": 0.2}
//! ops {"a": 0, "b": -0.0}
//! ops {"a": 1e308, "b": 1e-308}
//! narrow {"a": 16777217.5}
//! narrow {"a": 1e39}
//! to_int {"a": -1.5}
//! to_int {"a": 1e40}
//! newton {"a": 2.0, "rounds": 20}
//! print {"a": 0.30000000000000004}
//! ```

use near_sdk::near;

#[near(contract_state)]
#[derive(Default)]
pub struct Contract {}

#[near]
impl Contract {
    pub fn mean(values: Vec<f64>) -> Option<f64> {
        let sum: f64 = values.iter().sum();
        (!values.is_empty()).then(|| sum / values.len() as f64)
    }

    pub fn ops(a: f64, b: f64) -> Vec<String> {
        let results = [
            a + b,
            a - b,
            a * b,
            a / b,
            a.sqrt(),
            a.min(b),
            a.max(b),
            a.floor(),
            a.ceil(),
            a.trunc(),
            b.copysign(a),
            -a,
            a.abs(),
        ];
        results
            .map(|result| format!("{:016x}", result.to_bits()))
            .to_vec()
    }

    pub fn narrow(a: f64) -> (f32, u32) {
        #[allow(clippy::cast_possible_truncation, reason = "what is to be seen")]
        let narrow = a as f32;
        (narrow, narrow.to_bits())
    }

    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "saturates"
    )]
    pub fn to_int(a: f64) -> (i32, u8, i64, u64) {
        (a as i32, a as u8, a as i64, a as u64)
    }

    pub fn newton(a: f64, rounds: u32) -> f64 {
        (0..rounds).fold(a, |x, _| 0.5 * (x + a / x))
    }

    pub fn print(a: f64) -> String {
        format!("{a} {a:.3} {a:e}")
    }
}
