//! Every class of instruction, as code that can be repeated.

use super::contract::{BLOCK_INDEX, NOTHING_TYPE, STEP, bytes};
use crate::case::{LIMITS, limit};
use test_support::odd::constant;
use test_support::operators::{NUMBERS, Operator, index, operators};
use wasm_encoder::{BlockType, Encode as _, HeapType, Instruction, InstructionSink, ValType};

/// An instruction in repeatable form.
pub(super) struct Repeated {
    pub(super) name: String,
    /// Code before all repetitions, and after them.
    pub(super) before: Vec<u8>,
    pub(super) once: Vec<u8>,
    pub(super) after: Vec<u8>,
    /// Largest number in a function, if limited.
    pub(super) most: Option<u64>,
    /// Whether instrumentation adds nothing to its size.
    pub(super) stays_short: bool,
    pub(super) is_float: bool,
}

/// All classes, numeric ones first.
pub(super) fn repeated() -> Vec<Repeated> {
    let numeric = operators().iter().map(numeric);
    let typed = NUMBERS.into_iter().flat_map(|(name, ty)| typed(name, ty));
    let others = others().into_iter().map(|(name, write)| Repeated {
        name: name.to_owned(),
        before: Vec::new(),
        once: bytes(write),
        after: Vec::new(),
        most: most(name),
        stays_short: false,
        is_float: false,
    });
    numeric.chain(typed).chain(others).collect()
}

/// As dense as possible: an instruction that gives the type it takes is applied to its own result.
fn numeric(operator: &Operator) -> Repeated {
    let instruction = encoded(&operator.instruction);
    let get = |ty: &ValType| {
        bytes(|code| {
            code.global_get(index(*ty));
        })
    };
    let set = |ty: &ValType| {
        bytes(|code| {
            code.global_set(index(*ty));
        })
    };
    let address = bytes(|code| {
        code.i32_const(8);
    });
    let (before, once, after) = match (&operator.takes[..], &operator.gives) {
        ([_], Some(to)) if operator.is_access() => {
            (vec![], [address, instruction, set(to)].concat(), vec![])
        }
        ([_, value], None) => (vec![], [address, get(value), instruction].concat(), vec![]),
        ([from, others @ ..], Some(to)) if from == to => {
            let others: Vec<_> = others.iter().flat_map(get).collect();
            (get(from), [others, instruction].concat(), set(to))
        }
        (takes, to) => {
            let takes: Vec<_> = takes.iter().flat_map(get).collect();
            let to: Vec<_> = to.iter().flat_map(set).collect();
            (vec![], [takes, instruction, to].concat(), vec![])
        }
    };
    Repeated {
        name: operator.name.to_owned(),
        before,
        once,
        after,
        most: None,
        // Instructions that may trap are metered one by one.
        stays_short: !operator.may_trap() && !operator.is_access(),
        is_float: operator.is_float(),
    }
}

fn encoded(instruction: &Instruction<'_>) -> Vec<u8> {
    let mut bytes = Vec::new();
    instruction.encode(&mut bytes);
    bytes
}

/// Instructions that exist for each type.
fn typed(name: &str, ty: ValType) -> Vec<Repeated> {
    let global = index(ty);
    let block = BlockType::Result(ty);
    let forms = [
        (
            "Const",
            [
                encoded(&constant(ty, 1)),
                encoded(&Instruction::GlobalSet(global)),
            ]
            .concat(),
        ),
        (
            "Global",
            bytes(|code| {
                code.global_get(global).global_set(global);
            }),
        ),
        (
            "Select",
            bytes(|code| {
                code.global_get(global).global_get(global).global_get(0);
                code.select().global_set(global);
            }),
        ),
        (
            "TypedSelect",
            bytes(|code| {
                code.global_get(global).global_get(global).global_get(0);
                code.typed_select(ty).global_set(global);
            }),
        ),
        (
            "Block",
            bytes(|code| {
                code.block(block)
                    .global_get(global)
                    .global_get(0)
                    .br_if(0)
                    .end();
                code.global_set(global);
            }),
        ),
        (
            "If",
            bytes(|code| {
                code.global_get(0).if_(block).global_get(global).else_();
                code.global_get(global).end().global_set(global);
            }),
        ),
    ];
    forms
        .map(|(what, once)| Repeated {
            name: format!("{name}{what}"),
            before: Vec::new(),
            once,
            after: Vec::new(),
            most: most(what),
            stays_short: false,
            is_float: matches!(ty, ValType::F32 | ValType::F64),
        })
        .into()
}

/// Instructions that are blocks: a function's number of blocks is limited.
const BLOCKS: [&str; 6] = ["Block", "If", "Loop", "Else", "BlockBr", "BlockBrTable"];

fn most(name: &str) -> Option<u64> {
    if name == INDIRECT {
        Some(most_indirect_calls())
    } else {
        BLOCKS
            .contains(&name)
            .then(|| limit(LIMITS.max_blocks_per_function))
    }
}

const INDIRECT: &str = "CallIndirect";

/// Limit of indirect calls in a function: nearcore assumes that their operands stay on the stack.
pub(super) fn most_indirect_calls() -> u64 {
    const OPERAND: u64 = 4;
    const OTHERS: u64 = 16;
    limit(LIMITS.max_operand_stack_bytes_per_function) / OPERAND - OTHERS
}

type Write = fn(&mut InstructionSink<'_>);

/// Instructions of no type.
fn others() -> Vec<(&'static str, Write)> {
    fn three<'a, 'b>(
        code: &'a mut InstructionSink<'b>,
        length: i32,
    ) -> &'a mut InstructionSink<'b> {
        code.i32_const(1).i32_const(2).i32_const(length)
    }
    vec![
        ("Nop", |code| {
            code.nop();
        }),
        ("Drop", |code| {
            code.i32_const(1).drop();
        }),
        ("Call", |code| {
            code.call(STEP);
        }),
        ("CallHost", |code| {
            code.call(BLOCK_INDEX).drop();
        }),
        (INDIRECT, |code| {
            code.i32_const(1).call_indirect(0, NOTHING_TYPE);
        }),
        ("MemorySize", |code| {
            code.memory_size(0).global_set(0);
        }),
        ("MemoryGrow", |code| {
            code.i32_const(0).memory_grow(0).global_set(0);
        }),
        ("MemoryGrowByItsResult", |code| {
            code.global_get(0)
                .memory_grow(0)
                .memory_grow(0)
                .memory_grow(0);
            code.memory_grow(0)
                .memory_grow(0)
                .memory_grow(0)
                .global_set(0);
        }),
        ("MemoryFill", |code| {
            three(code, 3).memory_fill(0);
        }),
        ("MemoryCopy", |code| {
            three(code, 3).memory_copy(0, 0);
        }),
        ("MemoryInit", |code| {
            three(code, 3).memory_init(0, 1);
        }),
        ("DataDrop", |code| {
            code.data_drop(1);
        }),
        ("TableSize", |code| {
            code.table_size(0).global_set(0);
        }),
        ("TableGrow", |code| {
            code.ref_null(HeapType::FUNC).i32_const(0);
            code.table_grow(0).global_set(0);
        }),
        ("TableGet", |code| {
            code.i32_const(1).table_get(0).drop();
        }),
        ("TableSet", |code| {
            code.i32_const(1).ref_func(STEP).table_set(0);
        }),
        ("TableFill", |code| {
            code.i32_const(1).ref_func(STEP).i32_const(2).table_fill(0);
        }),
        ("TableCopy", |code| {
            three(code, 3).table_copy(0, 0);
        }),
        ("TableInit", |code| {
            three(code, 3).table_init(0, 1);
        }),
        ("ElemDrop", |code| {
            code.elem_drop(1);
        }),
        ("RefNull", |code| {
            code.ref_null(HeapType::FUNC).drop();
        }),
        ("RefFunc", |code| {
            code.ref_func(STEP).drop();
        }),
        ("RefIsNull", |code| {
            code.ref_func(STEP).ref_is_null().global_set(0);
        }),
        ("BrIf", |code| {
            code.global_get(0).i32_eqz().br_if(0);
        }),
        ("BrTable", |code| {
            // Never reached: the function returns before it.
            code.global_get(0).br_table([0, 0, 0], 0);
        }),
        ("BlockBr", |code| {
            code.block(BlockType::Empty).br(0).end();
        }),
        ("BlockBrTable", |code| {
            code.block(BlockType::Empty).global_get(0);
            code.br_table([0, 0, 0, 0, 0, 0], 0).end();
        }),
        ("Loop", |code| {
            code.loop_(BlockType::Empty).end();
        }),
        ("Else", |code| {
            code.global_get(0).if_(BlockType::Empty).else_().end();
        }),
        ("Return", |code| {
            code.return_();
        }),
        ("Unreachable", |code| {
            code.return_().unreachable();
        }),
    ]
}
