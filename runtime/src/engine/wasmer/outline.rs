//! A prepared module's functions, and what is known of them before their code is read.

use wasmparser::{
    BinaryReaderError, CompositeInnerType, FunctionBody, Operator, Parser, Payload,
    TypeSectionReader,
};

/// What a module declares.
pub(in crate::engine) struct Outline<'a> {
    /// How many parameters each type has: none, where it is not a function's.
    pub(in crate::engine) parameters: Vec<u64>,
    /// The functions that are not imported.
    pub(in crate::engine) functions: Vec<Function<'a>>,
}

pub(in crate::engine) struct Function<'a> {
    /// How many locals it has, parameters among them.
    pub(in crate::engine) locals: u64,
    pub(in crate::engine) body: FunctionBody<'a>,
}

impl Function<'_> {
    /// The bytes of stack that instrumentation charges for a call of it: the second constant of its
    /// code, behind a zero. `None` in code that was not instrumented.
    ///
    /// # Errors
    ///
    /// Only for modules that are not valid.
    pub(in crate::engine) fn metered_stack(&self) -> Result<Option<u64>, BinaryReaderError> {
        let mut constants = Vec::new();
        for operator in self.body.get_operators_reader()? {
            if let Operator::I64Const { value } = operator? {
                constants.push(value);
            }
            if constants.len() == 2 {
                break;
            }
        }
        Ok(match constants[..] {
            [0, bytes] => u64::try_from(bytes).ok(),
            _ => None,
        })
    }
}

impl<'a> Outline<'a> {
    /// # Errors
    ///
    /// Only for modules that are not valid.
    pub(in crate::engine) fn read(wasm: &'a [u8]) -> Result<Self, BinaryReaderError> {
        let mut parameters = Vec::new();
        let mut types = Vec::new().into_iter();
        let mut functions = Vec::new();
        for payload in Parser::new(0).parse_all(wasm) {
            match payload? {
                Payload::TypeSection(section) => parameters = parameter_counts(section)?,
                Payload::FunctionSection(section) => {
                    types = section
                        .into_iter()
                        .collect::<Result<Vec<_>, _>>()?
                        .into_iter();
                }
                Payload::CodeSectionEntry(body) => {
                    let ty = types.next().and_then(|ty| usize::try_from(ty).ok());
                    let parameters = ty.and_then(|ty| parameters.get(ty));
                    let mut locals = parameters.copied().unwrap_or_default();
                    for group in body.get_locals_reader()? {
                        locals = locals.saturating_add(u64::from(group?.0));
                    }
                    functions.push(Function { locals, body });
                }
                _ => {}
            }
        }
        Ok(Self {
            parameters,
            functions,
        })
    }
}

fn parameter_counts(section: TypeSectionReader<'_>) -> Result<Vec<u64>, BinaryReaderError> {
    let mut counts = Vec::new();
    for group in section {
        counts.extend(group?.into_types().map(|ty| match ty.composite_type.inner {
            CompositeInnerType::Func(ty) => ty.params().len() as u64,
            _ => 0,
        }));
    }
    Ok(counts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use near_parameters::RuntimeConfigStore;
    use near_parameters::vm::VMKind;
    use near_primitives_core::version::PROTOCOL_VERSION;
    use near_vm_runner::prepare::prepare_contract;

    #[test]
    fn what_a_call_is_metered_is_read_from_instrumentation() {
        let wat = "(module (func (param i32) (local i64)
            (drop (i64.mul (i64.const 1) (i64.const 2)))))";
        let wasm = wat::parse_str(wat).expect("valid WAT");
        let metered = |wasm: &[u8]| {
            let outline = Outline::read(wasm).expect("valid");
            outline.functions[0].metered_stack().expect("valid")
        };
        assert_eq!(metered(&wasm), None);
        let store = RuntimeConfigStore::new(None);
        let config = &store.get_config(PROTOCOL_VERSION).wasm_config;
        let prepared = prepare_contract(&wasm, config, VMKind::Wasmtime).expect("prepared");
        // Two operands, two locals, and what every frame is taken to have.
        assert_eq!(metered(&prepared), Some(2 * 8 + 4 + 8 + 64));
    }
}
