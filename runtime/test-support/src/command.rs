//! Folders in which tests run a program of this workspace, and checks of the program's output.

use serde_json::Value;
use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};
use tempfile::TempDir;

/// A temporary folder, in which a shell finds the programs by their names.
pub struct Folder {
    folder: TempDir,
    program: &'static str,
}

impl Folder {
    /// A folder for this program.
    pub fn of(program: &'static str) -> Self {
        Self {
            folder: tempfile::tempdir().expect("a temporary folder"),
            program,
        }
    }

    /// A folder for `near-ed25519`, with these files.
    pub fn with<'a, C: AsRef<[u8]>>(files: impl IntoIterator<Item = (&'a str, C)>) -> Self {
        let folder = Self::of("near-ed25519");
        for (name, content) in files {
            folder.write(name, content);
        }
        folder
    }

    /// The path of a file in it.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a file, and creates its folder.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, content).expect("written");
    }

    /// A file's text.
    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect(name)
    }

    /// The sorted names of a folder's entries.
    pub fn names(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path(folder)).expect("listed");
        let name = |entry: fs::DirEntry| entry.file_name().into_string().expect("UTF-8");
        let mut names: Vec<_> = entries.map(|entry| name(entry.expect("listed"))).collect();
        names.sort();
        names
    }

    /// A shell that runs a script in this folder.
    pub fn shell(&self, script: &str) -> Command {
        // Tests are in `deps`, beside the programs that cargo builds for them.
        let test = env::current_exe().expect("a path");
        let binaries = test.ancestors().nth(2).expect("a folder").display();
        let path = env::var("PATH").unwrap_or_default();
        let mut shell = Command::new("sh");
        shell.args(["-c", script]).current_dir(&self.folder);
        shell
            .env("LC_ALL", "C.UTF-8")
            .env("PATH", format!("{binaries}:{path}"))
            .env("PWD", self.folder.path());
        shell
    }

    /// The program with this line of arguments and redirections, in the shell's syntax.
    pub fn command(&self, line: &str) -> Command {
        self.shell(&format!("exec {} {line}", self.program))
    }

    /// Runs a line; returns its output.
    pub fn run(&self, line: &str) -> Output {
        self.command(line).output().expect("it runs")
    }

    /// The text output of a successful call.
    #[track_caller]
    pub fn prints(&self, line: &str) -> String {
        let output = self.run(line);
        assert!(output.status.success(), "{line}: {}", text(&output.stderr));
        text(&output.stdout)
    }

    /// All commands that help lists; the first, with an empty name, is the program itself.
    #[track_caller]
    pub fn commands(&self) -> Vec<String> {
        let mut commands = vec![String::new()];
        let mut read = 0;
        while let Some(command) = commands.get(read) {
            let help = self.prints(&format!("{command} --help"));
            let list = help.lines().skip_while(|line| *line != "Commands:");
            let lines = list.skip(1).take_while(|line| !line.is_empty());
            let names = lines.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
            let names = names.filter(|name| !["", "help"].contains(name));
            let below: Vec<_> = names
                .map(|name| format!("{command} {name}").trim_start().to_owned())
                .collect();
            commands.extend(below);
            read += 1;
        }
        commands
    }

    /// The JSON report of a successful call.
    #[track_caller]
    pub fn report(&self, line: &str) -> Value {
        let printed = self.prints(&format!("{line} --json"));
        serde_json::from_str(&printed).expect("JSON")
    }

    /// The JSON report of a call that must fail with this code and reason.
    #[track_caller]
    pub fn refuses(&self, line: &str, code: i32, reason: &str) -> Value {
        let output = self.run(&format!("{line} --json"));
        assert_fails_in_json(&output, code, reason)
    }
}

/// The rows of a table in text, `name: content`.
pub fn rows(table: &str) -> impl Iterator<Item = (&str, &str)> {
    let lines = table.lines().filter(|line| !line.is_empty());
    lines.map(|line| {
        let (name, content) = line.split_once(':').expect("a name and a colon");
        (name, content.trim_start())
    })
}

/// The JSON on standard output.
#[track_caller]
pub fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}{}", text(&output.stdout), text(&output.stderr)))
}

/// Bytes that are text.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

/// Checks the exit code, and that standard error is one line with the reason, besides clap's usage.
#[track_caller]
pub fn assert_fails(output: &Output, code: i32, reason: &str) {
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{error}");
    assert!(error.starts_with("error: "), "{error}");
    assert!(error.contains(reason), "{error:?} does not say {reason:?}");
    let is_usage = error.contains("\n\nUsage: ") || error.contains("\n\nFor more information");
    assert!(is_usage || error.lines().count() == 1, "{error}");
}

/// Checks how a call with `--json` failed. Standard output is a report, and standard error one line; or
/// standard output is an object with the error, which standard error does not repeat.
#[track_caller]
pub fn assert_fails_in_json(output: &Output, code: i32, reason: &str) -> Value {
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

/// The names of an object's fields, in order, separated by spaces.
pub fn keys(object: &Value) -> String {
    let keys = object.as_object().expect("an object").keys();
    keys.map(String::as_str).collect::<Vec<_>>().join(" ")
}

/// The commands of a program in the documents, each as its words.
pub fn in_documents(program: &str) -> Vec<Vec<String>> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let mut git = Command::new("git");
    let output = git
        .args(["grep", "-h", "", "--", "*.md"])
        .current_dir(root)
        .output();
    let documents = text(&output.expect("git runs").stdout).replace(" \\\n    ", " ");
    let lines = documents.lines().map(|line| line.trim_start_matches("$ "));
    let lines = lines.filter(|line| line.starts_with(&format!("{program} ")));
    lines
        .map(|line| {
            let command = line.split(" #").next().unwrap_or_default().trim_end();
            let words = words(command);
            words.split(|byte| *byte == 0).map(text).collect()
        })
        .collect()
}

/// Words as the shell passes them, without quotes, separated by NUL.
pub fn words(line: &str) -> Vec<u8> {
    let line = line.split(" | ").next().unwrap_or_default();
    let mut quoted = false;
    let mut words = Vec::new();
    for byte in line.bytes() {
        match byte {
            b'\'' => quoted = !quoted,
            b' ' if !quoted => words.push(0),
            _ => words.push(byte),
        }
    }
    words
}
