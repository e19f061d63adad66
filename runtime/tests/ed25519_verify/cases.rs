//! The oracle's cases: good and bad inputs, in memory and in registers, with gas at every edge.

use crate::guest::{Guest, Limit};
use crate::items::Item;
use near_runtime_ext::PricedFunction;
use proptest::prelude::*;
use proptest::sample::select;
use requirements::odd_points::{of_small_order, undecodable};

/// Guest memory of two pages: the longest message fits, and "out of bounds" is near.
const MEMORY_BYTES: usize = 2 * 65_536;
/// The longest message, bytes.
const MAX_MESSAGE: usize = 100_000;

/// A register that no case sets.
const UNSET_REGISTER: u64 = 999;

/// The place of an input for the function.
#[derive(Clone, Copy, Debug)]
pub enum Place {
    /// At this address, complete.
    Memory(u64),
    /// In this register.
    Register(u64),
    /// Wherever this length and this pointer lead.
    Elsewhere(u64, u64),
}

/// The fault of the triple, if any.
#[derive(Clone, Copy, Debug)]
pub enum Flaw {
    None,
    /// This bit of the signature is flipped.
    SignatureBit(u16),
    /// The key is replaced by these bytes: undecodable, small-order, non-canonical, or random.
    PublicKey([u8; 32]),
    /// The signature has this many bytes.
    SignatureLength(u8),
    /// The key has this many bytes.
    PublicKeyLength(u8),
}

#[derive(Clone, Debug)]
pub struct Case {
    pub seed: u8,
    pub message_len: usize,
    pub flaw: Flaw,
    pub signature: Place,
    pub message: Place,
    pub public_key: Place,
    /// The index of a charge, and the gas limit's offset from the edge at that charge.
    pub gas: Option<(usize, i64)>,
    pub limit: Limit,
    /// Gas reserved for a promise before the call.
    pub promised: Option<u64>,
}

fn place() -> impl Strategy<Value = Place> {
    let end = MEMORY_BYTES as u64;
    let near_the_end = end - 70..end + 2;
    prop_oneof![
        14 => (0..4096_u64).prop_map(Place::Memory),
        12 => (0..4_u64).prop_map(Place::Register),
        1 => near_the_end.prop_map(Place::Memory),
        1 => select(vec![u64::MAX, u64::MAX - 63, 1 << 32, 1 << 63]).prop_map(Place::Memory),
        1 => (end - 1..end + 2).prop_map(|ptr| Place::Elsewhere(0, ptr)),
        1 => Just(Place::Elsewhere(u64::MAX, UNSET_REGISTER)),
        1 => (0..4096_u64, select(vec![0, 1, 31, 33, 63, 65, 4096, 131_072, 131_073, 1 << 20, 1 << 40,
            u64::MAX / 9_000_000, u64::MAX / 3_801_333 + 1, u64::MAX - 1]))
            .prop_map(|(ptr, len)| Place::Elsewhere(len, ptr)),
    ]
}

fn flaw() -> impl Strategy<Value = Flaw> {
    let odd = of_small_order().into_iter().chain(undecodable());
    let odd: Vec<_> = odd.map(|point| point.bytes).collect();
    prop_oneof![
        10 => Just(Flaw::None),
        2 => (509..512_u16).prop_map(Flaw::SignatureBit), // the top bits
        2 => (0..512_u16).prop_map(Flaw::SignatureBit),
        1 => select(odd).prop_map(Flaw::PublicKey),
        1 => any::<[u8; 32]>().prop_map(Flaw::PublicKey),
        1 => (0..130_u8).prop_map(Flaw::SignatureLength),
        1 => (0..66_u8).prop_map(Flaw::PublicKeyLength),
    ]
}

prop_compose! {
    pub fn case()(
        seed in any::<u8>(),
        message_len in prop_oneof![4 => 0..300_usize, 1 => 0..4096_usize, 1 => 0..=MAX_MESSAGE],
        flaw in flaw(),
        [signature, message, public_key] in [place(), place(), place()],
        gas in proptest::option::weighted(0.35, (0..9_usize, -2..=2_i64)),
        limit in prop_oneof![
            15 => Just(Limit::Prepaid),
            4 => Just(Limit::View),
            1 => Just(Limit::Burnt),
        ],
        promised in proptest::option::weighted(0.2, 0..3_000_000_000_000_u64),
    ) -> Case {
        Case {
            seed,
            message_len,
            flaw,
            signature,
            message,
            public_key,
            gas,
            limit,
            promised: promised.filter(|_| limit != Limit::View),
        }
    }
}

/// A guest with plenty of gas and the inputs of a case, and the arguments.
pub fn inputs(case: &Case) -> (Guest<()>, [u64; 6]) {
    let valid = Item::valid(case.seed, case.message_len);
    let mut signature = valid.signature.to_vec();
    let mut public_key = valid.public_key.to_vec();
    match case.flaw {
        Flaw::None => {}
        Flaw::SignatureBit(bit) => signature[usize::from(bit / 8)] ^= 1 << (bit % 8),
        Flaw::PublicKey(key) => public_key = key.to_vec(),
        Flaw::SignatureLength(len) => signature.resize(len.into(), 0),
        Flaw::PublicKeyLength(len) => public_key.resize(len.into(), 0),
    }

    let mut memory = vec![0; MEMORY_BYTES];
    let mut registers = Vec::new();
    let mut place = |bytes: &[u8], place: Place, own_register: u64| match place {
        Place::Memory(ptr) => {
            let start = usize::try_from(ptr).unwrap_or(usize::MAX);
            let end = start.saturating_add(bytes.len());
            if let Some(slice) = memory.get_mut(start..end) {
                slice.copy_from_slice(bytes); // if inputs overlap, the last one is complete
            }
            [bytes.len() as u64, ptr]
        }
        Place::Register(id) => {
            let id = id + 10 * own_register;
            registers.push((id, bytes.to_vec()));
            [u64::MAX, id]
        }
        Place::Elsewhere(len, ptr) => [len, ptr],
    };
    let message = place(&valid.message, case.message, 0);
    let signature = place(&signature, case.signature, 1);
    let public_key = place(&public_key, case.public_key, 2);
    let args = [signature, message, public_key].concat();
    let guest = Guest {
        registers,
        limit: case.limit,
        promised: case.promised,
        ..Guest::charged_at(PricedFunction::Ed25519Verify.prices(), memory)
    };
    (guest, args.try_into().expect("six"))
}
