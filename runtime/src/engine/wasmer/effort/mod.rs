//! How long Cranelift would take to compile a module, before it is asked: never less than it takes.
//!
//! nearcore's limits are for a compiler in one pass. Cranelift joins the value of each local wherever
//! paths meet, copies it along each path that leads there, looks through the whole of a branch table
//! for each join behind it, and allocates registers for all that a function has at once. There are
//! contracts of 30 KB, within all of nearcore's limits, that it would take minutes over. Winch takes
//! them; what is estimated too high costs its author nothing, so no estimate here is a mean.
//!
//! The weights are the slowest instruction of each class, alone and beside joins, locals and tables, on
//! the slowest of its shapes; `effort::shapes` has the command that measures them.

#[cfg(test)]
mod shapes;

use super::outline::{Function, Outline};
use std::collections::BTreeSet;
use wasmparser::{BinaryReaderError, BrTable, VisitOperator};

/// What Cranelift may be asked to do, in nanoseconds.
const CRANELIFT_BOUND: u64 = 2_000_000_000;
/// Bytes of a function's code, instrumentation included: beyond it, what grows faster than the code is
/// more than the weights allow for.
const FUNCTION_BYTES: usize = 128 << 10;

/// Operands and locals at hand that double what an instruction takes.
const VALUES: u64 = 64;
/// A local whose value may differ, on one path to a place where paths meet; twice that where there are
/// [`VALUES`] locals.
const JOINED: u64 = 6000;
/// A path to a place where paths meet, for each path there.
const PATHS_SQUARED: u64 = 8;
/// An entry of a branch table, for each local at each place that the table leads to.
const LOOKED_THROUGH: u64 = 80;
/// At the head of a loop, a local that is not changed is taken out of the list of all: times the locals.
const LOOP_JOIN: u64 = 2;
/// A parameter of a type, times the parameters, in the code that enters Wasm.
const PARAMETER: u64 = 20;

/// What an instruction takes at worst, in nanoseconds, by its name in `wasmparser`.
const fn weight(instruction: &str) -> u64 {
    if contains(instruction, "F32") || contains(instruction, "F64") {
        return 40_000; // a NaN is made canonical behind it: in large functions 27 us, and 6.6 KB
    }
    if contains(instruction, "Div") || contains(instruction, "Rem") {
        return 15_000; // what can trap is charged for first
    }
    if contains(instruction, "Memory") || contains(instruction, "Table") {
        return 60_000; // the runtime is called
    }
    if contains(instruction, "Call") || contains(instruction, "Ref") {
        return 9000;
    }
    if contains(instruction, "Load") || contains(instruction, "Store") {
        return 4500;
    }
    if contains(instruction, "Local")
        || contains(instruction, "Const")
        || contains(instruction, "Drop")
    {
        return 500;
    }
    1500
}

/// Whether the name has this part.
const fn contains(name: &str, part: &str) -> bool {
    let (name, part) = (name.as_bytes(), part.as_bytes());
    let mut start = 0;
    while start + part.len() <= name.len() {
        let mut at = 0;
        while at < part.len() && name[start + at] == part[at] {
            at += 1;
        }
        if at == part.len() {
            return true;
        }
        start += 1;
    }
    false
}

/// Whether Cranelift compiles a prepared module in bounded time and memory.
///
/// # Errors
///
/// Only for modules that are not valid.
pub(super) fn suits_cranelift(module: &Outline<'_>) -> Result<bool, BinaryReaderError> {
    if module
        .functions
        .iter()
        .any(|function| function.body.range().len() > FUNCTION_BYTES)
    {
        return Ok(false);
    }
    Ok(effort(module)? <= CRANELIFT_BOUND)
}

/// What a module takes Cranelift at most, in nanoseconds.
fn effort(module: &Outline<'_>) -> Result<u64, BinaryReaderError> {
    let mut effort = 0_u64;
    for count in &module.parameters {
        effort = effort.saturating_add(PARAMETER * count * count);
    }
    for function in &module.functions {
        effort = effort.saturating_add(function_effort(function)?);
    }
    Ok(effort)
}

/// What a function takes.
fn function_effort(function: &Function<'_>) -> Result<u64, BinaryReaderError> {
    let mut paths = Paths::default();
    let mut operators = function.body.get_operators_reader()?;
    while !operators.eof() {
        operators.visit_operator(&mut paths)?;
    }
    let values = function.metered_stack()?.unwrap_or_default() / 8;
    let instructions = paths.instructions.saturating_mul(VALUES + values) / VALUES;
    let locals = function.locals;
    let joined = (JOINED * paths.joining).saturating_mul(locals);
    let joined = joined.saturating_mul(VALUES + locals) / VALUES;
    let meeting = PATHS_SQUARED.saturating_mul(paths.joining_squared);
    let looked_through = LOOKED_THROUGH
        .saturating_mul(paths.looked_through)
        .saturating_mul(locals);
    let loop_joins = (LOOP_JOIN * paths.loops)
        .saturating_mul(locals)
        .saturating_mul(locals);
    Ok(instructions
        .saturating_add(joined)
        .saturating_add(meeting)
        .saturating_add(looked_through)
        .saturating_add(loop_joins))
}

/// Counts the places where paths meet. Most blocks of a prepared module are instrumentation's, which
/// either go on or never return: no paths meet behind those.
#[derive(Default)]
struct Paths {
    /// How many paths lead to the end of each open block, or to the head of a loop.
    ends: Vec<u64>,
    /// Whether the last instruction goes on to the next.
    stopped: bool,
    /// Places where paths meet.
    joins: u64,
    /// Paths that lead to them, and the squares of how many lead to each.
    joining: u64,
    joining_squared: u64,
    loops: u64,
    /// Entries of each branch table, times the places that it leads to.
    looked_through: u64,
    /// What the instructions take, in nanoseconds.
    instructions: u64,
}

impl Paths {
    fn block(&mut self) {
        self.ends.push(0);
    }

    fn loop_(&mut self) {
        self.ends.push(1); // from above
        self.loops += 1;
    }

    fn branch(&mut self, depth: u32) {
        let depth = usize::try_from(depth).unwrap_or(usize::MAX);
        // Outside of all blocks is the function's end.
        if let Some(ends) = self.ends.iter_mut().rev().nth(depth) {
            *ends += 1;
        }
    }

    fn branch_table(&mut self, targets: &BrTable<'_>) {
        let mut places = BTreeSet::from([targets.default()]);
        self.branch(targets.default());
        for depth in targets.targets().flatten() {
            self.branch(depth);
            places.insert(depth);
        }
        let entries = u64::from(targets.len()) + 1;
        let looked_through = entries.saturating_mul(places.len() as u64);
        self.looked_through = self.looked_through.saturating_add(looked_through);
    }

    fn if_(&mut self) {
        self.ends.push(1); // around it, unless there is an `else`
    }

    fn else_(&mut self) {
        self.end_of_arm();
        if let Some(ends) = self.ends.last_mut() {
            *ends = ends.saturating_sub(1);
        }
        self.stopped = false;
    }

    fn end_of_arm(&mut self) {
        if !self.stopped {
            self.branch(0);
        }
    }

    fn end(&mut self) {
        self.end_of_arm();
        let ends = self.ends.pop().unwrap_or_default();
        if ends > 1 {
            self.joins += 1;
            self.joining += ends;
            self.joining_squared = self
                .joining_squared
                .saturating_add(ends.saturating_mul(ends));
        }
        self.stopped = ends == 0;
    }
}

macro_rules! follow_paths {
    ($(@$proposal:ident $op:ident $({ $($arg:ident: $ty:ty),* })?
        => $visit:ident ($($annotation:tt)*))*) => {
        $(fn $visit(&mut self $($(, $arg: $ty)*)?) {
            $($(let _ = &$arg;)*)?
            self.instructions = self.instructions.saturating_add(const { weight(stringify!($op)) });
            follow_paths!(= self $op $($($arg)*)?);
        })*
    };
    (= $self:ident Block $ty:ident) => { $self.block() };
    (= $self:ident Loop $ty:ident) => { $self.loop_() };
    (= $self:ident If $ty:ident) => { $self.if_() };
    (= $self:ident Else) => { $self.else_() };
    (= $self:ident End) => { $self.end() };
    (= $self:ident BrIf $depth:ident) => { $self.branch($depth) };
    (= $self:ident Br $depth:ident) => { $self.branch($depth); $self.stopped = true };
    (= $self:ident BrTable $targets:ident) => {
        $self.branch_table(&$targets);
        $self.stopped = true
    };
    (= $self:ident Return) => { $self.stopped = true };
    (= $self:ident Unreachable) => { $self.stopped = true };
    (= $self:ident $op:ident $($arg:ident)*) => {};
}

impl<'a> VisitOperator<'a> for Paths {
    type Output = ();
    wasmparser::for_each_visit_operator!(follow_paths);
}

#[cfg(test)]
mod tests {
    use super::*;
    use near_parameters::RuntimeConfigStore;
    use near_parameters::vm::VMKind;
    use near_primitives_core::version::PROTOCOL_VERSION;
    use near_vm_runner::prepare::prepare_contract;
    use test_contracts::{Build, signature_verifier};

    fn prepared(wasm: &[u8]) -> Vec<u8> {
        let store = RuntimeConfigStore::new(None);
        let config = &store.get_config(PROTOCOL_VERSION).wasm_config;
        prepare_contract(wasm, config, VMKind::Wasmtime).expect("within nearcore's limits")
    }

    fn suits(prepared: &[u8]) -> bool {
        let module = Outline::read(prepared).expect("valid");
        suits_cranelift(&module).expect("valid")
    }

    /// The paths of the only function, which does this.
    fn paths(body: &str, prepare: bool) -> Paths {
        let wat = format!("(module (func (param i32) (local i64) {body}))");
        let mut wasm = wat::parse_str(wat).expect("valid WAT");
        if prepare {
            wasm = prepared(&wasm);
        }
        let module = Outline::read(&wasm).expect("valid");
        let mut operators = module.functions[0]
            .body
            .get_operators_reader()
            .expect("valid");
        let mut paths = Paths::default();
        while !operators.eof() {
            operators.visit_operator(&mut paths).expect("valid");
        }
        paths
    }

    #[test]
    fn paths_meet_where_more_than_one_leads() {
        for (body, joins) in [
            ("", 0),
            ("(block)", 0),
            ("(block (br 0))", 0),
            ("(block (br_if 0 (local.get 0)))", 1),
            ("(block (block (br_table 0 1 (local.get 0))))", 1),
            ("(if (local.get 0) (then))", 1),
            ("(if (local.get 0) (then) (else))", 1),
            ("(if (local.get 0) (then) (else unreachable))", 0),
            ("(if (local.get 0) (then return) (else unreachable))", 0),
            ("(if (local.get 0) (then unreachable))", 0),
            ("(loop)", 1),
        ] {
            assert_eq!(paths(body, false).joins, joins, "{body}");
        }
    }

    #[test]
    fn instrumentation_joins_nothing() {
        let code = "(drop (i64.mul (i64.const 1) (i64.const 2)))".repeat(100);
        let plain = paths(&code, true);
        assert_eq!((plain.joins, plain.loops), (0, 0));
    }

    /// It is in NEP-364's table, compiled by Cranelift.
    #[test]
    fn the_contract_of_the_neps_table_suits_cranelift() {
        for build in Build::ALL {
            let module = prepared(signature_verifier(build).wasm());
            assert!(suits(&module), "{build}");
        }
    }

    #[test]
    fn what_takes_more_than_linear_time_does_not() {
        let locals = |count| format!("(local {})", "i64 ".repeat(count));
        let loops = format!("{}{}", "(loop ".repeat(2000), ")".repeat(2000));
        for (name, wat) in [
            (
                "types",
                format!(
                    "(module {})",
                    format!("(type (func (param {})))", "i64 ".repeat(900)).repeat(1000)
                ),
            ),
            ("loops", format!("(module (func {} {loops}))", locals(2000))),
        ] {
            let mut wasm = wat::parse_str(wat).expect("valid WAT");
            wasm.extend([0, 0x81, 0x40, 0]); // a section of zeros: locals take so much code
            wasm.resize(wasm.len() + 0x2000, 0);
            assert!(!suits(&prepared(&wasm)), "{name}");
        }
    }
}
