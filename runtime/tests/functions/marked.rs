//! A contract that tests build: methods whose lines say how often they run, and methods that fail, each in a marked
//! line.

use std::cell::RefCell;
use std::hint::black_box;

#[link(wasm_import_module = "env")]
unsafe extern "C" {
    safe fn block_index() -> u64;
    safe fn block_timestamp() -> u64;
    safe fn epoch_height() -> u64;
    safe fn storage_usage() -> u64;
    safe fn used_gas() -> u64;
    safe fn prepaid_gas() -> u64;
    safe fn input(register: u64);
    safe fn register_len(register: u64) -> u64;
    safe fn panic() -> !;
    fn panic_utf8(len: u64, ptr: u64);
    fn read_register(register: u64, ptr: u64);
    fn log_utf8(len: u64, ptr: u64);
}

/// Runs each turn of a loop, and each arm, as often as the length of the arguments says.
#[unsafe(no_mangle)]
pub extern "C" fn turns() {
    input(0); // runs: 1
    let turns = register_len(0);
    for turn in 0..turns {
        block_index(); // runs: 3
        if turn == 1 {
            epoch_height(); // runs: 1
        } else {
            block_timestamp(); // runs: 2
        }
        if turns > 3 {
            storage_usage(); // runs: 0
        }
        match turn % 4 {
            0 => descends(2),
            1 => descends(1),
            2 => (),
            _ => never(),
        };
    }
    prepaid_gas(); // runs: 1
}

/// Stops in the second turn.
#[unsafe(no_mangle)]
pub extern "C" fn stops() {
    input(0); // stops: 1
    for turn in 0..register_len(0) {
        block_index(); // stops: 2
        if turn == 1 {
            panic(); // stops: 1
        }
        epoch_height(); // stops: 1
    }
    storage_usage(); // stops: 0
}

#[inline(never)]
fn descends(depth: u64) {
    used_gas(); // runs: 5
    if depth > 0 {
        descends(depth - 1);
    }
}

#[inline(never)]
fn never() {
    used_gas(); // runs: 0
}

#[unsafe(no_mangle)]
pub extern "C" fn another() {
    block_index(); // runs: 0
}

macro_rules! methods {
    ($($name:ident $body:block)*) => {
        $(#[unsafe(no_mangle)]
        pub extern "C" fn $name() $body)*
    };
}

methods! {
    says_why {
        panic!("a reason"); // fails: says_why
    }
    unwraps {
        black_box(None::<u32>).unwrap(); // fails: unwraps
    }
    expects {
        black_box(Err::<u32, &str>("bad")).expect("good"); // fails: expects
    }
    indexes {
        let places = black_box([1, 2, 3]);
        black_box(places[black_box(3)]); // fails: indexes
    }
    slices {
        let text = black_box("order");
        black_box(&text[black_box(2)..black_box(9)]); // fails: slices
    }
    overflows {
        black_box(black_box(u64::MAX) + black_box(1)); // fails: overflows
    }
    divides {
        black_box(black_box(1) / black_box(0)); // fails: divides
    }
    asserts {
        assert_eq!(black_box(1), 2); // fails: asserts
    }
    borrows {
        let cell = RefCell::new(1);
        let _first = cell.borrow_mut();
        black_box(cell.borrow()); // fails: borrows
    }
    traps {
        core::arch::wasm32::unreachable(); // fails: traps
    }
    reads_beyond {
        let beyond = black_box(0xffff_0000_usize) as *const u32;
        black_box(unsafe { beyond.read_volatile() }); // fails: reads_beyond
    }
    calls_nothing {
        let nothing: fn() = unsafe { std::mem::transmute(black_box(9_999_usize)) };
        nothing(); // fails: calls_nothing
    }
    panics_by_the_host {
        let why = "a reason";
        unsafe { panic_utf8(why.len() as u64, why.as_ptr() as u64) }; // fails: panics_by_the_host
    }
    reads_no_register {
        unsafe { read_register(7, 0) }; // fails: reads_no_register
    }
    logs_beyond {
        unsafe { log_utf8(9, u64::MAX) }; // fails: logs_beyond
    }
    runs_out_in_a_loop {
        let mut turns = 0_u64;
        loop {
            turns = black_box(turns + 1); // runs out: runs_out_in_a_loop
        }
    }
    runs_out_in_the_host {
        loop {
            black_box(block_index()); // fails: runs_out_in_the_host
        }
    }
    recurses {
        deeper(0); // waits: recurses
    }
    fails_in_a_callee {
        callee(0); // waits: fails_in_a_callee
    }
    fails_in_what_is_inlined {
        inlined(black_box(0)); // waits: fails_in_what_is_inlined
    }
    fails_by_a_pointer {
        let by_pointer: fn(u32) = black_box(callee);
        by_pointer(0); // waits: fails_by_a_pointer
    }
    fails_in_a_closure {
        black_box([1, 2, 0]).iter().for_each(|it| { // waits: fails_in_a_closure
            black_box(6 / black_box(*it)); // fails: fails_in_a_closure
        });
    }
}

#[inline(never)]
#[allow(unconditional_recursion)]
fn deeper(depth: u64) -> u64 { // runs out: recurses
    black_box(deeper(black_box(depth) + 1)) + 1
}

#[inline(never)]
fn callee(divisor: u32) {
    black_box(6 / black_box(divisor)); // fails: fails_in_a_callee fails_by_a_pointer
}

#[inline(always)]
fn inlined(divisor: u32) {
    black_box(6 / black_box(divisor)); // fails: fails_in_what_is_inlined
}
