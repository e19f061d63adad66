//! ed25519-dalek 3, which nearcore could call instead of dalek 2, and the lanes beside it.

use super::findings::{cold, tables};
use super::subjects::{Cell, Subject, UNIT, USUAL};
use crate::library::{DALEK_3, DALEK_3_AVX512};
use crate::measure::{LANES, Measured, Subject as _};
use crate::processor;
use crate::statistics::of_mean;
use near_ed25519::output::Table;

/// Numbers of signatures at once.
const AT_ONCE: [usize; 3] = [1, 8, 64];

/// dalek 3, by AVX-512 if the processor has it.
fn dalek_3(measured: &Measured<'_, Cell>) -> Option<Subject> {
    let mut both = [DALEK_3_AVX512, DALEK_3].map(Subject::OneByOne).into_iter();
    both.find(|it| measured.times(it.at(1)).is_some())
}

/// dalek 3's time for one signature as a share of dalek 2's: the mean of the processes, and the
/// upper end of its 95 % interval. `None` if fewer than two processes measured both.
pub(crate) fn ratio(measured: &Measured<'_, Cell>) -> Option<(f64, f64)> {
    let [three, two] =
        [dalek_3(measured)?, UNIT].map(|it| Some(measured.times(it.at(1))?.launches_ns));
    let (three, two) = (three?, two?);
    let ratios = three.iter().zip(&two).map(|(three, two)| three / two);
    of_mean(&ratios.collect::<Vec<_>>())
}

/// Times as shares of dalek 3's, by the number of signatures at once, on each machine.
pub(crate) fn beside(machines: &[&Measured<'_, Cell>]) -> Table {
    let titles = machines.iter().flat_map(|it| {
        let cpu = processor::name(&it.recording.run.machine);
        AT_ONCE.map(|size| format!("{cpu}: {size} at once"))
    });
    let mut table = Table::new(["times dalek 3".to_owned()].into_iter().chain(titles));
    let lanes = LANES.into_iter();
    let lanes = lanes.flat_map(|it| [cold(it), tables(it, USUAL)]);
    let dalek = [UNIT, Subject::Together(DALEK_3_AVX512)];
    for subject in dalek.into_iter().chain(lanes) {
        let cells = machines.iter().flat_map(|it| {
            let ratio = |size| it.ratio(subject.at(size), dalek_3(it)?.at(size));
            AT_ONCE.map(|size| ratio(size).map_or_else(String::new, |it| format!("{it:.2}")))
        });
        let name = format!("{}: {}", subject.group(), subject.shown());
        table.row("", &name, cells.collect());
    }
    table
}
