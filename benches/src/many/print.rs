//! The timings for people: in a terminal, and in a document.

use super::SIZES;
use super::measured::Measured;
use super::row::{Group, USUAL};
use super::timings::Timings;
use crate::compare::Rule;
use crate::stdout::table;
use comfy_table::CellAlignment;
use std::fmt::Write as _;

/// What is promised: of whom, for how many signatures, and at most how many times the unit.
const PROMISES: [(&str, usize, f64); 7] = [
    ("ifma, 16 KiB tables", 256, 0.10),
    ("ifma, cold keys", 256, 0.24),
    ("avx2, 16 KiB tables", 256, 0.28),
    ("portable, 16 KiB tables", 256, 0.46),
    ("ifma, cold keys", 8, 0.30),
    // dalek itself: as fast but for what a measurement cannot tell apart.
    ("ifma, cold keys", 1, 1.05),
    ("avx2, cold keys", 1, 1.05),
];

/// The most signatures, for which times are given too.
const MOST: usize = SIZES[SIZES.len() - 1];

/// A table, and what is to be seen in it.
pub(super) fn text(timings: &Timings) -> String {
    let sizes = SIZES.map(|size| size.to_string());
    let titles = [
        &[String::new()],
        &sizes[..],
        &[format!("us each\nof {MOST}"), "spread".to_owned()],
    ]
    .concat();
    let mut rows = table(titles.iter().map(String::as_str));
    for group in Group::ALL {
        rows.add_row([group.title()]);
        for row in timings.rows.iter().filter(|row| row.group == group) {
            rows.add_row(cells(row));
        }
    }
    for column in rows.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    let launches = timings.rows.iter().flat_map(|row| &row.sizes);
    let launches = launches.map(|size| size.time.launches_ns.len()).max();
    let promises = PROMISES.map(|promise| verdict(timings, promise));
    format!(
        "Signatures of {} bytes, so many at once, interleaved; the least of {} processes, beside as \
         many by ed25519-dalek 3 one by one\n{}; dalek: {}\n{rows}\n{}",
        timings.message_bytes,
        launches.unwrap_or_default(),
        timings.machine.cpu,
        timings.machine.dalek_backend,
        promises.join("\n"),
    )
}

fn cells(row: &Measured) -> Vec<String> {
    let mut cells = vec![format!("  {}", name(row))];
    if row.sizes.is_empty() {
        cells.push(
            row.unavailable
                .clone()
                .unwrap_or_else(|| "not measured".to_owned()),
        );
        return cells;
    }
    cells.extend(SIZES.map(|size| times_unit(row, size)));
    cells.push(us_each(row));
    let spread = row.spread();
    cells.push(spread.map_or_else(String::new, |spread| format!("{:.1}%", spread * 100.0)));
    cells
}

fn verdict(timings: &Timings, (name, signatures, most): (&str, usize, f64)) -> String {
    match timings.times_unit(name, signatures) {
        None => format!("{name}, {signatures}: not measured"),
        Some(times) => {
            let holds = match times <= most {
                true => "holds",
                false => "DOES NOT HOLD",
            };
            format!("{name}, {signatures}: {times:.3} (at most {most:.2}: {holds})")
        }
    }
}

impl Timings {
    /// The table as Markdown: what was measured, and no more.
    pub(crate) fn markdown(&self) -> String {
        markdown(self.rows.iter(), &SIZES)
    }

    /// The same with fewer numbers of signatures, and one layout of tables.
    pub(crate) fn short_markdown(&self) -> String {
        let is_usual = |row: &&Measured| row.table_bytes.is_none_or(|it| it == USUAL.bytes());
        markdown(self.rows.iter().filter(is_usual), &[1, 8, 64, MOST])
    }
}

fn markdown<'a>(rows: impl Iterator<Item = &'a Measured>, sizes: &[usize]) -> String {
    let titles: Vec<_> = sizes.iter().map(usize::to_string).collect();
    let mut text = format!(
        "| signatures at once | {} | us each of {MOST} |\n",
        titles.join(" | ")
    );
    let _ = writeln!(text, "|---|{}---|", "---|".repeat(sizes.len()));
    for row in rows.filter(|row| !row.sizes.is_empty()) {
        let cells: Vec<_> = sizes.iter().map(|size| times_unit(row, *size)).collect();
        let (group, name, us) = (row.group.title(), name(row), us_each(row));
        let _ = writeln!(text, "| {group}: {name} | {} | {us} |", cells.join(" | "));
    }
    text
}

/// With the rule it accepts by, where that is not the NEP's and not said already.
fn name(row: &Measured) -> String {
    match (row.group, row.accepts) {
        (Group::Lanes | Group::Tables, _) | (_, Rule::Nep364) => row.name.clone(),
        (_, Rule::Zip215) => format!("{} (ZIP-215)", row.name),
        (_, Rule::Own) => format!("{} (a rule of its own)", row.name),
    }
}

fn times_unit(row: &Measured, signatures: usize) -> String {
    let times = row.size(signatures).and_then(|size| size.time.times_unit);
    times.map_or_else(String::new, |times| format!("{times:.3}"))
}

fn us_each(row: &Measured) -> String {
    let most = row.size(MOST);
    most.map_or_else(String::new, |size| {
        format!("{:.2}", size.each_ns() / 1_000.0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Machine;
    use crate::many::row::{UNIT, rows};
    use crate::many::turn::Turn;
    use crate::process::{Effort, Launches};

    /// The unit at 40 us each, and lanes at so many.
    fn timings(lanes_us: u64) -> Timings {
        let turn = |row: &str, signatures, us_each| Turn {
            row: row.to_owned(),
            signatures,
            times: 1,
            least_ns: signatures as u64 * us_each * 1_000,
        };
        let lanes = PROMISES[0].0;
        let turns = vec![
            turn(UNIT, 1, 40),
            turn(UNIT, 256, 40),
            turn(lanes, 256, lanes_us),
        ];
        let effort = Effort {
            launches: 1,
            rounds: 1,
        };
        let launches = Launches {
            samples: vec![turns],
            is_interrupted: false,
        };
        Timings::new(Machine::this(), effort, 1, &rows(), &launches)
    }

    #[test]
    fn markdown_has_what_was_measured() {
        let blank = "|  ".repeat(7);
        assert_eq!(
            timings(4).markdown(),
            format!(
                "| signatures at once | 1 | 2 | 4 | 8 | 16 | 32 | 64 | 128 | 256 | us each of 256 |\n\
                 |---|---|---|---|---|---|---|---|---|---|---|\n\
                 | one by one: ed25519-dalek 3 | 1.000 {blank}| 1.000 | 40.00 |\n\
                 | lanes: ifma, 16 KiB tables |  {blank}| 0.100 | 4.00 |\n"
            )
        );
    }

    #[test]
    fn the_short_table_has_one_layout_and_fewer_numbers() {
        let short = timings(4).short_markdown();
        assert!(short.starts_with("| signatures at once | 1 | 8 | 64 | 256 | us each of 256 |\n"));
        assert!(short.contains("| lanes: ifma, 16 KiB tables |  |  |  | 0.100 | 4.00 |"));
        let mut other = timings(4);
        for row in &mut other.rows {
            row.table_bytes = row.table_bytes.map(|bytes| bytes + 1);
        }
        assert!(!other.short_markdown().contains("16 KiB"));
    }

    #[test]
    fn a_promise_holds_or_does_not() {
        let said = |us| text(&timings(us));
        assert!(said(4).contains("ifma, 16 KiB tables, 256: 0.100 (at most 0.10: holds)"));
        assert!(said(5).contains("0.125 (at most 0.10: DOES NOT HOLD)"));
        assert!(said(4).contains("not measured"), "the others");
    }

    #[test]
    fn every_promise_is_of_somebody() {
        let rows = rows();
        for (name, signatures, _) in PROMISES {
            assert!(rows.iter().any(|row| row.name == name), "{name}");
            assert!(SIZES.contains(&signatures), "{signatures}");
        }
    }
}
