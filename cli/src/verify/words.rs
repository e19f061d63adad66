//! Oddities in words for people who have not read RFC 8032.

use near_runtime_ext::rules::{Flag, Oddity};

/// What is odd; `R` and `s` are the halves of the signature.
pub(super) fn in_words(flag: Flag) -> String {
    match flag {
        Flag::TopBits => "s, the second half of the signature, has one of its top three bits set: \
             ed25519_verify looks no further"
            .to_owned(),
        Flag::NotReduced => "s, the second half of the signature, is not reduced: the group's \
             order was added to it"
            .to_owned(),
        Flag::A(oddity) => of_point("the public key", oddity),
        Flag::R(oddity) => of_point("R, the first half of the signature,", oddity),
        Flag::OnlyTimesCofactor => "the equation holds only times the cofactor 8: sides differ by \
             a point of small order"
            .to_owned(),
        Flag::EquationFails => {
            "the equation does not hold: the key did not sign this message".to_owned()
        }
        Flag::SignatureLength | Flag::KeyLength => flag.to_string(),
    }
}

fn of_point(point: &str, oddity: Oddity) -> String {
    let is = match oddity {
        Oddity::Undecodable => "is no point of the curve",
        Oddity::NonCanonical => "is not its point's canonical encoding",
        Oddity::SmallOrder => "is a point of small order",
        Oddity::MixedOrder => "is of mixed order: it has a component of small order",
    };
    format!("{point} {is}")
}

/// All of them in a line.
pub(super) fn all_in_words<'a>(flags: impl IntoIterator<Item = &'a Flag>) -> String {
    let words = flags.into_iter().map(|flag| in_words(*flag));
    words.collect::<Vec<_>>().join("; ")
}
