//! The corpus, or what of it is wanted.

use std::{env, fs, path::Path};

use crate::{
    Result,
    guest::Workshop,
    large,
    table::{CORPUS_LARGE, CORPUS_SAMPLE, GENERATED, corpus_modules},
    write,
};

/// The variable that says what is wanted: `all` contracts; without it a sample. All of them take minutes.
pub(crate) const WANTED: &str = "CORPUS";

/// Builds what is wanted; returns a list of names, sources and Wasm files, as Rust.
pub(crate) fn rows(workshop: &Workshop<'_>, package: &Path, out: &Path) -> Result<String> {
    let modules = package.join("src");
    let mut rows = String::from("&[\n");
    let mut row = |name: &str, source: &Path, generated: Option<&Path>| -> Result<()> {
        let module = generated.map_or(name, |_| GENERATED);
        let built = workshop.build_of_corpus(module, generated)?;
        let wasm = out.join(format!("corpus-{name}.wasm"));
        fs::copy(&built, &wasm).map_err(|error| format!("{}: {error}", built.display()))?;
        rows += &format!(
            "CorpusContract {{ name: {name:?}, source: include_str!({source:?}), \
             wasm: include_bytes!({wasm:?}) }},\n"
        );
        Ok(())
    };
    let wanted = env::var(WANTED).unwrap_or_default();
    let unreadable = |error| format!("{}: {error}", modules.display());
    let sample = || CORPUS_SAMPLE.iter().map(|&name| name.to_owned()).collect();
    let (names, large) = match wanted.as_str() {
        "" => (sample(), [].as_slice()),
        "all" => (corpus_modules(&modules).map_err(unreadable)?, CORPUS_LARGE),
        other => return Err(format!("{WANTED} is {other:?}, not `all`")),
    };
    for name in names {
        row(&name, &modules.join(format!("{name}.rs")), None)?;
    }
    for (name, times) in large {
        let source = out.join(format!("{name}.rs"));
        write(&source, &large::source(*times))?;
        row(name, &source, Some(&source))?;
    }
    Ok(rows + "]\n")
}
