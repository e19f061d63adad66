//! The binary, folders for tests to run it in, and checks of its output.

use serde_json::Value;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

const BINARY: &str = env!("CARGO_BIN_EXE_near-ed25519");

/// A temporary folder, in which a shell finds the binary by its name.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().expect("a temporary folder"))
    }

    pub(crate) fn with<'a, C: AsRef<[u8]>>(files: impl IntoIterator<Item = (&'a str, C)>) -> Self {
        let folder = Self::new();
        for (name, content) in files {
            folder.write(name, content);
        }
        folder
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file, and creates its folder.
    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, content).expect("written");
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect(name)
    }

    /// The sorted names of a folder's entries.
    pub(crate) fn names(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path(folder)).expect("listed");
        let name = |entry: fs::DirEntry| entry.file_name().into_string().expect("UTF-8");
        let mut names: Vec<_> = entries.map(|entry| name(entry.expect("listed"))).collect();
        names.sort();
        names
    }

    /// A shell that runs a script in this folder.
    pub(crate) fn shell(&self, script: &str) -> Command {
        let binaries = Path::new(BINARY).parent().expect("a folder").display();
        let path = env::var("PATH").unwrap_or_default();
        let mut shell = Command::new("sh");
        shell.args(["-c", script]).current_dir(&self.0);
        shell
            .env("PATH", format!("{binaries}:{path}"))
            .env("PWD", self.0.path());
        shell
    }

    /// The binary, with arguments and redirections as in a shell's line after its name.
    pub(crate) fn command(&self, line: &str) -> Command {
        self.shell(&format!("exec near-ed25519 {line}"))
    }

    pub(crate) fn run(&self, line: &str) -> Output {
        self.command(line).output().expect("it runs")
    }

    /// The text output of a successful call.
    #[track_caller]
    pub(crate) fn prints(&self, line: &str) -> String {
        let output = self.run(line);
        assert!(output.status.success(), "{line}: {}", text(&output.stderr));
        text(&output.stdout)
    }

    /// The lines, after the binary's name, of the examples in a command's help that have options.
    #[track_caller]
    pub(crate) fn examples(&self, command: &str) -> Vec<String> {
        let help = self.prints(&format!("{command} --help"));
        let help = help.replace("\\\n", " ");
        let lines = help.lines().map(str::trim);
        lines
            .filter_map(|line| line.strip_prefix("near-ed25519 "))
            .filter(|line| line.starts_with(&format!("{command} --")))
            .map(str::to_owned)
            .collect()
    }

    /// The JSON report of a successful call.
    #[track_caller]
    pub(crate) fn report(&self, line: &str) -> Value {
        let printed = self.prints(&format!("{line} --json"));
        serde_json::from_str(&printed).expect("JSON")
    }

    /// The JSON report of a failing call.
    #[track_caller]
    pub(crate) fn refuses(&self, line: &str, code: i32, reason: &str) -> Value {
        let output = self.run(&format!("{line} --json"));
        assert_fails_in_json(&output, code, reason)
    }
}

/// The rows of a table in text, `name: content`.
pub(crate) fn rows(table: &str) -> impl Iterator<Item = (&str, &str)> {
    let lines = table.lines().filter(|line| !line.is_empty());
    lines.map(|line| {
        let (name, content) = line.split_once(':').expect("a name and a colon");
        (name, content.trim_start())
    })
}

#[track_caller]
pub(crate) fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}{}", text(&output.stdout), text(&output.stderr)))
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

/// Checks for one line on standard error, except for clap's usage, and this exit code.
#[track_caller]
pub(crate) fn assert_fails(output: &Output, code: i32, reason: &str) {
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{error}");
    assert!(error.starts_with("error: "), "{error}");
    assert!(error.contains(reason), "{error:?} does not say {reason:?}");
    let is_usage = error.contains("\n\nUsage: ") || error.contains("\n\nFor more information");
    assert!(is_usage || error.lines().count() == 1, "{error}");
}

/// Checks the end of a command that was asked for JSON: a report and a line on standard error; or an
/// object with the error, which standard error does not repeat.
#[track_caller]
pub(crate) fn assert_fails_in_json(output: &Output, code: i32, reason: &str) -> Value {
    let report = json(output);
    if report.get("exit_code").is_none() {
        assert_fails(output, code, reason);
        return report;
    }
    assert_eq!(keys(&report), "error exit_code");
    assert_eq!(report["exit_code"], code, "{report}");
    assert_eq!(output.status.code(), Some(code), "{report}");
    let said = report["error"].as_str().expect("a message");
    assert!(said.contains(reason), "{said:?} does not say {reason:?}");
    let also = text(&output.stderr);
    assert!(!also.contains("error: "), "{also}");
    report
}

/// Checks an update's report: these fields between those of every light client, these values.
#[track_caller]
pub(crate) fn assert_update(report: &Value, fields: &str, expected: &Value) {
    let cost = "burnt_gas wall_ns floor_gas signatures fits_300_tgas phases";
    let all = format!("client build verdict detail {fields} {cost}");
    assert_eq!(keys(report), all);
    assert_has(report, expected);
    assert_phases_add_up(report);
}

/// The names of an object's fields, in order, separated by spaces.
pub(crate) fn keys(object: &Value) -> String {
    let keys = object.as_object().expect("an object").keys();
    keys.map(String::as_str).collect::<Vec<_>>().join(" ")
}

/// Checks that a report has these fields, among others.
#[track_caller]
pub(crate) fn assert_has(report: &Value, expected: &Value) {
    for (field, value) in expected.as_object().expect("fields") {
        assert_eq!(&report[field], value, "{field}: {report}");
    }
}

/// Checks that the phases of an update's report add up to its gas.
#[track_caller]
pub(crate) fn assert_phases_add_up(report: &Value) {
    let gas = |value: &Value| value.as_u64().expect("gas");
    let phases = report["phases"].as_array().expect("phases");
    let sum: u64 = phases.iter().map(|phase| gas(&phase["gas"])).sum();
    assert_eq!(sum, gas(&report["burnt_gas"]), "{report}");
}
