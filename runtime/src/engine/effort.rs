//! How hard a module is for an optimising compiler, before one is let at it.
//!
//! nearcore's limits are for compilers that take little time, and linear, which Cranelift does not: it
//! joins the value of each local wherever paths meet, its code for parameters takes the square of
//! their number, and 16 MiB of instrumented code take it half a minute and more than 2 GiB. There are
//! contracts of 100 KB, within all of nearcore's limits, that it would take minutes over.

use super::outline::{Function, Outline};
use wasmparser::{BinaryReaderError, VisitOperator};

/// What Cranelift may be asked to do, in nanoseconds: five seconds' work, a few hundred MiB.
const CRANELIFT_BOUND: u64 = 5_000_000_000;

/// A byte of code, instrumentation included: with its share of tables, 320 bytes of memory.
const BYTE: u64 = 1200;
/// So many values at hand double what a byte takes.
const VALUES: u64 = 64;
/// A join of one local that every path has changed: some 3 us and 175 bytes.
const JOIN: u64 = 3000;
/// The same at the head of a loop: one that turns out to be needless is taken out of the list of all.
/// Times the locals.
const LOOP_JOIN: u64 = 2;
/// A parameter of a type, times the parameters, in the code that enters Wasm.
const PARAMETER: u64 = 20;

/// Whether Cranelift compiles a prepared module in bounded time and memory.
///
/// # Errors
///
/// Only for modules that are not valid.
pub(super) fn suits_cranelift(module: &Outline<'_>) -> Result<bool, BinaryReaderError> {
    let mut effort = 0_u64;
    for count in &module.parameters {
        effort = effort.saturating_add(PARAMETER * count * count);
    }
    for function in &module.functions {
        effort = effort.saturating_add(function_effort(function)?);
    }
    Ok(effort <= CRANELIFT_BOUND)
}

/// What a function takes Cranelift, in nanoseconds, or rather what the like of it would at worst.
fn function_effort(function: &Function<'_>) -> Result<u64, BinaryReaderError> {
    let mut paths = Paths::default();
    let mut operators = function.body.get_operators_reader()?;
    while !operators.eof() {
        operators.visit_operator(&mut paths)?;
    }
    let bytes = BYTE * function.body.range().len() as u64;
    let bytes = bytes.saturating_mul(VALUES + paths.values()) / VALUES;
    let joins = (JOIN * paths.joins).saturating_mul(function.locals);
    let loop_joins = (LOOP_JOIN * paths.loops)
        .saturating_mul(function.locals)
        .saturating_mul(function.locals);
    Ok(bytes.saturating_add(joins).saturating_add(loop_joins))
}

/// Counts the places where paths meet. Most blocks of a prepared module are instrumentation's, which
/// either go on or never return: no paths meet behind those.
#[derive(Default)]
struct Paths {
    /// How many paths lead to the end of each open block.
    ends: Vec<u64>,
    /// Whether the last instruction goes on to the next.
    stopped: bool,
    joins: u64,
    loops: u64,
    /// The first constants: a zero, and the bytes of stack that instrumentation charges.
    constants: Vec<i64>,
}

impl Paths {
    /// Values that are locals and operands at once, in words.
    fn values(&self) -> u64 {
        let bytes = self.constants.get(1).copied().unwrap_or_default();
        bytes.unsigned_abs() / 8
    }

    fn constant(&mut self, value: i64) {
        if self.constants.len() < 2 {
            self.constants.push(value);
        }
    }

    fn block(&mut self) {
        self.ends.push(0);
    }

    fn branch(&mut self, depth: u32) {
        let depth = usize::try_from(depth).unwrap_or(usize::MAX);
        // Outside of all blocks is the function's end.
        if let Some(ends) = self.ends.iter_mut().rev().nth(depth) {
            *ends += 1;
        }
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
        self.joins += u64::from(ends > 1);
        self.stopped = ends == 0;
    }
}

macro_rules! follow_paths {
    ($(@$proposal:ident $op:ident $({ $($arg:ident: $ty:ty),* })?
        => $visit:ident ($($annotation:tt)*))*) => {
        $(fn $visit(&mut self $($(, $arg: $ty)*)?) {
            $($(let _ = &$arg;)*)?
            follow_paths!(= self $op $($($arg)*)?);
        })*
    };
    (= $self:ident Block $ty:ident) => { $self.block() };
    (= $self:ident Loop $ty:ident) => { $self.block(); $self.loops += 1; $self.joins += 1 };
    (= $self:ident If $ty:ident) => { $self.if_() };
    (= $self:ident Else) => { $self.else_() };
    (= $self:ident End) => { $self.end() };
    (= $self:ident BrIf $depth:ident) => { $self.branch($depth) };
    (= $self:ident Br $depth:ident) => { $self.branch($depth); $self.stopped = true };
    (= $self:ident BrTable $targets:ident) => {
        $targets.targets().flatten().for_each(|depth| $self.branch(depth));
        $self.branch($targets.default());
        $self.stopped = true
    };
    (= $self:ident I64Const $value:ident) => { $self.constant($value) };
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
    fn instrumentation_joins_nothing_and_says_how_many_values_there_are() {
        let code = "(drop (i64.mul (i64.const 1) (i64.const 2)))".repeat(100);
        let plain = paths(&code, true);
        assert_eq!((plain.joins, plain.loops), (0, 0));
        // Two operands, two locals, and what every frame is taken to have.
        assert_eq!(plain.values(), (2 * 8 + 4 + 8 + 64) / 8);
    }

    #[test]
    fn the_contracts_of_this_project_suit_cranelift() {
        for contract in test_contracts::contracts() {
            assert!(suits(&prepared(contract.wasm())), "{contract}");
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
