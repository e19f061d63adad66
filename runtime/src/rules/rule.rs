//! Rules of verification, by the oddities that each allows.

use super::{Flag, Flags, Oddity};
use std::fmt;

/// A verifier's answer.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Answer {
    /// The signature is valid.
    Accepted,
    /// The signature is invalid.
    Refused,
    /// The host function aborts the contract, for this reason.
    Aborted(String),
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Accepted => write!(f, "accepted"),
            Self::Refused => write!(f, "refused"),
            Self::Aborted(reason) => write!(f, "aborts: {reason}"),
        }
    }
}

/// A rule by which signatures are verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// The rule of the host function `ed25519_verify`: dalek's `verify`. Source:
    /// [NEP-364](https://github.com/near/NEPs/blob/master/neps/nep-0364.md).
    Nep364,
    /// Public keys of small order are refused, then [`Self::Nep364`] decides. Source:
    /// [NEPs#654](https://github.com/near/NEPs/pull/654).
    Binding,
    /// dalek's `verify_strict`, which also refuses an `R` of small order. Source: the
    /// [documentation of ed25519-dalek 2](https://docs.rs/ed25519-dalek/2/ed25519_dalek/struct.VerifyingKey.html#method.verify_strict).
    Strict,
    /// The rule of CometBFT, Substrate and Zcash. Source:
    /// [ZIP-215](https://zips.z.cash/zip-0215).
    Zip215,
    /// The rule proposed for Solana: [`Self::Zip215`]'s equation, canonical encodings, no points of small
    /// order. Source: SIMD-0376 as
    /// [amended](https://github.com/solana-foundation/solana-improvement-documents/pull/616). Before it,
    /// Solana has [`Self::Strict`].
    Solana,
}

impl Rule {
    /// All rules.
    pub const ALL: [Self; 5] = [
        Self::Nep364,
        Self::Binding,
        Self::Strict,
        Self::Zip215,
        Self::Solana,
    ];

    /// The rule's name on a command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nep364 => "nep-364",
            Self::Binding => "binding",
            Self::Strict => "strict",
            Self::Zip215 => "zip-215",
            Self::Solana => "solana",
        }
    }

    /// Whether the rule allows this oddity.
    #[must_use]
    pub const fn allows(self, flag: Flag) -> bool {
        use Oddity::{MixedOrder, NonCanonical, SmallOrder};
        match flag {
            Flag::A(MixedOrder) | Flag::R(MixedOrder) => true,
            Flag::A(NonCanonical) => !matches!(self, Self::Solana),
            Flag::A(SmallOrder) => matches!(self, Self::Nep364 | Self::Zip215),
            Flag::R(SmallOrder) => matches!(self, Self::Nep364 | Self::Binding | Self::Zip215),
            Flag::R(NonCanonical) => matches!(self, Self::Zip215),
            Flag::OnlyTimesCofactor => matches!(self, Self::Zip215 | Self::Solana),
            _ => false,
        }
    }

    /// The oddities for which the rule refuses a triple; none if it accepts.
    pub fn refuses(self, flags: &Flags) -> impl Iterator<Item = Flag> {
        let flags = flags.iter().copied();
        flags.filter(move |flag| !self.allows(*flag))
    }

    /// The answer to a triple with exactly these oddities.
    #[must_use]
    pub fn answer(self, flags: &Flags) -> Answer {
        let has = |flag| flags.contains(&flag);
        let invalid_input = |what| Answer::Aborted(format!("invalid {what} length"));
        match self {
            // The binding rule checks the key first; if that fails, it does not call the host
            // function.
            Self::Binding if !has(Flag::A(Oddity::SmallOrder)) => Self::Nep364.answer(flags),
            Self::Nep364 if has(Flag::SignatureLength) => invalid_input("signature"),
            // NEP-364 does not check the key's length if the signature's top bits are set.
            Self::Nep364 if has(Flag::KeyLength) && !has(Flag::TopBits) => {
                invalid_input("public key")
            }
            _ if self.refuses(flags).next().is_none() => Answer::Accepted,
            _ => Answer::Refused,
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Nep364 => "NEP-364 (dalek `verify`)",
            Self::Binding => "binding (`ed25519_verify_binding`)",
            Self::Strict => "dalek `verify_strict`",
            Self::Zip215 => "ZIP-215 (CometBFT, Substrate)",
            Self::Solana => "Solana (SIMD-0376, proposed)",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `ed25519_verify_binding` looks at the key first, and does not call the host for such a key.
    #[test]
    fn a_key_of_small_order_is_refused_where_the_host_would_abort() {
        let flags = Flags::from([Flag::SignatureLength, Flag::A(Oddity::SmallOrder)]);
        let aborted = Answer::Aborted("invalid signature length".to_owned());
        assert_eq!(Rule::Nep364.answer(&flags), aborted);
        assert_eq!(Rule::Binding.answer(&flags), Answer::Refused);
        let flags = Flags::from([Flag::SignatureLength]);
        assert_eq!(Rule::Binding.answer(&flags), aborted);
    }
}
