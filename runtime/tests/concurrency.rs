//! Threads that share runtimes and their caches: every call ends as it does alone.

use ed25519_dalek::{Signer, SigningKey};
use near_runtime_ext::{Backend, Gas, Runtime};
use std::path::Path;
use std::sync::{Barrier, LazyLock};
use test_contracts::fixtures::verify_args;
use test_contracts::{Build, signature_verifier};
use test_support::everywhere::{BACKENDS, deployed};
use test_support::imports::module;
use test_support::outcome::everything;

const THREADS: usize = 8;
const CALLS_OF_A_THREAD: usize = 500;
/// More contracts than the caches in memory hold, which is 64: threads keep evicting some and
/// loading them from disk again.
const CONTRACTS: usize = 96;

/// A contract, and a call of it.
struct Program {
    wasm: Vec<u8>,
    method: &'static str,
    args: Vec<u8>,
    gas: Gas,
}

impl Program {
    /// Everything except the time and the engine: the outcome, and the account after the call.
    fn run(&self, runtime: &Runtime) -> String {
        let mut contract = deployed(runtime, &self.wasm);
        let call = contract.call(self.method).args(self.args.clone());
        let outcome = call.gas(self.gas).transact().expect("an outcome");
        format!("{}\n{:?}", everything(&outcome), contract.account())
    }

    /// Repeats the run while nearcore's own runner reports that it has no room for another
    /// instance.
    fn run_where_there_is_room(&self, runtime: &Runtime) -> String {
        loop {
            let end = self.run(runtime);
            let is_full = end.contains("maximum concurrent limit");
            if !(is_full && runtime.backend() == Backend::Nearcore) {
                return end;
            }
            std::thread::yield_now();
        }
    }
}

/// Contracts with every kind of outcome, each with its own number in its code and its answer.
fn programs() -> Vec<Program> {
    (0..CONTRACTS)
        .map(|number| match number % 6 {
            0 => verification(number, true),
            1 => verification(number, false),
            2 => program(number, "(call $log_utf8 (i64.const 8) (i64.const 0)) unreachable"),
            3 => program(number, "(loop $again (br $again))"),
            4 => program(number, "(call $log_utf8 (i64.const 99) (i64.const -100))"),
            _ => program(
                number,
                "(drop (call $storage_write (i64.const 8) (i64.const 0) (i64.const 64) (i64.const 0) (i64.const 0)))
                 (call $sha256 (i64.const 64) (i64.const 0) (i64.const 1))
                 (call $read_register (i64.const 1) (i64.const 100))
                 (call $value_return (i64.const 32) (i64.const 100))",
            ),
        })
        .collect()
}

fn program(number: usize, body: &str) -> Program {
    let wat = module(&format!(
        r#"(memory 1 1) (data (i32.const 0) "{number:08}") (func (export "main") {body})"#
    ));
    Program {
        wasm: wat::parse_str(wat).expect("valid WAT"),
        method: "main",
        args: Vec::new(),
        gas: Gas::from_teragas(1),
    }
}

/// The verifier, with bytes appended that give it its own hash, on a message of its own.
fn verification(number: usize, valid: bool) -> Program {
    let key = SigningKey::from_bytes(&[42; 32]);
    let message = format!("message {number}");
    let signature = key.sign(message.as_bytes()).to_bytes();
    let key = key.verifying_key().to_bytes();
    let message = if valid { message } else { message + "!" };
    let mut wasm = signature_verifier(Build::Host).wasm().to_vec();
    let number = u8::try_from(number).expect("less than 256 contracts");
    wasm.extend([0, 2, 1, number]); // a custom section with a name of one letter
    Program {
        wasm,
        method: "verify",
        args: verify_args(&signature, message.as_bytes(), &key),
        gas: Gas::from_teragas(300),
    }
}

/// How each program ends on a runtime of its own, and the programs.
static ENDS_ALONE: LazyLock<Vec<(String, Program)>> = LazyLock::new(|| {
    let runtime = Runtime::builder().backend(Backend::Nearcore).build();
    let runtime = runtime.expect("a runtime");
    let programs = programs().into_iter();
    programs.map(|it| (it.run(&runtime), it)).collect()
});

fn cached(backend: Backend, folder: &Path) -> Runtime {
    let builder = Runtime::builder().backend(backend).cache_folder(folder);
    builder.build().expect("a runtime")
}

/// Calls the programs from all threads at once, each thread in another order. Thread n uses the
/// runtime with index n modulo their number.
fn race(runtimes: &[Runtime]) {
    let start = Barrier::new(THREADS);
    std::thread::scope(|scope| {
        for (thread, runtime) in (0..THREADS).zip(runtimes.iter().cycle()) {
            let (runtime, start) = (runtime.clone(), &start);
            scope.spawn(move || {
                start.wait();
                // Odd strides that are not multiples of 3 visit all 96.
                let stride = [1, 5, 7, 11, 13, 17, 19, 23][thread];
                for call in 0..CALLS_OF_A_THREAD {
                    let (alone, program) = &ENDS_ALONE[(thread + call * stride) % CONTRACTS];
                    let end = program.run_where_there_is_room(&runtime);
                    assert_eq!(end, *alone, "{runtime:?}, thread {thread}, call {call}");
                }
            });
        }
    });
}

#[test]
fn threads_that_share_a_runtime_get_what_each_gets_alone() {
    for backend in BACKENDS {
        let folder = tempfile::tempdir().expect("a temporary folder");
        race(&[cached(backend, folder.path())]);
    }
}

#[test]
fn runtimes_that_share_a_cache_folder_do_not_disturb_each_other() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let on_both = || BACKENDS.map(|backend| cached(backend, folder.path()));
    race(&[on_both(), on_both()].concat());
    // The same race on the caches that the first one filled.
    race(&on_both());
}
