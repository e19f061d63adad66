//! What follows from batches: how long a signature takes by how many are verified at once, beside dalek,
//! and what is promised of the lanes.

use super::row::{Group, Row, UNIT, USUAL, rows};
use super::{Batches, SIZES, picture};
use crate::compare::Rule;
use crate::measure::bound::Bound;
use crate::measure::experiment::{Experiment as _, Findings};
use crate::measure::recording::Recording;
use crate::measure::table::Table;
use crate::measure::times::Times;
use ed25519_lanes::Layout;
use serde_json::json;

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

/// Numbers of signatures that a short table has.
const FEW: [usize; 4] = [1, 8, 64, MOST];

const TABLE: &str = "table.md";
const PICTURE: &str = "picture.svg";

pub(super) fn of(recording: &Recording) -> anyhow::Result<Findings> {
    let times = |name: &str, size: usize| recording.times(name, &size.to_string());
    let beside = |name: &str, size: usize| {
        let unit = times(UNIT, size)?;
        Some(times(name, size)?.beside(&unit))
    };
    let titles = |sizes: &[usize]| {
        let sizes = sizes.iter().map(usize::to_string);
        let first = ["signatures at once".to_owned()].into_iter();
        let titles = first.chain(sizes).chain([format!("us each of {MOST}")]);
        titles.collect::<Vec<_>>()
    };
    let (mut all, mut few) = (Table::new(titles(&SIZES)), Table::new(titles(&FEW)));
    let mut json_rows = Vec::new();
    for row in rows() {
        let (group, name) = (row.group.title(), named(&row));
        let found = SIZES.map(|size| times(&row.name, size));
        let cells = |sizes: &[usize]| -> Vec<String> {
            let shares = sizes.iter().map(|size| {
                let share = beside(&row.name, *size);
                share.map_or_else(String::new, |share| format!("{share:.3}"))
            });
            let each = times(&row.name, MOST);
            let each = each.map_or_else(String::new, |it| format!("{:.2}", it.least_ns / 1e3));
            shares.chain([each]).collect()
        };
        if found.iter().all(Option::is_none) {
            let why = row.unavailable.as_deref().unwrap_or("not measured");
            all.missing(group, &name, why);
        } else {
            all.row(group, &name, cells(&SIZES));
            if row.layout().is_none_or(|layout| layout == USUAL) {
                few.row(group, &name, cells(&FEW));
            }
        }
        let size = |(size, times): (usize, Option<Times>)| {
            let Times {
                launches_ns,
                least_ns,
                ..
            } = times?;
            Some(json!({
                "signatures": size,
                "launches_ns": launches_ns,
                "least_ns": least_ns,
                "times_unit": beside(&row.name, size),
            }))
        };
        json_rows.push(json!({
            "name": row.name,
            "group": group,
            "table_bytes": row.layout().map(Layout::bytes),
            "unavailable": row.unavailable,
            "sizes": SIZES.into_iter().zip(found).filter_map(size).collect::<Vec<_>>(),
        }));
    }
    let bounds = PROMISES.map(|(name, size, at_most)| {
        let bound = format!("{name}, {size} at once, times dalek");
        Bound::new(Batches::NAME, bound, at_most, beside(name, size))
    });
    let on = recording.measured_on();
    let document = format!(
        "# Many signatures at once\n\n\
         Times beside as many signatures by ed25519-dalek 3, one after another, without AVX-512.\n\n\
         {}\n![One signature, by how many are verified at once]({PICTURE})\n\n{on}",
        all.markdown()
    );
    let picture = picture::draw(|name, size| Some(times(name, size)?.least_ns / 1e3))?;
    Ok(Findings {
        caption: format!(
            "Signatures of {} bytes, so many at once, interleaved; each beside ed25519-dalek 3 one by \
             one, the least of {} processes",
            dalek_child::MESSAGE_BYTES,
            recording.run.effort.launches
        ),
        table: all,
        bounds: bounds.into(),
        blocks: vec![
            ("many signatures", few.markdown()),
            ("many signatures on", on),
        ],
        files: vec![
            (TABLE, document.into_bytes()),
            (PICTURE, picture.into_bytes()),
        ],
        json: json!({ "message_bytes": dalek_child::MESSAGE_BYTES, "rows": json_rows }),
    })
}

/// With the rule it accepts by, where the name does not say it.
fn named(row: &Row) -> String {
    match row.group {
        Group::Lanes | Group::Tables => Rule::Nep364.named(&row.name),
        Group::OneByOne | Group::Batch => row.accepts.named(&row.name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_promise_is_of_somebody() {
        let rows = rows();
        for (name, size, _) in PROMISES {
            assert!(rows.iter().any(|row| row.name == name), "{name}");
            assert!(SIZES.contains(&size), "{size}");
        }
    }
}
