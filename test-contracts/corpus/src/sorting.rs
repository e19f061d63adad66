//! Sorting, searching, and a sieve.
//!
//! ```text
//! sort {"numbers": [5, -3, 9, 0, 5, -2147483648, 2147483647]}
//! sort {"numbers": []}
//! shuffled {"count": 200}
//! search {"numbers": [1, 3, 5, 7], "wanted": 5}
//! search {"numbers": [1, 3, 5, 7], "wanted": 6}
//! primes {"below": 500}
//! median {"texts": ["pear", "fig", "apple"]}
//! permutations {"of": 5}
//! ```

use near_sdk::near;

#[near(contract_state)]
#[derive(Default)]
pub struct Contract {}

#[near]
impl Contract {
    pub fn sort(numbers: Vec<i32>) -> Vec<i32> {
        let mut numbers = numbers;
        numbers.sort_unstable();
        numbers
    }

    pub fn shuffled(count: u32) -> Vec<u32> {
        let mut seed = 1_u32;
        let next = |_| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            seed >> 16
        };
        let mut numbers: Vec<_> = (0..count).map(next).collect();
        numbers.sort_by_key(|number| (number % 7, *number));
        numbers.truncate(9);
        numbers
    }

    pub fn search(numbers: Vec<u64>, wanted: u64) -> (bool, usize) {
        let found = numbers.binary_search(&wanted);
        (found.is_ok(), found.unwrap_or_else(|place| place))
    }

    pub fn primes(below: usize) -> usize {
        let mut is_prime = vec![true; below];
        for number in 2..below {
            if is_prime[number] {
                for multiple in (number * number..below).step_by(number) {
                    is_prime[multiple] = false;
                }
            }
        }
        is_prime
            .iter()
            .skip(2)
            .filter(|is_prime| **is_prime)
            .count()
    }

    pub fn median(texts: Vec<String>) -> Option<String> {
        let mut texts = texts;
        texts.sort();
        let middle = texts.len() / 2;
        texts.into_iter().nth(middle)
    }

    pub fn permutations(of: u8) -> u32 {
        fn count(left: &mut Vec<u8>) -> u32 {
            if left.is_empty() {
                return 1;
            }
            let mut sum = 0;
            for at in 0..left.len() {
                let one = left.remove(at);
                sum += count(left);
                left.insert(at, one);
            }
            sum
        }
        count(&mut (0..of).collect())
    }
}
