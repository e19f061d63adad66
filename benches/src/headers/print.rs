//! The timings for people: in a terminal, and in a document.

use super::measured::{HeaderTime, Measured};
use super::timings::Timings;
use crate::amount::format_ms;
use crate::stdout::table;
use comfy_table::CellAlignment;
use std::fmt::Write as _;

pub(super) fn text(timings: &Timings) -> String {
    let titles: Vec<_> = timings
        .headers
        .iter()
        .map(|header| header.replacen(", ", "\n", 1))
        .collect();
    let titles = titles.iter().map(String::as_str);
    let mut rows = table(["ms, and times host"].into_iter().chain(titles));
    for row in &timings.rows {
        let mut cells = vec![row.name.clone()];
        if row.headers.is_empty() {
            let why = row.unavailable.as_deref().unwrap_or("not measured");
            cells.push(why.to_owned());
        } else {
            cells.extend(self::cells(timings, row));
        }
        rows.add_row(cells);
    }
    for column in rows.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    let launches = timings.rows.iter().flat_map(|row| &row.headers);
    let launches = launches.map(|header| header.time.launches_ns.len()).max();
    format!(
        "A header in a light client, from handing the call to the VM until its outcome: the least of \
         {} processes\n{}\n{rows}",
        launches.unwrap_or_default(),
        timings.machine.cpu,
    )
}

impl Timings {
    /// The table as Markdown: what was measured, and no more.
    pub(crate) fn markdown(&self) -> String {
        let mut text = format!("| ms (times host) | {} |\n", self.headers.join(" | "));
        let _ = writeln!(text, "|---|{}", "---|".repeat(self.headers.len()));
        for row in self.rows.iter().filter(|row| !row.headers.is_empty()) {
            let _ = writeln!(text, "| {} | {} |", row.name, cells(self, row).join(" | "));
        }
        text
    }
}

fn cells(timings: &Timings, row: &Measured) -> Vec<String> {
    let headers = timings.headers.iter().map(|header| row.header(header));
    headers
        .map(|header| header.map_or_else(String::new, cell))
        .collect()
}

fn cell(header: &HeaderTime) -> String {
    let ms = format_ms(header.time.least_ns.into());
    match header.time.times_unit {
        Some(times) => format!("{ms} ({times:.3})"),
        None => ms,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::headers::row::{UNIT, rows};
    use crate::headers::turn::Turn;
    use crate::machine::Machine;
    use crate::process::{Effort, Launches};

    #[test]
    fn tables_have_what_was_measured() {
        let turn = |row: &str, header: &str, least_ns| Turn {
            row: row.to_owned(),
            header: header.to_owned(),
            burnt_gas: 1,
            least_ns,
        };
        let turns = vec![
            turn(UNIT, "grandpa, 2 of equal power", 4_000_000),
            turn("wasm", "grandpa, 2 of equal power", 40_123_456),
            turn(UNIT, "other", 1_000),
        ];
        let headers = ["grandpa, 2 of equal power", "other"].map(str::to_owned);
        let effort = Effort {
            launches: 1,
            rounds: 1,
        };
        let launches = Launches {
            samples: vec![turns],
            is_interrupted: false,
        };
        let timings = Timings::new(Machine::this(), effort, 1, &rows(), &headers, &launches);
        let timings = timings.expect("consistent");
        assert_eq!(
            timings.markdown(),
            "| ms (times host) | grandpa, 2 of equal power | other |\n\
             |---|---|---|\n\
             | host | 4.000 (1.000) | 0.001 (1.000) |\n\
             | wasm | 40.123 (10.031) |  |\n"
        );
        let text = text(&timings);
        assert!(text.contains("40.123 (10.031)"), "{text}");
        assert!(text.contains("not measured"), "{text}");
    }
}
