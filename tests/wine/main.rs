//! `plinth.exe`, built for Windows and run under Wine. Only a thorough run has it, and says where it is.

#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a test fails loudly")]

mod envfile;
mod folders;
mod platform;
mod run;

use std::fs::{self, File};
use std::io::{Read as _, Seek as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// The folder of the programs that were built for Windows.
const PROGRAMS: &str = "PLINTH_WINDOWS_PROGRAMS";
/// Wine's prefix, made before: its first start takes some seconds.
const PREFIX: &str = "WINEPREFIX";

/// A folder in the profile of Wine's user, with the data of `plinth.exe`. A folder outside of the profile is closed by
/// `icacls`, which Wine doesn't have.
struct Wine {
    programs: PathBuf,
    user: String,
    folder: TempDir,
}

impl Wine {
    /// Returns nothing where no programs for Windows were built.
    fn new() -> Option<Self> {
        let Some(programs) = std::env::var_os(PROGRAMS) else {
            eprintln!("SKIPPED: only where {PROGRAMS} is set, as in a thorough run");
            return None;
        };
        let prefix = PathBuf::from(std::env::var_os(PREFIX).unwrap());
        let user = std::env::var("USER").unwrap_or_else(|_| "root".into());
        let profile = prefix.join("drive_c/users").join(&user);
        let folder = tempfile::Builder::new()
            .prefix("plinth")
            .tempdir_in(profile);
        Some(Self {
            programs: programs.into(),
            user,
            folder: folder.unwrap(),
        })
    }

    /// The folder as Linux sees it.
    fn path(&self) -> &Path {
        self.folder.path()
    }

    /// A path below the folder as Windows spells it, such as `C:\users\root\plinthAbC\shop`.
    fn spelled(&self, below: &str) -> String {
        let name = self.folder.path().file_name().unwrap().to_str().unwrap();
        format!(r"C:\users\{}\{name}\{below}", self.user)
    }

    fn make(&self, folder: &str) -> PathBuf {
        let path = self.path().join(folder);
        fs::create_dir_all(&path).unwrap();
        path
    }

    /// Runs `plinth.exe` with a data folder of its own, in the folder.
    fn plinth(&self, arguments: &[&str]) -> Ended {
        self.run("plinth.exe", arguments)
    }

    fn run(&self, program: &str, arguments: &[&str]) -> Ended {
        ended(&mut self.command(program, arguments))
    }

    fn command(&self, program: &str, arguments: &[&str]) -> Command {
        let mut command = Command::new("wine");
        command
            .arg(self.programs.join(program))
            .args(arguments)
            .current_dir(self.path())
            .env("PLINTH_DATA_DIR", self.spelled("data"))
            .stdin(Stdio::null());
        command
    }
}

/// Runs a program to its end. It writes into files and no pipes: Wine's own services inherit them, and a pipe would end with the
/// last of these.
fn ended(command: &mut Command) -> Ended {
    let [mut out, mut errors] = [(); 2].map(|()| tempfile::tempfile().unwrap());
    command
        .stdout(out.try_clone().unwrap())
        .stderr(errors.try_clone().unwrap());
    Ended {
        code: command.status().unwrap().code(),
        out: text_of(&mut out),
        errors: text_of(&mut errors),
    }
}

/// How a program ended.
#[derive(Debug)]
struct Ended {
    code: Option<i32>,
    out: String,
    errors: String,
}

impl Ended {
    #[track_caller]
    fn succeeded(self) -> String {
        assert_eq!(self.code, Some(0), "{self:?}");
        self.out
    }
}

/// The text that was written into a file, with line ends as here.
fn text_of(file: &mut File) -> String {
    let mut bytes = Vec::new();
    file.rewind().unwrap();
    file.read_to_end(&mut bytes).unwrap();
    String::from_utf8_lossy(&bytes).replace("\r\n", "\n")
}

#[test]
fn version_is_printed() {
    let Some(wine) = Wine::new() else { return };
    let said = wine.plinth(&["--version"]).succeeded();
    assert_eq!(said.trim(), format!("plinth {}", env!("CARGO_PKG_VERSION")));
}
