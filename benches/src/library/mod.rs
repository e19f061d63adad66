//! Libraries to compare with the host function and the lanes. They decode keys from bytes each
//! time, as a host function must.

mod available;
#[cfg(not(feature = "rivals"))]
mod no_rivals;
#[cfg(feature = "rivals")]
mod rivals;

use available::{has_avx512, lacks_avx512, lacks_rivals, lacks_simd};
use ed25519_lanes::Item;
use near_runtime_ext::rules::{Flags, Rule, Triple};
#[cfg(not(feature = "rivals"))]
use no_rivals as rivals;
use std::slice;

/// A signature (`R` and `s`), its message, and the public key (`A`).
#[derive(Clone)]
pub(crate) struct Signed {
    pub(crate) public_key: [u8; 32],
    pub(crate) signature: [u8; 64],
    pub(crate) message: Vec<u8>,
}

impl Signed {
    /// The signature as an item of `ed25519-lanes`.
    pub(crate) fn item(&self) -> Item<'_> {
        Item {
            public_key: &self.public_key,
            signature: &self.signature,
            message: &self.message,
        }
    }

    /// The oddities of the signature.
    pub(crate) fn flags(&self) -> Flags {
        let triple = Triple {
            signature: self.signature.to_vec(),
            message: self.message.clone(),
            public_key: self.public_key.to_vec(),
        };
        triple.flags()
    }
}

/// A row's name in documents, with the rule unless it is the NEP's. `None` is a rule of the
/// library's own, close to the NEP's but not documented: AWS-LC refuses non-canonical keys, and
/// ring has no known difference.
pub(crate) fn beside_rule(name: &str, rule: Option<Rule>) -> String {
    match rule {
        Some(Rule::Nep364) => name.to_owned(),
        Some(Rule::Strict) => format!("{name} (`verify_strict`)"),
        Some(rule) => format!("{name} ({})", rule.name().to_uppercase()),
        None => format!("{name} (a rule of its own)"),
    }
}

/// Whether all signatures are accepted.
type Verify<T> = fn(&T) -> bool;

/// The verdict on each signature.
type Verdicts = fn(&[Signed]) -> Vec<bool>;

pub(crate) struct Library {
    /// Unique; begins with the crate's name.
    pub(crate) name: &'static str,
    pub(crate) accepts: Option<Rule>,
    /// Whether it accepts a signature.
    pub(crate) verify: Verify<Signed>,
    /// Whether one equation accepts all of several signatures, with its rule, if the library has
    /// such an equation.
    pub(crate) together: Option<(Option<Rule>, Verify<[Signed]>)>,
    /// A verdict on each of several signatures, if the library has lanes.
    pub(crate) each: Option<Verdicts>,
    /// Whether it verifies any message. Others need one that begins with a prefix of theirs.
    pub(crate) takes_any_message: bool,
    /// The reason if it cannot be measured here.
    pub(crate) unavailable: fn() -> Option<&'static str>,
}

const NEP_364: Option<Rule> = Some(Rule::Nep364);
const ZIP_215: Option<Rule> = Some(Rule::Zip215);
const STRICT: Option<Rule> = Some(Rule::Strict);

/// The library that nearcore's host function calls.
pub(crate) const DALEK_2: &Library = &Library::new("ed25519-dalek 2", NEP_364, dalek_2);

/// dalek 3, without AVX-512.
pub(crate) const DALEK_3: &Library = &Library::new("ed25519-dalek 3", NEP_364, dalek_3)
    .together(None, dalek_3_together)
    .unless(has_avx512);

pub(crate) const DALEK_3_AVX512: &Library =
    &Library::new("ed25519-dalek 3, AVX-512", NEP_364, dalek_3)
        .together(None, dalek_3_together)
        .unless(lacks_avx512);

/// Every library. Those that use dalek 3's curve crate use AVX-512 whenever it does.
pub(crate) const LIBRARIES: [&Library; 13] = [
    DALEK_2,
    DALEK_3,
    DALEK_3_AVX512,
    &Library::new("ed25519-consensus", ZIP_215, |it| {
        use ed25519_consensus::{Signature, VerificationKey};
        VerificationKey::try_from(it.public_key).is_ok_and(|key| {
            key.verify(&Signature::from(it.signature), &it.message)
                .is_ok()
        })
    }),
    &Library::new("ed25519-zebra", ZIP_215, zebra)
        .together(ZIP_215, zebra_together)
        .unless(has_avx512),
    &Library::new("ed25519-zebra, AVX-512", ZIP_215, zebra)
        .together(ZIP_215, zebra_together)
        .unless(lacks_avx512),
    &Library::new("ring", None, |it| {
        use ring::signature::{ED25519, UnparsedPublicKey};
        let key = UnparsedPublicKey::new(&ED25519, &it.public_key);
        key.verify(&it.message, &it.signature).is_ok()
    }),
    &Library::new("aws-lc-rs", None, |it| {
        use aws_lc_rs::signature::{ED25519, UnparsedPublicKey};
        let key = UnparsedPublicKey::new(&ED25519, &it.public_key);
        key.verify(&it.message, &it.signature).is_ok()
    }),
    // Scalars of half the length.
    &Library::new("solana-ed25519", ZIP_215, rivals::solana)
        .together(ZIP_215, rivals::solana_together)
        .unless(lacks_rivals),
    &Library::new("commonware-cryptography", ZIP_215, rivals::commonware)
        .together(ZIP_215, rivals::commonware_together)
        .prefixed()
        .unless(|| lacks_rivals().or_else(has_avx512)),
    &Library::new(
        "commonware-cryptography, AVX-512",
        ZIP_215,
        rivals::commonware,
    )
    .together(ZIP_215, rivals::commonware_together)
    .prefixed()
    .unless(|| lacks_rivals().or_else(lacks_avx512)),
    &Library::new("ed25519-simd", STRICT, |it| {
        rivals::simd_strict(slice::from_ref(it)) == [true]
    })
    .each(rivals::simd_strict)
    .unless(lacks_simd),
    &Library::new("ed25519-simd, cofactored", ZIP_215, |it| {
        rivals::simd_zip_215(slice::from_ref(it)) == [true]
    })
    .each(rivals::simd_zip_215)
    .unless(lacks_simd),
];

impl Library {
    const fn new(name: &'static str, accepts: Option<Rule>, verify: Verify<Signed>) -> Self {
        Self {
            name,
            accepts,
            verify,
            together: None,
            each: None,
            takes_any_message: true,
            unavailable: || None,
        }
    }

    const fn together(mut self, accepts: Option<Rule>, verify: Verify<[Signed]>) -> Self {
        self.together = Some((accepts, verify));
        self
    }

    const fn each(mut self, verdicts: Verdicts) -> Self {
        self.each = Some(verdicts);
        self
    }

    const fn prefixed(mut self) -> Self {
        self.takes_any_message = false;
        self
    }

    const fn unless(mut self, unavailable: fn() -> Option<&'static str>) -> Self {
        self.unavailable = unavailable;
        self
    }

    /// The crate's name, with which the library's name begins.
    pub(crate) fn crate_name(&self) -> &'static str {
        self.name.split([' ', ',']).next().unwrap_or(self.name)
    }
}

pub(crate) fn dalek_2(signed: &Signed) -> bool {
    use ed25519_dalek::{Signature, Verifier as _, VerifyingKey};
    VerifyingKey::from_bytes(&signed.public_key).is_ok_and(|key| {
        let signature = Signature::from_bytes(&signed.signature);
        key.verify(&signed.message, &signature).is_ok()
    })
}

fn dalek_3(signed: &Signed) -> bool {
    use ed25519_dalek_wasm::{Signature, Verifier as _, VerifyingKey};
    VerifyingKey::from_bytes(&signed.public_key).is_ok_and(|key| {
        let signature = Signature::from_bytes(&signed.signature);
        key.verify(&signed.message, &signature).is_ok()
    })
}

/// `verify_batch` sometimes disagrees with `verify`.
fn dalek_3_together(signed: &[Signed]) -> bool {
    use ed25519_dalek_wasm::{Signature, VerifyingKey, verify_batch};
    let keys = signed.iter().map(|it| &it.public_key);
    let Ok(keys) = keys
        .map(VerifyingKey::from_bytes)
        .collect::<Result<Vec<_>, _>>()
    else {
        return false;
    };
    let messages: Vec<_> = signed.iter().map(|it| &it.message[..]).collect();
    let signatures = signed.iter().map(|it| Signature::from_bytes(&it.signature));
    verify_batch(&messages, &signatures.collect::<Vec<_>>(), &keys).is_ok()
}

fn zebra(signed: &Signed) -> bool {
    use ed25519_zebra::{Signature, VerificationKey};
    let signature = Signature::from_bytes(&signed.signature);
    VerificationKey::try_from(signed.public_key)
        .is_ok_and(|key| key.verify(&signature, &signed.message).is_ok())
}

fn zebra_together(signed: &[Signed]) -> bool {
    let mut batch = ed25519_zebra::batch::Verifier::new();
    for it in signed {
        batch.queue((it.public_key.into(), it.signature.into(), &it.message));
    }
    batch.verify(rand_010::rng()).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verification::{Family, signed};
    use near_runtime_ext::rules::{Answer, Flag, Oddity};

    #[test]
    fn every_library_accepts_by_the_rule_it_is_said_to() {
        for library in LIBRARIES.iter().filter(|it| (it.unavailable)().is_none()) {
            for family in Family::ALL {
                let signed = signed(family, 32).expect("a signature");
                let flags = signed.flags();
                let accepts = |rule: Rule| rule.answer(&flags) == Answer::Accepted;
                let expected = match library.accepts {
                    Some(rule) => accepts(rule),
                    // In addition to the NEP's rule, AWS-LC only requires a canonical key.
                    None => {
                        let is_canonical = !flags.contains(&Flag::A(Oddity::NonCanonical));
                        accepts(Rule::Nep364) && (is_canonical || library.name != "aws-lc-rs")
                    }
                };
                let name = library.name;
                assert_eq!((library.verify)(&signed), expected, "{name}, {family}");
                let signed = slice::from_ref(&signed);
                if let Some((Some(rule), together)) = library.together {
                    assert_eq!(together(signed), accepts(rule), "{name}, batch, {family}");
                }
                if let Some(each) = library.each {
                    assert_eq!(each(signed), [expected], "{name}, lanes, {family}");
                }
            }
        }
    }
}
