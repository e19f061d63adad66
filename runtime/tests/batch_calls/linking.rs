//! The gate: closed by default. A closed gate gives the link error of an unknown import.

use crate::network::BatchItem;
use near_runtime_ext::{
    Backend, BuildError, FunctionCallError, Gates, Outcome, Runtime, RuntimeBuilder,
};
use test_support::everywhere::{BACKENDS, deployed};
use test_support::outcome::everything;

/// Calls a contract that has this import.
fn call(builder: RuntimeBuilder, name: &str) -> Outcome {
    let wat = format!(
        r#"(module (import "env" "{name}" (func (param i64 i64 i64 i64) (result i64)))
            (func (export "main")))"#
    );
    let wasm = wat::parse_str(wat).expect("valid WAT");
    let mut contract = deployed(&builder.build().expect("a runtime"), &wasm);
    contract.call("main").transact().expect("an outcome")
}

pub fn a_gate_that_is_not_opened_is_an_unknown_import_on_every_backend<I: BatchItem>() {
    for backend in BACKENDS {
        let builder = || Runtime::builder().backend(backend);
        // Of the same length, so that the contract has the same size and cost.
        let unknown_name = I::MANY.replace("many", "none");
        let [closed, unknown] = [I::MANY, &unknown_name].map(|name| call(builder(), name));
        let msg = "unknown or invalid import".to_owned();
        let link_error = FunctionCallError::LinkError { msg };
        assert_eq!(closed.failure, Some(link_error.into()));
        assert_eq!(everything(&closed), everything(&unknown), "{backend}");
        // One open gate leaves the other import unlinked.
        let opened = builder().gates(Gates::default().open(I::MANY));
        if backend == Backend::Nearcore {
            let built = opened.build();
            assert!(matches!(built, Err(BuildError::GatesUnsupported)));
            continue;
        }
        assert_eq!(call(opened.clone(), I::MANY).failure, None);
        let still_unknown = call(opened, &unknown_name);
        assert_eq!(still_unknown.failure, unknown.failure);
    }
}
