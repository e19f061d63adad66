//! One signature, and many at once, on every processor that was recorded: beside dalek 2, beside
//! dalek 3, which nearcore could call instead of it, and beside the fastest of others.

use super::subjects::{ALL_SIZES, LARGER, UNIT, USUAL, cold, each, shown, tables, together};
use super::{MOST, building};
use crate::library::{DALEK_3, DALEK_3_AVX512, LIBRARIES};
use crate::machine::{processor, processor_name};
use crate::measure::{LANES, Recording};
use crate::statistics::of_mean;
use ed25519_lanes::Backend::{self, Avx2, Ifma};
use near_ed25519::output::Table;
use std::iter::once;

/// The table, and what documents quote of it.
pub(super) fn blocks(measured: &Recording) -> [(&'static str, String); 3] {
    let all: Vec<_> = measured.everywhere().collect();
    [
        ("signatures by processor", table(&all)),
        ("lanes on all processors", in_short(&all)),
        ("lanes beside others", beside_others(&all)),
    ]
}

/// [`f64::min`] or [`f64::max`].
type Of = fn(f64, f64) -> f64;

/// The least or the largest ratio of these contenders to [`UNIT`]; a processor may lack some.
fn ratio(measured: &Recording, (rows, of): (&[String], Of), size: usize) -> Option<f64> {
    let ratio = |it: &String| measured.ratio((&**it, size), (UNIT, size));
    rows.iter().filter_map(ratio).reduce(of)
}

fn table(all: &[&Recording]) -> String {
    let machines = all.iter().map(|it| &it.run.machine);
    let titles = machines.map(|machine| match processor(machine) {
        Some((name, class)) => format!("{name}, {class}"),
        None => machine.cpu.clone(),
    });
    let mut table = Table::new(once("times ed25519-dalek 2".to_owned()).chain(titles));
    let lanes = LANES.into_iter();
    let lanes = lanes.flat_map(|it| [cold(it), tables(it, USUAL)]);
    let mut rows: Vec<(_, _, Of)> = lanes
        .map(|it| (it.clone(), vec![it], f64::min as Of))
        .collect();
    for backend in [Ifma, Avx2] {
        let building = building(backend);
        let name = format!("`ed25519_verify` by {}", building[0]);
        rows.push((name, building.into(), f64::max));
    }
    let dalek_3 = [DALEK_3, DALEK_3_AVX512].map(|it| it.name.to_owned());
    let fastest = [
        (DALEK_3.name, dalek_3.into()),
        ("the fastest batch equation", batch_equations()),
        ("the fastest of others' lanes", other_lanes()),
    ];
    rows.extend(fastest.map(|(name, rows)| (name.to_owned(), rows, f64::min as Of)));
    for size in [1, MOST, LARGER[LARGER.len() - 1]] {
        for (name, rows, of) in &rows {
            let ratio = |it: &&Recording| ratio(it, (rows, *of), size);
            let ratios: Vec<_> = all.iter().map(ratio).collect();
            if ratios.iter().any(Option::is_some) {
                let cell = |it: &Option<f64>| it.map_or("-".to_owned(), |it| format!("{it:.3}"));
                let cells = ratios.iter().map(cell).collect();
                table.row(&format!("{size} at once"), name, cells);
            }
        }
    }
    let others_on = all.iter().skip(1).map(|it| it.measured_on());
    let others_on: String = others_on.map(|it| format!("\n{it}")).collect();
    table.markdown() + &others_on
}

/// From the least to the largest, or one number if they look the same.
fn range(ratios: impl Iterator<Item = f64> + Clone) -> String {
    let [least, largest] = [f64::min as Of, f64::max].map(|of| {
        let ratio = ratios.clone().reduce(of);
        ratio.map_or_else(|| "-".to_owned(), |ratio| format!("{ratio:.2}"))
    });
    match least == largest {
        true => least,
        false => format!("{least} to {largest}"),
    }
}

/// The ratios of IFMA and AVX2, each from the least to the largest of all processors.
fn in_short(all: &[&Recording]) -> String {
    let of_all = |of: &String, size: usize| {
        let ratio = |it: &&Recording| it.ratio((&**of, size), (UNIT, size));
        range(all.iter().filter_map(ratio))
    };
    let of = |backend: Backend| {
        let rows = [cold(backend), tables(backend, USUAL)];
        let [one, many] = [1, MOST].map(|size| rows.each_ref().map(|it| of_all(it, size)));
        format!(
            "one signature takes {} with a new key and {} with a key's tables; of {MOST} at once, each takes {} and {}",
            one[0], one[1], many[0], many[1]
        )
    };
    let names = all.iter().map(|it| processor_name(&it.run.machine));
    let names = names.collect::<Vec<_>>().join(", ");
    let (ifma, avx2) = (of(Ifma), of(Avx2));
    format!("On {names}, as shares of ed25519-dalek 2's time: by IFMA {ifma}; by AVX2 {avx2}.\n")
}

/// Signatures that fill the lanes of IFMA.
const FEWEST: usize = 8;

fn batch_equations() -> Vec<String> {
    LIBRARIES.map(together).into()
}

fn other_lanes() -> Vec<String> {
    LIBRARIES.map(each).into()
}

/// What documents quote: ratios of the lanes to the fastest of others, on all processors.
fn beside_others(all: &[&Recording]) -> String {
    let ratios = |lanes: &str, others: &[String], sizes: &[usize]| {
        let of_size = |&size: &usize| {
            all.iter().filter_map(move |it| {
                let lanes = it.ratio((lanes, size), (UNIT, size))?;
                Some(lanes / ratio(it, (others, f64::min), size)?)
            })
        };
        sizes.iter().flat_map(of_size).collect::<Vec<_>>()
    };
    let range_of = |ratios: Vec<f64>| range(ratios.into_iter());
    let libraries = LIBRARIES.map(|it| it.name.to_owned());
    let [ifma, avx2] = [Ifma, Avx2].map(|it| range_of(ratios(&cold(it), &libraries, &[1])));
    let many = ALL_SIZES.into_iter();
    let many: Vec<_> = many.filter(|it| *it >= FEWEST).collect();
    let equation = range_of(ratios(&cold(Ifma), &batch_equations(), &many));
    let mut text = format!(
        "One signature takes {ifma} of the fastest library's time by IFMA, {avx2} by AVX2. Of {FEWEST} or more, \
         each by IFMA takes {equation} of its time by the fastest batch equation"
    );
    let lanes = ratios(&cold(Ifma), &other_lanes(), &many);
    if !lanes.is_empty() {
        text += &format!(", and {} by the fastest lanes of others", range_of(lanes));
    }
    text + ".\n"
}

/// Numbers of signatures at once.
const AT_ONCE: [usize; 3] = [1, 8, 64];

/// dalek 3, by AVX-512 if the processor has it.
fn dalek_3(measured: &Recording) -> Option<&'static str> {
    let mut both = [DALEK_3_AVX512, DALEK_3].map(|it| it.name).into_iter();
    both.find(|it| measured.times((it, 1)).is_some())
}

/// dalek 3's time for one signature as a share of dalek 2's: the mean of the processes, and the
/// upper end of its 95 % interval. `None` if fewer than two processes measured both.
pub(crate) fn ratio_of_dalek_3(measured: &Recording) -> Option<(f64, f64)> {
    let [three, two] =
        [dalek_3(measured)?, UNIT].map(|it| Some(measured.times((it, 1))?.launches_ns));
    let (three, two) = (three?, two?);
    let ratios = three.iter().zip(&two).map(|(three, two)| three / two);
    of_mean(&ratios.collect::<Vec<_>>())
}

/// Times as shares of dalek 3's, by the number of signatures at once, on each machine.
pub(crate) fn beside_dalek_3(machines: &[&Recording]) -> Table {
    let titles = machines.iter().flat_map(|it| {
        let cpu = processor_name(&it.run.machine);
        AT_ONCE.map(|size| format!("{cpu}: {size} at once"))
    });
    let mut table = Table::new(["times dalek 3".to_owned()].into_iter().chain(titles));
    let lanes = LANES.into_iter();
    let lanes = lanes.flat_map(|it| [cold(it), tables(it, USUAL)].map(|it| ("lanes", it)));
    let dalek = [
        ("one by one", UNIT.to_owned()),
        ("one verdict for all", together(DALEK_3_AVX512)),
    ];
    for (group, row) in dalek.into_iter().chain(lanes) {
        let cells = machines.iter().flat_map(|it| {
            let ratio = |size| it.ratio((&*row, size), (dalek_3(it)?, size));
            AT_ONCE.map(|size| ratio(size).map_or_else(String::new, |it| format!("{it:.2}")))
        });
        let name = format!("{group}: {}", shown(&row));
        table.row("", &name, cells.collect());
    }
    table
}
