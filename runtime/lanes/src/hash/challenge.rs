//! The challenge k = SHA-512(R, A, M) modulo the group's order (RFC 8032, section 5.1.7).

use super::sha512::{BLOCK_BYTES, Block, sha512};
use crate::Item;
use crate::backend::{Kernel, MAX_LANES, Machine};
use curve25519_dalek::scalar::Scalar;
use sha2::{Digest, Sha512};

/// Bytes of R and A, before the message.
const PREFIX: usize = 64;

/// For at least this number of messages of equal length, every machine's lanes are faster than sha2,
/// which hashes one by one. A byte's price covers hashing alone, so lanes must not cost more.
const WORTH: usize = 3;

pub(crate) fn challenges<M: Machine>(machine: M, items: &[Item<'_>]) -> Vec<[u8; 32]> {
    let mut challenges = vec![[0; 32]; items.len()];
    // Items are sorted by length, so that all lanes have similar work. Messages more than twice as
    // long as the group's shortest are hashed alone: a long message costs no more beside short
    // ones.
    let mut order: Vec<_> = (0..items.len()).collect();
    order.sort_by_key(|&i| blocks(&items[i]));
    for group in order.chunks(M::LANES) {
        let most = 2 * group.first().map_or(0, |&i| blocks(&items[i]));
        let (mut together, mut alone): (Vec<usize>, Vec<usize>) = group
            .iter()
            .partition(|&&i| M::LANES > 1 && blocks(&items[i]) <= most);
        let all: usize = together.iter().map(|&i| blocks(&items[i])).sum();
        let longest = together.last().map_or(0, |&i| blocks(&items[i]));
        if all < WORTH * longest {
            alone.append(&mut together);
        }
        for i in alone {
            challenges[i] = challenge(&items[i]).to_bytes();
        }
        if !together.is_empty() {
            let members = together.iter().map(|&i| items[i]).collect();
            for (i, hash) in together.iter().zip(machine.run(Hash { items: members })) {
                challenges[*i] = reduce(&hash);
            }
        }
    }
    challenges
}

pub(crate) fn challenge(item: &Item<'_>) -> Scalar {
    Scalar::from_bytes_mod_order_wide(&hash(item))
}

fn reduce(hash: &[u8; 64]) -> [u8; 32] {
    Scalar::from_bytes_mod_order_wide(hash).to_bytes()
}

fn hash(item: &Item<'_>) -> [u8; 64] {
    Sha512::new()
        .chain_update(&item.signature[..32])
        .chain_update(item.public_key)
        .chain_update(item.message)
        .finalize()
        .into()
}

/// Hashes at most one item in each lane.
struct Hash<'a> {
    items: Vec<Item<'a>>,
}

impl Kernel for Hash<'_> {
    type Output = [[u8; 64]; MAX_LANES];

    #[cfg_attr(not(unoptimised), inline(always))]
    fn run<M: Machine>(self, machine: M) -> Self::Output {
        let mut counts = [0; MAX_LANES];
        for (count, item) in counts.iter_mut().zip(&self.items) {
            *count = blocks(item);
        }
        sha512(machine, &counts, |lane, number| {
            block(&self.items[lane], number)
        })
    }
}

/// The number of hashed blocks; the padding has at least 17 bytes.
fn blocks(item: &Item<'_>) -> usize {
    (PREFIX + item.message.len() + 17).div_ceil(BLOCK_BYTES)
}

/// Block `number` of the hash's input, padded as in FIPS 180-4, section 5.1.2.
fn block(item: &Item<'_>, number: usize) -> Block {
    let mut bytes = [0; BLOCK_BYTES];
    let start = number * BLOCK_BYTES;
    let mut filled = 0;
    if number == 0 {
        bytes[..32].copy_from_slice(&item.signature[..32]);
        bytes[32..PREFIX].copy_from_slice(item.public_key);
        filled = PREFIX;
    }
    let rest = item.message.get(start + filled - PREFIX..).unwrap_or(&[]);
    let taken = rest.len().min(BLOCK_BYTES - filled);
    bytes[filled..filled + taken].copy_from_slice(&rest[..taken]);
    let end = PREFIX + item.message.len();
    if (start..start + BLOCK_BYTES).contains(&end) {
        bytes[end - start] = 0x80;
    }
    if number + 1 == blocks(item) {
        let bits = (end as u128) * 8;
        bytes[BLOCK_BYTES - 16..].copy_from_slice(&bits.to_be_bytes());
    }
    let mut words = [0; 16];
    for (word, bytes) in words.iter_mut().zip(bytes.chunks_exact(8)) {
        *word = bytes
            .iter()
            .fold(0, |word, byte| word << 8 | u64::from(*byte));
    }
    words
}
