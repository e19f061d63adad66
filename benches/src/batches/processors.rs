//! One signature, and many at once, on every processor that was recorded.

use super::findings::{MOST, cold, tables};
use super::host::Calls;
use super::subjects::{Cell, Subject, UNIT, USUAL};
use crate::library::{DALEK_3, DALEK_3_AVX512, LIBRARIES};
use crate::measure::cell::{LANES, Subject as _};
use crate::measure::measured::Measured;
use crate::processor;
use ed25519_lanes::Backend::{self, Avx2, Ifma};
use near_ed25519::output::Table;
use std::iter::once;

type Recorded<'a> = [&'a Measured<'a, Cell>];

/// The table, and what documents quote of it.
pub(super) fn blocks(measured: &Measured<'_, Cell>) -> [(&'static str, String); 2] {
    let all: Vec<_> = once(measured).chain(&measured.elsewhere).collect();
    [
        ("signatures by processor", table(&all)),
        ("lanes on all processors", in_short(&all)),
    ]
}

/// The least ratio of these contenders to [`UNIT`]; a processor may lack some.
fn least(measured: &Measured<'_, Cell>, of: &[Subject], size: usize) -> Option<f64> {
    let ratio = |it: &Subject| measured.ratio(it.at(size), UNIT.at(size));
    of.iter().filter_map(ratio).min_by(f64::total_cmp)
}

fn table(all: &Recorded<'_>) -> String {
    let machines = all.iter().map(|it| &it.recording.run.machine);
    let titles = machines.map(|machine| match processor::of(machine) {
        Some((name, class)) => format!("{name}, {class}"),
        None => machine.cpu.clone(),
    });
    let mut table = Table::new(once("times ed25519-dalek 2".to_owned()).chain(titles));
    let lanes = LANES.into_iter();
    let lanes = lanes.flat_map(|it| [cold(it), tables(it, USUAL)]);
    let mut rows: Vec<_> = lanes.map(|it| (it.to_string(), vec![it])).collect();
    let building = [Ifma, Avx2].map(|it| Subject::Host(it, Calls::Building));
    rows.extend(building.map(|it| (format!("`ed25519_verify` by {it}"), vec![it])));
    let dalek_3 = [DALEK_3, DALEK_3_AVX512].map(Subject::OneByOne);
    let together = LIBRARIES.into_iter().map(Subject::Together).collect();
    rows.push((DALEK_3.name.to_owned(), dalek_3.into()));
    rows.push(("the fastest batch equation".to_owned(), together));
    for size in [1, MOST] {
        for (name, of) in &rows {
            let ratios: Vec<_> = all.iter().map(|it| least(it, of, size)).collect();
            if ratios.iter().any(Option::is_some) {
                let cell = |it: &Option<f64>| it.map_or("-".to_owned(), |it| format!("{it:.3}"));
                let cells = ratios.iter().map(cell).collect();
                table.row(&format!("{size} at once"), name, cells);
            }
        }
    }
    let others_on = all.iter().skip(1).map(|it| it.recording.measured_on());
    let others_on: String = others_on.map(|it| format!("\n{it}")).collect();
    table.markdown() + &others_on
}

/// The ratios of IFMA and AVX2, each from the least to the largest of all processors.
fn in_short(all: &Recorded<'_>) -> String {
    let range = |of: Subject, size: usize| {
        let ratios = all.iter().filter_map(|it| least(it, &[of], size));
        let [least, largest] = [f64::min, f64::max].map(|of| {
            let ratio = ratios.clone().reduce(of);
            ratio.map_or_else(|| "-".to_owned(), |ratio| format!("{ratio:.2}"))
        });
        match least == largest {
            true => least,
            false => format!("{least} to {largest}"),
        }
    };
    let of = |backend: Backend| {
        let [new, known] = [cold(backend), tables(backend, USUAL)];
        let [one, many] = [1, MOST].map(|size| [new, known].map(|it| range(it, size)));
        format!(
            "one signature takes {} with a new key and {} with a key's tables, each of {MOST} {} and {}",
            one[0], one[1], many[0], many[1]
        )
    };
    let names = all
        .iter()
        .map(|it| processor::name(&it.recording.run.machine));
    let names = names.collect::<Vec<_>>().join(", ");
    let (ifma, avx2) = (of(Ifma), of(Avx2));
    format!("Of ed25519-dalek 2's time, on {names}: by IFMA {ifma}; by AVX2 {avx2}.\n")
}
