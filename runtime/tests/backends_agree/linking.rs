//! Exports of any name.

use test_support::everywhere::{Everywhere, TGAS};

#[test]
fn exports_that_preparation_uses_itself_are_ordinary_methods() {
    for name in ["memory", "remaining_gas", "start", "\0main"] {
        let escaped = name.replace('\0', "\\00");
        let wat = format!(r#"(module (func (export "{escaped}")))"#);
        let outcome = Everywhere::deploy_wat(&wat).call(name, b"", 10 * TGAS);
        assert_eq!(outcome.failure, None, "{name:?}");
    }
    let nameless = Everywhere::deploy_wat("(module)").call("", b"", 10 * TGAS);
    let refused = format!("{:?}", nameless.failure);
    assert!(refused.contains("MethodEmptyName"), "{refused}");
}
