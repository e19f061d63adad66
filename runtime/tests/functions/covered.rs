//! Methods whose lines say how often they run: `coverage.rs` builds this as a contract.

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
            0 => deeper(2),
            1 => deeper(1),
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
fn deeper(depth: u64) {
    used_gas(); // runs: 5
    if depth > 0 {
        deeper(depth - 1);
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
