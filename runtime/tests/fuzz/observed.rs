//! Modules made from bytes, with a `main` that returns their results.

use arbitrary::Unstructured;
use near_runtime_ext::Runtime;
use near_runtime_ext::imports::{Gates, Imports};
use std::sync::LazyLock;
use test_support::imports::{host_functions, import};
use wasm_encoder::reencode::{Error, Reencode, utils};
use wasm_encoder::{ExportKind, InstructionSink, MemArg};
use wasm_smith::Config;

/// Kinds of modules.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Flavour {
    /// Only computation.
    Pure,
    /// Also host functions that cost little and always succeed.
    Asking,
    /// Any host function with any arguments.
    Calling,
    /// Also instructions and sections that the network refuses.
    Foreign,
}

/// The first import; `main` returns the results through it.
const SHOW: &str = r#"(import "env" "value_return" (func (param i64 i64)))"#;
const SHOW_INDEX: u32 = 0;
/// The function that `main` calls, and the memory it returns.
const COMPUTE: &str = "compute";
const EXPORTS: &str = r#"(memory (export "memory") 1)
    (func (export "compute") (param i32 i64 f32 f64) (result i64) unreachable)"#;
/// Bytes of memory that `main` returns.
const SHOWN: i64 = 65_536;
const AT: MemArg = MemArg {
    offset: 0,
    align: 0,
    memory_index: 0,
};

/// Every host function of the network in the ABI table's order, or only those without parameters, except `panic`.
fn imports(only_without_parameters: bool) -> String {
    let runtime = Runtime::new();
    let offered = Imports::new(&runtime.config().wasm_config, &Gates::default());
    host_functions()
        .filter(|row| offered.get("env", row.name).is_some())
        .filter(|row| !only_without_parameters || row.params.is_empty() && row.name != "panic")
        .map(import)
        .collect()
}

/// The features that nearcore's preparation allows; with `others`, more.
fn config(imports: &str, others: bool) -> Config {
    let shape = format!("(module {SHOW} {imports} {EXPORTS})");
    let limit = |network, beyond| if others { beyond } else { network };
    Config {
        module_shape: Some(wat::parse_str(shape).expect("valid WAT")),
        exceptions_enabled: others,
        gc_enabled: others,
        memory64_enabled: others,
        multi_value_enabled: others,
        relaxed_simd_enabled: others,
        simd_enabled: others,
        tail_call_enabled: others,
        threads_enabled: others,
        extended_const_enabled: others,
        wide_arithmetic_enabled: others,
        max_tables: if others { 100 } else { 1 },
        max_table_elements: limit(10_000, 1_000_000),
        max_memory32_bytes: limit(1 << 27, 1 << 32),
        max_instructions: 200,
        max_funcs: 20,
        generate_custom_sections: true,
        ..Config::default()
    }
}

static CONFIGS: LazyLock<[Config; 4]> = LazyLock::new(|| {
    [
        config("", false),
        config(&imports(true), false),
        config(&imports(false), false),
        config("", true),
    ]
});

/// The module made from these bytes; `None` if they make none.
///
/// With `may_trap` it may trap; otherwise it runs to its end or until its gas runs out.
pub(crate) fn module(flavour: Flavour, may_trap: bool, bytes: &[u8]) -> Option<Vec<u8>> {
    let mut config = CONFIGS[flavour as usize].clone();
    config.disallow_traps = !may_trap;
    let module = wasm_smith::Module::new(config, &mut Unstructured::new(bytes)).ok()?;
    Some(with_main(&module.to_bytes()))
}

/// The module with a `main` that calls `compute`, puts its results at the start of the memory, and
/// returns the memory's first page.
fn with_main(module: &[u8]) -> Vec<u8> {
    let mut observed = wasm_encoder::Module::new();
    let mut main = Main::default();
    main.parse_core_module(&mut observed, wasmparser::Parser::new(0), module)
        .unwrap_or_else(|error| panic!("wasm-smith makes valid modules: {error}"));
    observed.finish()
}

/// Counts existing entries, and appends those of `main` to four sections.
#[derive(Default)]
struct Main {
    types: u32,
    functions: u32,
    compute: u32,
}

type Result<T, E = Error<<Main as Reencode>::Error>> = std::result::Result<T, E>;

impl Reencode for Main {
    type Error = std::convert::Infallible;

    /// The network has no references but those to functions.
    fn abstract_heap_type(
        &mut self,
        ty: wasmparser::AbstractHeapType,
    ) -> Result<wasm_encoder::AbstractHeapType> {
        Ok(match ty {
            wasmparser::AbstractHeapType::Extern => wasm_encoder::AbstractHeapType::Func,
            other => utils::abstract_heap_type(self, other),
        })
    }

    fn parse_type_section(
        &mut self,
        types: &mut wasm_encoder::TypeSection,
        section: wasmparser::TypeSectionReader<'_>,
    ) -> Result<()> {
        for group in section.clone() {
            self.types += u32::try_from(group?.types().len()).expect("within 32 bits");
        }
        utils::parse_type_section(self, types, section)?;
        types.ty().function([], []);
        Ok(())
    }

    fn parse_import(
        &mut self,
        imports: &mut wasm_encoder::ImportSection,
        import: wasmparser::Import<'_>,
    ) -> Result<()> {
        self.functions += u32::from(matches!(import.ty, wasmparser::TypeRef::Func(_)));
        utils::parse_import(self, imports, import)
    }

    fn parse_function_section(
        &mut self,
        functions: &mut wasm_encoder::FunctionSection,
        section: wasmparser::FunctionSectionReader<'_>,
    ) -> Result<()> {
        self.functions += section.count();
        utils::parse_function_section(self, functions, section)?;
        functions.function(self.types);
        Ok(())
    }

    fn parse_export_section(
        &mut self,
        exports: &mut wasm_encoder::ExportSection,
        section: wasmparser::ExportSectionReader<'_>,
    ) -> Result<()> {
        for export in section.clone() {
            let export = export?;
            if export.name == COMPUTE {
                self.compute = export.index;
            }
        }
        utils::parse_export_section(self, exports, section)?;
        exports.export("main", ExportKind::Func, self.functions);
        Ok(())
    }

    fn parse_code_section(
        &mut self,
        code: &mut wasm_encoder::CodeSection,
        section: wasmparser::CodeSectionReader<'_>,
    ) -> Result<()> {
        utils::parse_code_section(self, code, section)?;
        let mut body = Vec::new();
        InstructionSink::new(&mut body)
            .i32_const(0)
            .i32_const(-7)
            .i64_const(1 << 40)
            .f32_const(f32::NAN.into())
            .f64_const(0.1.into())
            .call(self.compute)
            .i64_store(AT)
            .i64_const(SHOWN)
            .i64_const(0)
            .call(SHOW_INDEX)
            .end();
        let mut main = wasm_encoder::Function::new([]);
        main.raw(body);
        code.function(&main);
        Ok(())
    }
}
