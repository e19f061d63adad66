//! The report of an update.

use crate::exit::{FAILED, Failure, NOT_ENOUGH_TRUST as BISECT};
use near_ed25519_benches::amount::{
    TRANSACTION, format_enough_tgas, format_ms, format_ratio, format_tgas,
};
use near_ed25519_benches::light_clients::{
    LightClient, Measured, NOT_ENOUGH_TRUST, Phase, Verdict,
};
use near_ed25519_benches::stdout::{self, bar, bar_of, named, table};
use serde_json::{Map, Value, json};

/// The verified header or justification.
pub(super) struct Subject {
    /// An object, whose fields `--json` includes.
    pub(super) json: Value,
    /// The same as lines of text.
    pub(super) lines: Vec<(&'static str, String)>,
}

/// Prints an update.
///
/// # Errors
///
/// Standard output cannot be written to; or, after everything is printed, the verdict is a refusal.
pub(super) fn print(
    client: LightClient,
    subject: Subject,
    measured: &Measured,
    is_json: bool,
) -> Result<(), Failure> {
    let verdict = &measured.verdict;
    match is_json {
        true => stdout::json(&json(client, subject.json, measured))?,
        false => stdout::line(&text(client, subject.lines, measured))?,
    }
    let code = match verdict.verdict.as_str() {
        _ if verdict.is_success() => return Ok(()),
        NOT_ENOUGH_TRUST => BISECT,
        _ => FAILED,
    };
    let why = format!("{}: {verdict}", client.update);
    Err(Failure::refused(code, why))
}

fn json(client: LightClient, subject: Value, measured: &Measured) -> Map<String, Value> {
    let Verdict { verdict, detail } = &measured.verdict;
    let said = json!({
        "client": client.name,
        "build": measured.build.to_string(),
        "verdict": verdict,
        "detail": detail, // null if the verdict is success
    });
    let cost = json!({
        "burnt_gas": measured.burnt_gas,
        "wall_ns": measured.wall.as_nanos(),
        "floor_gas": measured.floor_gas,
        "signatures": measured.signatures,
        "fits_300_tgas": measured.burnt_gas <= TRANSACTION.as_gas(),
        "phases": measured.phases,
    });
    let parts = [said, subject, cost].into_iter();
    let objects = parts.filter_map(|part| part.as_object().cloned());
    objects.flatten().collect()
}

fn text(client: LightClient, subject: Vec<(&'static str, String)>, measured: &Measured) -> String {
    let Verdict { verdict, detail } = &measured.verdict;
    let (burnt, floor) = (measured.burnt_gas, measured.floor_gas);
    let fits = match burnt <= TRANSACTION.as_gas() {
        true => "fits",
        false => "does not fit; a transaction may have more today",
    };
    let mut lines = vec![("verdict", verdict.clone())];
    lines.extend(detail.clone().map(|detail| ("detail", detail)));
    let of_client = format!("{} ({})", client.name, measured.build);
    lines.push(("light client", of_client));
    lines.extend(subject);
    let took = format_ms(measured.wall.as_nanos());
    lines.extend([
        ("burnt", format!("{} Tgas", format_enough_tgas(burnt))),
        ("took", format!("{took} ms")),
        ("of 300 Tgas", format!("{} {fits}", bar(burnt))),
        ("signatures", format!("{} checked", measured.signatures)),
    ]);
    if floor != 0 {
        let (gas, ratio) = (format_tgas(floor), format_ratio(burnt, floor));
        let line = format!("{gas} Tgas for signatures one at a time; burnt was {ratio} times that");
        lines.push(("floor", line));
    }
    let mut phases = table(["spent on", "Tgas", "share"]);
    for Phase { phase, gas } in &measured.phases {
        phases.add_row([(*phase).to_owned(), format_tgas(*gas), bar_of(*gas, burnt)]);
    }
    named(lines) + &phases.to_string()
}
