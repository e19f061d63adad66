//! The host functions: `ed25519_verify`, with near-sdk's own arguments and with inputs in
//! registers; `ed25519_verify_many`; and `ecvrf_verify_many`, or the contract's own code for it.
//! Also the refusal of deposits.

use crate::backend;
#[cfg(all(target_arch = "wasm32", feature = "verify-many"))]
use crate::backend as many;
pub use crate::input::Input;
#[cfg(not(all(target_arch = "wasm32", feature = "verify-many")))]
use crate::many::each as many;
use crate::many::{Items, Rule, Verdicts};
use crate::small_order::is_small_order;
#[cfg(feature = "vrf")]
use crate::vrf::{self, Output, Suite};

/// Whether `signature` is `public_key`'s signature of `message`.
///
/// It accepts the signatures of NEP-364, which the [crate documentation](crate) describes. It
/// returns `false`, and never aborts, for a signature with any of the top three bits of its last
/// byte set, and for a key that is not a curve point. near-sdk's function has the same arguments.
///
/// ```
/// # use near_sdk as _; // links the mock that feature `unit-testing` calls
/// use near_sdk_ext::{DecodeError, PublicKey, Signature, env};
///
/// // RFC 8032, section 7.1, test 1.
/// let key: PublicKey = "ed25519:FVen3X669xLzsi6N2V91DoiyzHzg1uAgqiT8jZ9nS96Z".parse()?;
/// let signature: Signature = "ed25519:\
///     5awYiUvGiDFA33EJjj4TXJG44a5afJc8QjWRpGgQiu6b23jCr7yndW2fmp9ujwqJVe32J456wV3VF78Asb1obnTc"
///     .parse()?;
///
/// assert!(env::ed25519_verify(signature.as_bytes(), b"", key.as_bytes()));
/// assert!(!env::ed25519_verify(signature.as_bytes(), b"another message", key.as_bytes()));
/// # Ok::<(), DecodeError>(())
/// ```
///
/// # Cost
/// In gas, by the names of the runtime's parameters: `ed25519_verify_base` +
/// `ed25519_verify_byte` * message bytes, and for each of the three inputs `read_memory_base` +
/// `read_memory_byte` * its bytes. A signature refused for its top bits costs only the base
/// and its own reading. Source: nearcore's `host::ed25519_verify`.
#[must_use]
pub fn ed25519_verify(
    signature: &[u8; 64],
    message: impl AsRef<[u8]>,
    public_key: &[u8; 32],
) -> bool {
    ed25519_verify_inputs(
        Input::Memory(signature),
        Input::Memory(message.as_ref()),
        Input::Memory(public_key),
    )
}

/// [`ed25519_verify`], but `false` for a `public_key` [of small order](crate::PublicKey::is_small_order),
/// without a host call: an accepted signature binds its signer.
///
/// Binding means that whoever made the signature cannot claim it for another message: under this
/// key the same 64 bytes are valid for no second message that anybody can find. Under a key of small
/// order they are valid for all messages, or every second, fourth or eighth. It does not mean that a
/// signature is unique: a signer can make many for one message, so a signature's bytes identify nothing.
/// Keys of mixed order, a point of large order plus one of small order, are accepted: they bind too,
/// since `[k]A` is another point for each `k` below the group's order. Source of the rule:
/// [NEPs#654](https://github.com/near/NEPs/pull/654); the property is SBS of [Taming the many
/// EdDSAs](https://eprint.iacr.org/2020/1244).
///
/// dalek's `verify_strict` also refuses an `R` of small order, which only the key's owner can make;
/// this function accepts it, as [`ed25519_verify`] does.
///
/// # Cost
/// That of [`ed25519_verify`], and some hundred Wasm instructions.
#[must_use]
pub fn ed25519_verify_binding(
    signature: &[u8; 64],
    message: impl AsRef<[u8]>,
    public_key: &[u8; 32],
) -> bool {
    !is_small_order(public_key) && ed25519_verify(signature, message, public_key)
}

/// [`ed25519_verify`] with each input in memory or in a register, of any length.
///
/// # Aborts
/// The host aborts the contract, and undoes its state changes, where
/// - the signature is not 64 bytes: `Ed25519VerifyInvalidInput`, "invalid signature length";
/// - the key is not 32 bytes: `Ed25519VerifyInvalidInput`, "invalid public key length"; not
///   checked for a signature that is refused for its top bits;
/// - a register is not set: `InvalidRegisterId`.
///
/// Natively, a panic with the same text takes the place of the abort.
///
/// # Cost
/// As [`ed25519_verify`], except that an input in a register costs `read_register_base` +
/// `read_register_byte` * its bytes, which is cheaper than memory for any length, and saves the
/// call that would copy it there.
#[must_use]
pub fn ed25519_verify_inputs(
    signature: Input<'_>,
    message: Input<'_>,
    public_key: Input<'_>,
) -> bool {
    backend::ed25519_verify(signature, message, public_key)
}

/// Whether `rule` accepts each of `items`. The verdict on an item does not depend on the other items
/// of the call.
///
/// With the feature `verify-many`, this is one call of the host function `ed25519_verify_many`, an
/// extension that a network need not have: where it is not offered, a contract that imports it
/// cannot be called. Without the feature, and under `unit-testing`, whose mock has no such function,
/// it is [`ed25519_verify`] for each item; [`Rule::Zip215`] is then computed natively.
///
/// ```
/// # use near_sdk as _; // links the mock that feature `unit-testing` calls
/// use near_sdk_ext::{DecodeError, Items, PublicKey, Rule, Signature, env};
///
/// // RFC 8032, section 7.1, test 1.
/// let key: PublicKey = "ed25519:FVen3X669xLzsi6N2V91DoiyzHzg1uAgqiT8jZ9nS96Z".parse()?;
/// let signature: Signature = "ed25519:\
///     5awYiUvGiDFA33EJjj4TXJG44a5afJc8QjWRpGgQiu6b23jCr7yndW2fmp9ujwqJVe32J456wV3VF78Asb1obnTc"
///     .parse()?;
///
/// let mut items = Items::new();
/// items.push(key.as_bytes(), signature.as_bytes(), b"");
/// assert!(env::ed25519_verify_many(&items, Rule::Nep364).all_accepted());
///
/// items.push(key.as_bytes(), signature.as_bytes(), b"another message");
/// let verdicts = env::ed25519_verify_many(&items, Rule::Zip215);
/// assert_eq!(verdicts.iter().collect::<Vec<_>>(), [true, false]);
/// assert_eq!((verdicts.accepted(), verdicts.all_accepted()), (1, false));
/// # Ok::<(), DecodeError>(())
/// ```
///
/// # Aborts
/// The host aborts the contract, and undoes its state changes, where there are no items or more than
/// [`Items::MAX`]: `Ed25519VerifyInvalidInput`, with a text for each. Natively, and without `verify-many`, a panic with the
/// same text takes the place of the abort.
///
/// # Cost
/// One call, whatever the verdicts: `ed25519_verify_many_base`; `read_memory_base` +
/// `read_memory_byte` * [bytes of the items](Items::as_bytes); `ed25519_verify_many_item` * items;
/// `ed25519_verify_many_byte` * message bytes; `write_register_base` + `write_register_byte` *
/// items. If only some are accepted, the contract then reads the verdicts: `base` +
/// `read_register_base` + `read_register_byte` * items + `write_memory_base` + `write_memory_byte`
/// * items. Without the feature `verify-many`: that of [`ed25519_verify`] for each item.
#[must_use]
pub fn ed25519_verify_many(items: &Items, rule: Rule) -> Verdicts {
    let verdicts = many::ed25519_verify_many(items, rule);
    let of_small_order = || items.iter().map(|(key, ..)| is_small_order(key));
    match rule {
        Rule::Binding if of_small_order().any(|is| is) => verdicts.except(of_small_order()),
        _ => verdicts,
    }
}

/// The output that `proof` shows to be the one of `public_key` and `alpha` in this suite of RFC 9381;
/// `None` if the suite refuses the proof or the key. It never aborts.
///
/// It is [`ecvrf_verify_many`] of one proof: see there where a proof is verified, and what that costs.
///
/// ```
/// use near_sdk_ext::env;
/// use near_sdk_ext::vrf::Suite;
///
/// // The key of an operator who has not chosen alpha.
/// let operator = near_ecvrf::SecretKey::from_seed([7; 32]);
/// let (alpha, key) = (b"round 1", operator.public_key());
/// let proof = operator.prove(Suite::Ell2, alpha);
///
/// let output = env::ecvrf_verify(Suite::Ell2, key, alpha, &proof).expect("a valid proof");
/// let six = 6.try_into().expect("not 0");
/// assert!(output.below(six) < 6);
/// assert_eq!(env::ecvrf_verify(Suite::Ell2, key, b"round 2", &proof), None);
/// ```
#[cfg(feature = "vrf")]
#[must_use]
pub fn ecvrf_verify(
    suite: Suite,
    public_key: &[u8; 32],
    alpha: &[u8],
    proof: &[u8],
) -> Option<Output> {
    let item = vrf::Item {
        public_key,
        alpha,
        proof,
    };
    ecvrf_verify_many(suite, [item]).pop().flatten()
}

/// The output of each proof, in order; `None` for each that the suite refuses. One proof's result does
/// not depend on the others, and no proof aborts the call.
///
/// With the feature `vrf-many` this is a call of the host function `ecvrf_verify_many`, an extension
/// that a network need not have: where it is not offered, a contract that imports it cannot be called.
/// More than 4,096 proofs take several calls, no proofs take none. With the feature `vrf` alone each is
/// verified by `near-ecvrf` in the contract. Off wasm32, `near-ecvrf` verifies in either case.
///
/// ```
/// use near_sdk_ext::env;
/// use near_sdk_ext::vrf::{Item, Suite};
///
/// let operator = near_ecvrf::SecretKey::from_seed([7; 32]);
/// let alphas = ["round 1", "round 2"].map(str::as_bytes);
/// let proofs = alphas.map(|alpha| operator.prove(Suite::Ell2, alpha));
/// let item = |alpha, proof| Item { public_key: operator.public_key(), alpha, proof };
///
/// let items = [item(alphas[0], &proofs[0]), item(alphas[1], &proofs[0]), item(alphas[1], &proofs[1])];
/// let outputs = env::ecvrf_verify_many(Suite::Ell2, items);
/// assert_eq!(outputs.iter().map(Option::is_some).collect::<Vec<_>>(), [true, false, true]);
/// ```
///
/// # Cost
/// With `vrf-many`, for each call, whatever its verdicts: `ecvrf_verify_many_base`; `read_memory_base` +
/// `read_memory_byte` * bytes of the items, each of which has 36 beside its proof and its alpha;
/// `ecvrf_verify_many_item` * items; `ecvrf_verify_many_byte` * bytes of the alphas;
/// `write_register_base` + `write_register_byte` * 65 * items; and with [`Suite::Tai`]
/// `ecvrf_verify_many_try` for each hash that is tried; an alpha may need many. If any proof is
/// accepted, the contract then reads the outputs: `base` + `read_register_base` +
/// `read_register_byte` * 65 * items + `write_memory_base` + `write_memory_byte` * 65 * items. Source:
/// `ecvrf.md`, at the root of this repository. Without `vrf-many`: the instructions executed.
#[cfg(feature = "vrf")]
#[must_use]
pub fn ecvrf_verify_many<'a>(
    suite: Suite,
    items: impl IntoIterator<Item = vrf::Item<'a>>,
) -> Vec<Option<Output>> {
    vrf::verify_many(suite, items.into_iter())
}

/// Aborts, in near-sdk's words, if tokens are attached to the call, so that the sender gets them
/// back. `method` is the name of the calling method.
///
/// near-sdk checks this itself if a method takes `&mut self` or creates the state, and is not
/// `#[payable]`. It does not if a method takes `&self` or no state, though anybody can call that in
/// a transaction: the account would keep the tokens. A view has no tokens attached, and the call is
/// allowed there ([NEP-418](https://github.com/near/NEPs/blob/master/neps/nep-0418.md)).
///
/// ```
/// # use near_sdk as _; // links the mock that feature `unit-testing` calls
/// use near_sdk_ext::env;
///
/// fn total() -> u64 {
///     env::refuse_deposit("total");
///     5
/// }
/// assert_eq!(total(), 5, "nothing is attached");
/// ```
///
/// # Aborts
/// "Method `method` doesn't accept deposit".
///
/// # Cost
/// `base` + `write_memory_base` + `write_memory_byte` * 16, and some Wasm instructions: every host
/// function that tells whether there is a deposit writes its 16 bytes.
pub fn refuse_deposit(method: &str) {
    if backend::attached_deposit() != 0 {
        backend::abort(&format!("Method {method} doesn't accept deposit"));
    }
}
