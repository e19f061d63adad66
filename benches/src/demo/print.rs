//! The command's output as text.

use super::messages::{COUNT, Taken};
use super::{Approved, Demo, Fulfilled, Verdict};
use crate::amount::{TRANSACTION, format_gas, format_ms, format_ratio, format_tgas};
use crate::measure::table::Table;
use crate::stdout::bar;
use std::fmt::Display;

pub(super) fn text(demo: &Demo) -> String {
    let mut runs = Table::titled("build | verifications | Tgas | of 300 Tgas | ms | verdict");
    for run in &demo.signature_verifier {
        let (tgas, ms) = (format_tgas(run.burnt_gas), format_ms(run.wall_ns));
        let verdict = match run.verdict {
            Verdict::Verified => "verified",
            Verdict::OutOfGas => "out of gas",
            Verdict::Refused => "forged signature refused",
            Verdict::Aborted => "63-byte signature aborted, state untouched",
        };
        let of_300 = bar(run.burnt_gas);
        runs.line(
            &run.build,
            &[&run.iterations, &tgas, &of_300, &ms, &verdict],
        );
    }
    let limit = format_gas(demo.transaction_limit);
    let that_fit = format!("that fit {limit}");
    let mut capacity = Table::new(["build", "verifications that fit 300 Tgas", &that_fit]);
    let of_limit = demo.capacity_of_limit.values();
    for ((build, most), of_limit) in demo.capacity_300_tgas.iter().zip(of_limit) {
        capacity.line(build, &[most, of_limit]);
    }
    let mut headers = Table::titled(
        "light client | power | build | Tgas | of 300 Tgas | ms | signatures | times signatures alone \
                  | times host | fits 300 Tgas",
    );
    for (header, updates) in &demo.light_clients {
        let client = format!("{}, {}", header.update.client.name, header.authorities);
        let host = updates.first().map_or(0, |host| host.burnt_gas);
        for it in updates {
            let (tgas, ms) = (format_tgas(it.burnt_gas), format_ms(it.wall.as_nanos()));
            let of_floor = format_ratio(it.burnt_gas, it.floor_gas);
            let of_host = format_ratio(it.burnt_gas, host);
            let fits = match it.burnt_gas <= TRANSACTION.as_gas() {
                true => "yes",
                false => "no",
            };
            let (power, build, count) = (header.power, it.build, it.signatures);
            let bar = bar(it.burnt_gas);
            let cells: [&dyn Display; 9] = [
                &power, &build, &tgas, &bar, &ms, &count, &of_floor, &of_host, &fits,
            ];
            headers.line(&client, &cells);
        }
    }
    let agreement = match demo.backends_agree {
        true => {
            "the overlay and nearcore's own runner burnt the same gas, to the unit, in every run except \
                 host-many's: nearcore has neither ed25519_verify_many nor ecvrf_verify_many"
        }
        false => "the overlay and nearcore's own runner DISAGREE on gas",
    };
    format!(
        "NEP-364's benchmark call, 300 Tgas attached\n{}\n{}\n\n\
         {COUNT} messages that users signed by NEP-413, in one call\n{}\n\n\
         An approval by a committee, {limit} attached\n{}\n\n\
         A proof of a randomness beacon's output (RFC 9381), among others in one call\n{}\n\n\
         A header in a light client, 1000 Tgas attached\n{}\n{agreement}",
        runs.text(),
        capacity.text(),
        Taken::table(&demo.signed_messages).text(),
        Approved::table(&demo.committee).text(),
        Fulfilled::table(&demo.randomness_beacon).text(),
        headers.text()
    )
}
