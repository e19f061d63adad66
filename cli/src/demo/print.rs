//! The command's output as text.

use super::messages::COUNT;
use super::{Demo, Verified};
use crate::output::format::{TRANSACTION, format_gas, format_ms, format_ratio, format_tgas};
use crate::output::{Table, bar};
use std::fmt::Display;

pub(super) fn text(demo: &Demo) -> String {
    let mut runs = Table::titled("build | verifications | Tgas | of 300 Tgas | ms | verdict");
    for run in &demo.signature_verifier {
        let (count, verdict) = match (run.case, run.gas()) {
            (Verified::Valid(count), Some(_)) => (count, "verified"),
            (Verified::Valid(count), None) => (count, "out of gas"),
            (Verified::Forged, _) => (1, "forged signature refused"),
            (Verified::Malformed, _) => (1, "63-byte signature aborted, state untouched"),
        };
        let (tgas, ms) = (format_tgas(run.burnt_gas), format_ms(run.wall_ns));
        let of_300 = bar(run.burnt_gas);
        runs.line(&run.build, &[&count, &tgas, &of_300, &ms, &verdict]);
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
    let [(_, messages), (_, committee), (_, beacon)] = demo.tables();
    format!(
        "NEP-364's benchmark call, 300 Tgas attached\n{}\n{}\n\n\
         {COUNT} messages that users signed by NEP-413, in one call\n{}\n\n\
         An approval by a committee, {limit} attached\n{}\n\n\
         A proof of a randomness beacon's output (RFC 9381), among others in one call\n{}\n\n\
         A header in a light client, 1000 Tgas attached\n{}\n{agreement}",
        runs.text(),
        capacity.text(),
        messages.text(),
        committee.text(),
        beacon.text(),
        headers.text()
    )
}
