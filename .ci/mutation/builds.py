"""Builds the proofs of changed sources."""
import collections, json, os, shutil, subprocess
from pathlib import Path

from .changes import ROOT, SOURCES, code

ENV = os.environ | {"CARGO_PROFILE_DEV_OPT_LEVEL": "1", "CARGO_PROFILE_DEV_DEBUG": "none", "CARGO_INCREMENTAL": "1",
                    "CARGO_PROFILE_DEV_DEBUG_ASSERTIONS": "false"}  # as in a release build
TARGET = Path(ENV.setdefault("CARGO_TARGET_DIR", str(ROOT / "target/mutants")))
CARRIED = "backend/bmi2/field.rs"  # proved once more, as a copy without one line
PROVED = TARGET / "sources"
ENV["PROVED_SOURCES"] = str(PROVED)

# Which body a function has is chosen at run time, so that one build has many mutants. A claim's functions are noted.
SWITCH = """use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};
static CHOSEN: LazyLock<usize> = LazyLock::new(|| std::env::var("MUTANT").map_or(0, |it| it.parse().unwrap()));
static SEEN: [AtomicBool; 10_000] = [const { AtomicBool::new(false) }; 10_000];
pub(crate) fn chosen(function: usize) -> usize {
    let is_first = !SEEN[function].load(Ordering::Relaxed) && !SEEN[function].swap(true, Ordering::Relaxed);
    if is_first && let Ok(path) = std::env::var("REACHED") {
        let mut file = std::fs::File::options().append(true).open(path).unwrap();
        std::io::Write::write_all(&mut file, format!("{function}\\n").as_bytes()).unwrap();
    }
    *CHOSEN
}
"""


def fresh():
    shutil.rmtree(PROVED, ignore_errors=True)
    shutil.copytree(SOURCES, PROVED)


def replace(mutant, folder):
    lines = code(mutant.file)
    lines[mutant.line] = mutant.new
    (folder / mutant.file).parent.mkdir(parents=True, exist_ok=True)
    (folder / mutant.file).write_text("\n".join(lines) + "\n")


def with_switches(mutants):
    """Writes sources in which a mutant's number chooses a body. Returns each line's mutant, and each mutant's function."""
    fresh()
    (PROVED / "mutant.rs").write_text(SWITCH)
    with open(PROVED / "lib.rs", "a") as root:
        root.write("mod mutant;\n")
    owners, functions = {}, collections.defaultdict(dict)
    for number, mutant in mutants.items():
        functions[mutant.file, mutant.body][number] = mutant
    for file in {mutant.file for mutant in mutants.values()}:
        lines, text = code(file), []
        of_file = {body.start: (body, group) for (it, body), group in functions.items() if it == file}
        end = None
        for i, line in enumerate(lines):
            if i in of_file:
                body, group = of_file[i]
                end = body.stop
                text.append(f"        match crate::mutant::chosen({min(group)}) {{")
                for number, mutant in group.items():
                    text.append(f"        {number} => {{")
                    for j in body:
                        text.append(mutant.new if j == mutant.line else lines[j])
                        owners[file, len(text)] = number
                        if file == CARRIED:
                            owners["bmi2_field.rs", len(text) - 1] = number
                    text.append("        }")
                text.append("        _ => {")
            text += ["        }}", line] if i == end else [line]
        (PROVED / file).write_text("\n".join(text) + "\n")
    return owners, {number: min(group) for group in functions.values() for number in group}


def build():
    """The test binary, or the places of each error, with the error."""
    command = "cargo test --locked -p abstract-lanes --test proofs --no-run --message-format json".split()
    run = subprocess.run(command, cwd=ROOT, env=ENV, capture_output=True, text=True)
    errors = []
    for line in (json.loads(it) for it in run.stdout.splitlines() if it.startswith("{")):
        if line.get("executable"):
            return line["executable"], []
        message = line.get("message") or {}
        if message.get("level") == "error":
            spans = [span for it in [message, *message["children"]] for span in it["spans"]]
            places = [(it["file_name"].split("/lanes/")[-1], it["line_start"]) for it in spans]
            errors.append((places, message["rendered"]))
    return None, errors or [([], run.stderr)]
