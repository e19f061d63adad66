//! `near-ed25519-bench compare`: NEP-364's table, today. Libraries, Wasm engines, contracts and the
//! host function verify the same signature in one run.

#[cfg(feature = "wasmer")]
mod program;
mod subjects;

use crate::library::{DALEK_2, LIBRARIES, beside_rule};
use crate::measure::{Effort, Experiment, Findings, RecordedRow, Recording};
use near_ed25519::output::format::{format_ratio, format_tgas};
use subjects::{COLUMN, rows};

/// The NEP's own signature, which every contender verifies.
pub(crate) static EXPERIMENT: Experiment = Experiment {
    name: "compare",
    // 10,000 verifications each, the number that the NEP measured.
    usual: Effort::new(8, 50),
    quick: Effort::new(2, 20),
    examples: "Times depend on the machine: close other programs. LLVM needs a build with --features llvm.\n\n\
    Examples:\n  near-ed25519-bench compare --only ring --only 'ed25519-dalek 2' --out compare\n  \
    near-ed25519-bench compare --quick \\\n      --json | jq '.rows[] | {name, x: .columns[0].times_unit}'",
    is_steady: false,
    rows,
    findings,
};

fn findings(measured: &Recording) -> anyhow::Result<Findings> {
    let titles = ["", "us", "times native", "NEP-364", "Tgas"];
    let native = |row: &str| measured.ratio((row, COLUMN), (UNIT, COLUMN));
    let table = measured.table(titles, shown, |row| {
        let nep = NEP_MS.iter().find(|(it, _)| *it == row);
        Ok(vec![
            measured
                .times((row, COLUMN))
                .map(|it| format!("{:.2}", it.us())),
            native(row).map(|it| format!("{it:.3}")),
            nep.map(|(_, ms)| format_ratio(*ms, NEP_NATIVE_MS)),
            measured.gas((row, COLUMN))?.map(format_tgas),
        ])
    })?;
    let bounds = PROMISES.map(|(row, at_most)| {
        let bound = format!("the host function, called by a contract: {row}, times native");
        measured.bound(bound, at_most, [[(row, COLUMN), (UNIT, COLUMN)]])
    });
    let caption = "NEP-364's own signature, interleaved;";
    let blocks = ["comparison", "compared on"];
    let ratio = |row: &str, _: &str| native(row);
    let mut findings = measured.findings(caption, table, blocks, UNIT, ratio)?;
    findings.caption += &format!("\n{PUBLISHED_GAS}");
    findings.bounds = bounds.into();
    Ok(findings)
}

/// The row that the others are compared with.
const UNIT: &str = DALEK_2.name;

/// NEP-364, "Rationale and alternatives": milliseconds for 10,000 verifications on an AMD Ryzen 9
/// 5900X. wasmer 1 compiled the same program with `--singlepass`, and then with `--enable-simd`,
/// for which wasmer chose Cranelift.
const NEP_MS: [(&str, u64); 3] = [
    (UNIT, NEP_NATIVE_MS),
    ("Singlepass, wasm", 9_926),
    ("Cranelift, wasm", 3_085),
];
const NEP_NATIVE_MS: u64 = 387;

/// Published gas costs, for comparison.
const PUBLISHED_GAS: &str = "near-ibc paid about 9 Tgas for a verification in Wasm (informalsystems/ibc-rs#958)\n\
    NEP-364's own contract paid 299 Tgas for 50, 5.98 Tgas each";

/// Bounds on the host function, called by a contract.
const PROMISES: [(&str, f64); 2] = [
    ("host on wasmtime/winch, dalek", 1.05),
    ("host on wasmtime/winch, new key", 1.0),
];

/// A row's name in documents, with a library's rule.
fn shown(row: &RecordedRow) -> Option<String> {
    let library = LIBRARIES.iter().find(|it| it.name == row.name);
    let shown = library.map(|it| beside_rule(it.name, it.accepts));
    Some(shown.unwrap_or_else(|| row.name.clone()))
}
