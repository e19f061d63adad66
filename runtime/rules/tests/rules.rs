//! How the rules stand to each other.

use ed25519_rules::{Answer, Flag, Flags, Oddity, Rule};

/// The binding rule differs from NEP-364 only in refusing keys of small order, and from `verify_strict` only
/// in allowing an `R` of small order.
#[test]
fn a_stricter_rule_allows_less_and_by_one_oddity() {
    let [nep_364, binding, strict, zip_215] =
        Rule::ALL.map(|rule| rule.allows().iter().copied().collect::<Flags>());
    let only = |flag| Flags::from([flag]);
    assert_eq!(&nep_364 - &binding, only(Flag::A(Oddity::SmallOrder)));
    assert_eq!(&binding - &strict, only(Flag::R(Oddity::SmallOrder)));
    assert!(strict.is_subset(&binding) && binding.is_subset(&nep_364));
    assert!(nep_364.is_subset(&zip_215));
}

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
