//! One signature, and many at once, on every processor that was recorded.

use super::findings::{MOST, cold, tables};
use super::host::Calls;
use super::subjects::{Cell, Subject, UNIT, USUAL};
use crate::library::{DALEK_3, DALEK_3_AVX512, LIBRARIES};
use crate::measure::cell::{LANES, Subject as _};
use crate::measure::measured::Measured;
use crate::processor::{Class, name};
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
    let ratios = of.iter();
    let ratios = ratios.filter_map(|it| measured.ratio(it.at(size), UNIT.at(size)));
    ratios.min_by(f64::total_cmp)
}

fn table(all: &Recorded<'_>) -> String {
    let machines = all.iter().map(|it| &it.recording.run.machine);
    let classes: Vec<_> = machines.clone().map(Class::of).collect();
    let titles = machines.zip(&classes).map(|(machine, class)| match class {
        Some(class) => format!("{}, {class}", name(machine)),
        None => name(machine).to_owned(),
    });
    let mut table = Table::new(once("times ed25519-dalek 2".to_owned()).chain(titles));
    let mut row = |size: usize, name: &str, of: &[Subject]| {
        let text = |ratio| format!("{ratio:.3}");
        let cells = all.iter().map(|it| least(it, of, size));
        let cells = cells.map(|it| it.map_or_else(|| "-".to_owned(), text));
        table.row(&format!("{size} at once"), name, cells.collect());
    };
    for size in [1, MOST] {
        for backend in LANES {
            for lanes in [cold(backend), tables(backend, USUAL)] {
                row(size, &lanes.to_string(), &[lanes]);
            }
        }
        if size == 1 {
            for backend in [Ifma, Avx2] {
                let call = Subject::Host(backend, Calls::Building);
                row(size, &format!("`ed25519_verify` by {call}"), &[call]);
            }
        }
        let dalek_3 = [DALEK_3, DALEK_3_AVX512].map(Subject::OneByOne);
        row(size, DALEK_3.name, &dalek_3);
    }
    let together = LIBRARIES.into_iter().filter(|it| it.together.is_some());
    let together: Vec<_> = together.map(Subject::Together).collect();
    row(MOST, "the fastest batch equation", &together);
    let others = Class::ALL.map(Some).into_iter();
    let others = others.filter(|it| !classes.contains(it)).flatten();
    let others: Vec<_> = others.map(|it| it.to_string()).collect();
    let others = match others.as_slice() {
        [] => String::new(),
        _ => format!("\nNot recorded: processors with {}.\n", others.join("; ")),
    };
    let others_on = all.iter().skip(1).map(|it| it.recording.measured_on());
    let others_on: String = others_on.map(|it| format!("\n{it}")).collect();
    table.markdown() + &others_on + &others
}

/// The ratios of IFMA and AVX2, each from the least to the largest of all processors.
fn in_short(all: &Recorded<'_>) -> String {
    let range = |of: Subject, size: usize| {
        let ratios = all.iter().filter_map(|it| least(it, &[of], size));
        let ratios: Vec<_> = ratios.collect();
        let [least, largest] = [f64::min, f64::max].map(|of| {
            let ratio = ratios.iter().copied().reduce(of);
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
    let names = all.iter().map(|it| name(&it.recording.run.machine));
    let names: Vec<_> = names.collect();
    format!(
        "Of ed25519-dalek 2's time, on {}: by IFMA {}; by AVX2 {}.\n",
        names.join(" and "),
        of(Ifma),
        of(Avx2)
    )
}
