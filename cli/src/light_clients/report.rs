//! The report of an update.

use super::client::LightClient;
use super::phases::Phase;
use super::update::Measured;
use super::verdict::NOT_ENOUGH_TRUST;
use crate::exit::{FAILED, Failure, NOT_ENOUGH_TRUST as BISECT};
use crate::output::format::{
    TRANSACTION, format_enough_tgas, format_ms, format_ratio, format_tgas,
};
use crate::output::{Fields, bar, bar_of, table};
use serde_json::json;

/// Prints an update; `subject` describes the verified header or justification.
///
/// # Errors
///
/// Standard output cannot be written to; or the verdict is a refusal, after everything is printed.
pub(super) fn print(
    client: LightClient,
    subject: Fields,
    measured: &Measured,
    is_json: bool,
) -> Result<(), Failure> {
    let verdict = &measured.verdict;
    let (burnt, floor) = (measured.burnt_gas, measured.floor_gas);
    let wall_ns = measured.wall.as_nanos();
    let fits_300_tgas = burnt <= TRANSACTION.as_gas();
    let fits = match fits_300_tgas {
        true => "fits",
        false => "does not fit; a transaction may have more today",
    };
    let of_floor = (floor != 0).then(|| {
        let (gas, ratio) = (format_tgas(floor), format_ratio(burnt, floor));
        format!("{gas} Tgas for signatures one at a time; burnt was {ratio} times that")
    });
    let mut phases = table(["spent on", "Tgas", "share"]);
    for Phase { phase, gas } in &measured.phases {
        phases.add_row([(*phase).to_owned(), format_tgas(*gas), bar_of(*gas, burnt)]);
    }
    Fields::default()
        .json("client", client.name)
        .json("build", measured.build.to_string())
        .both("verdict", "verdict", Some(verdict.verdict.clone()))
        .both("detail", "detail", verdict.detail.clone()) // null if the verdict is success
        .line(
            "light client",
            [format!("{} ({})", client.name, measured.build)],
        )
        .and(subject)
        .json("burnt_gas", burnt)
        .json("wall_ns", u64::try_from(wall_ns).unwrap_or(u64::MAX))
        .json("floor_gas", floor)
        .json("signatures", measured.signatures)
        .json("fits_300_tgas", fits_300_tgas)
        .json("phases", json!(measured.phases))
        .line("burnt", [format!("{} Tgas", format_enough_tgas(burnt))])
        .line("took", [format!("{} ms", format_ms(wall_ns))])
        .line("of 300 Tgas", [format!("{} {fits}", bar(burnt))])
        .line("signatures", [format!("{} checked", measured.signatures)])
        .line("floor", of_floor)
        .print(is_json, &phases.to_string())?;
    let code = match verdict.verdict.as_str() {
        _ if verdict.is_success() => return Ok(()),
        NOT_ENOUGH_TRUST => BISECT,
        _ => FAILED,
    };
    let why = format!("{}: {verdict}", client.update);
    Err(Failure::refused(code, why))
}
