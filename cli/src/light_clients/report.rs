//! How the commands print an update.

use crate::exit::Failure;
use anyhow::anyhow;
use near_ed25519_benches::amount::{format_ms, format_ratio, format_tgas};
use near_ed25519_benches::light_clients::{
    LightClient, Measured, NOT_ENOUGH_TRUST, Phase, Verdict,
};
use near_ed25519_benches::stdout::{self, bar, bar_of, table};
use serde::Serialize;
use std::fmt::Write as _;

/// What was verified: fields of the JSON, and lines for people.
pub(crate) trait Subject: Serialize {
    fn lines(&self) -> Vec<(&'static str, String)>;
}

/// What `--json` prints.
#[derive(Serialize)]
struct Report<'a, S> {
    client: &'static str,
    build: String,
    verdict: &'a str,
    /// `null` if the verdict is success.
    detail: Option<&'a str>,
    #[serde(flatten)]
    subject: S,
    burnt_gas: u64,
    wall_ns: u128,
    floor_gas: u64,
    signatures: u64,
    fits_300_tgas: bool,
    phases: &'a [Phase],
}

/// Prints an update.
///
/// # Errors
///
/// Standard output cannot be written to; or, when all is printed, the verdict was a refusal.
pub(crate) fn print(
    client: LightClient,
    subject: impl Subject,
    measured: &Measured,
    json: bool,
) -> Result<(), Failure> {
    let Verdict { verdict, detail } = &measured.verdict;
    let report = Report {
        client: client.name,
        build: measured.build.to_string(),
        verdict,
        detail: detail.as_deref(),
        subject,
        burnt_gas: measured.burnt_gas,
        wall_ns: measured.wall.as_nanos(),
        floor_gas: measured.floor_gas,
        signatures: measured.signatures,
        fits_300_tgas: measured.fits(),
        phases: &measured.phases,
    };
    if json {
        stdout::json(&report)?;
    } else {
        stdout::line(&report.text())?;
    }
    demand(client, &measured.verdict)
}

/// Fails where the contract refused an update, of which the report has told.
fn demand(client: LightClient, verdict: &Verdict) -> Result<(), Failure> {
    let error = anyhow!("{}: {verdict}", client.update);
    match verdict.verdict.as_str() {
        _ if verdict.is_success() => Ok(()),
        NOT_ENOUGH_TRUST => Err(Failure::not_enough_trust(error)),
        _ => Err(Failure::refused(error)),
    }
}

impl<S: Subject> Report<'_, S> {
    fn text(&self) -> String {
        let mut text = String::new();
        for (name, value) in self.lines() {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{name:<16}{value}");
        }
        let mut phases = table(["spent on", "Tgas", "share"]);
        for Phase { phase, gas } in self.phases {
            phases.add_row([
                (*phase).to_owned(),
                format_tgas(*gas),
                bar_of(*gas, self.burnt_gas),
            ]);
        }
        text + &phases.to_string()
    }

    fn lines(&self) -> Vec<(&'static str, String)> {
        let mut lines = vec![("verdict", self.verdict.to_owned())];
        lines.extend(self.detail.map(|detail| ("detail", detail.to_owned())));
        lines.push(("light client", format!("{} ({})", self.client, self.build)));
        lines.extend(self.subject.lines());
        let fits = if self.fits_300_tgas {
            "fits"
        } else {
            "does not fit; a transaction may have more today"
        };
        lines.extend([
            ("burnt", format!("{} Tgas", format_tgas(self.burnt_gas))),
            ("took", format!("{} ms", format_ms(self.wall_ns))),
            ("of 300 Tgas", format!("{} {fits}", bar(self.burnt_gas))),
            ("signatures", format!("{} checked", self.signatures)),
        ]);
        if self.floor_gas != 0 {
            let floor = format_tgas(self.floor_gas);
            let ratio = format_ratio(self.burnt_gas, self.floor_gas);
            let line =
                format!("{floor} Tgas for signatures one at a time; burnt was {ratio} times that");
            lines.push(("floor", line));
        }
        lines
    }
}
