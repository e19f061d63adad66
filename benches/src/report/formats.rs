//! The formats that commands read, with the tests' examples.

use super::Block;
use chain_files::grandpa::forms::KINDS;
use chain_files::nep413;
use chain_files::tendermint::forms::FORMS;
use near_ed25519::output::Table;

const TITLES: [&str; 4] = ["option", "form", "from", "such as"];

/// The tables, by name.
pub(super) fn blocks() -> [Block; 3] {
    [
        ("grandpa formats", grandpa()),
        ("nep-413 formats", nep_413()),
        ("tendermint formats", tendermint()),
    ]
}

fn tendermint() -> String {
    let mut table = Table::new(TITLES);
    for form in FORMS {
        let fields = form.fields.split(", ");
        let fields: Vec<_> = fields.map(|field| format!("\"{field}\":…")).collect();
        let example = format!("`{{{}}}`", fields.join(","));
        table.line(form.options, &[&form.name, &form.comes_from, &example]);
    }
    table.markdown()
}

fn grandpa() -> String {
    let mut table = Table::new(TITLES);
    for (kind, forms) in KINDS {
        let option = format!("`--{kind}`");
        for form in forms {
            let example = linked("grandpa", form.file);
            table.line(&option, &[&form.name, &form.comes_from, &example]);
        }
    }
    table.markdown()
}

fn nep_413() -> String {
    let mut table = Table::new(TITLES);
    for form in nep413::FORMS {
        let mut options = "`--nep-413`".to_owned();
        if form.names.len() > 1 {
            options += ", `--nep-413-request`";
        }
        if form.is_for_contracts {
            options += ", contracts";
        }
        let examples = form.names.iter().map(|name| linked("nep-413", name));
        let examples = examples.collect::<Vec<_>>().join(", ");
        table.line(&options, &[&form.name, &form.comes_from, &examples]);
    }
    table.markdown()
}

fn linked(folder: &str, file: &str) -> String {
    format!("[{file}](examples/{folder}/{file})")
}
