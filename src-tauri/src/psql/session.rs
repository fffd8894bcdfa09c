//! The files of one psql session.
//!
//! The password stands in a file that only this user reads, never in an argument, a variable or a history. The
//! files are found from the script's own place, so that a terminal that runs as one server for all its windows,
//! and knows nothing of this program's environment, works too. The script removes its folder when psql ends.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use app::text::{is_disruptive, one_line};
use host::psql::{Contents, STARTED, UNSET, own_folder};
pub use host::psql::{Parameters, SessionError};

/// One session's folder. Dropped without [`Session::hand_over`], it is removed.
#[derive(Debug)]
pub struct Session {
    dir: PathBuf,
    handed_over: bool,
}

#[cfg(windows)]
const SCRIPT: &str = "psql.cmd";
#[cfg(target_os = "macos")]
const SCRIPT: &str = "psql.command";
#[cfg(not(any(windows, target_os = "macos")))]
const SCRIPT: &str = "psql.sh";

/// How often it is checked whether a slow terminal runs the script.
const POLL_INTERVAL: Duration = Duration::from_millis(200);

impl Session {
    pub fn prepare(run: &Path, psql: &Path, parameters: &Parameters) -> Result<Self, SessionError> {
        let contents = Contents::of(parameters)?;
        let knows_password = contents.knows_password();
        let script = script(psql, knows_password, &parameters.more, &parameters.title)?;
        let session = Self {
            dir: own_folder(run)?,
            handed_over: false,
        };
        contents.write(&session.dir)?;
        write(&session.script(), 0o700, &script)?;
        Ok(session)
    }

    pub fn script(&self) -> PathBuf {
        self.dir.join(SCRIPT)
    }

    /// True once the script runs, or has run and removed its folder.
    pub fn started(&self) -> bool {
        self.dir.join(STARTED).exists() || !self.dir.exists()
    }

    /// From now on the script removes the folder.
    pub fn hand_over(mut self) {
        self.handed_over = true;
    }

    /// A terminal that is slow still gets its files; once it is given up they go, so that it finds no password any more.
    pub fn hand_over_until(self, patience: Duration) {
        tauri::async_runtime::spawn(async move {
            let end = tokio::time::Instant::now() + patience;
            while !self.started() && tokio::time::Instant::now() < end {
                tokio::time::sleep(POLL_INTERVAL).await;
            }
            if self.started() {
                self.hand_over();
            }
        });
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        if !self.handed_over
            && let Err(error) = fs::remove_dir_all(&self.dir)
        {
            tracing::warn!(%error, "files of a psql session were left behind");
        }
    }
}

/// Options before the person's own: psql never asks for a password that it was given.
fn first(knows_password: bool) -> &'static str {
    if knows_password { " -w" } else { "" }
}

/// A line break would end the word, and with it the line of the script. psql writes some arguments to the terminal, which
/// takes what follows a control character for orders.
fn check_argument(word: &str) -> Result<(), SessionError> {
    if word.contains(is_disruptive) {
        return Err(SessionError::Argument);
    }
    Ok(())
}

#[cfg(unix)]
fn script(
    psql: &Path,
    knows_password: bool,
    more: &[String],
    title: &str,
) -> Result<String, SessionError> {
    let psql = psql.to_str().ok_or(SessionError::Unwritable)?;
    let mut arguments = first(knows_password).to_owned();
    for word in more {
        check_argument(word)?;
        arguments.push(' ');
        arguments.push_str(&quoted(word));
    }
    Ok(format!(
        r#"#!/bin/sh
dir=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd) || exit 1
echo "$$" > "$dir/{STARTED}"
trap 'rm -rf -- "$dir"' EXIT
trap 'exit 129' HUP
trap 'exit 143' TERM
trap : INT QUIT
PGSERVICEFILE="$dir/service"
PGSERVICE=plinth
PGPASSFILE="$dir/pass"
PGSSLROOTCERT="$dir/roots.pem"
# Known to psql from version 16 on: no password in clear, and no server that asks for none.
PGREQUIREAUTH=scram-sha-256
export PGSERVICEFILE PGSERVICE PGPASSFILE PGSSLROOTCERT PGREQUIREAUTH
unset {unset}
cd "$HOME" 2>/dev/null || cd /
printf '\033]0;%s\007' {title}
{psql}{arguments}
status=$?
if [ "$status" -ne 0 ]; then
    printf 'psql ended with status %s. Press Enter to close. ' "$status"
    read -r _
fi
"#,
        psql = quoted(psql),
        title = quoted(&one_line(title)),
        unset = UNSET.join(" "),
    ))
}

/// A word for the shell, whatever it holds.
#[cfg(unix)]
fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(windows)]
fn script(
    psql: &Path,
    knows_password: bool,
    more: &[String],
    title: &str,
) -> Result<String, SessionError> {
    let psql = psql
        .to_str()
        .filter(|psql| !psql.contains('"'))
        .ok_or(SessionError::Unwritable)?;
    let psql = psql.replace('%', "%%");
    let mut arguments = first(knows_password).to_owned();
    for word in more {
        check_argument(word)?;
        // A quotation mark cannot be passed through both the batch file and the program's own reading.
        if word.contains('"') {
            return Err(SessionError::Argument);
        }
        let slashes = word.len() - word.trim_end_matches('\\').len();
        let word = word.replace('%', "%%");
        arguments.push_str(&format!(" \"{word}{}\"", "\\".repeat(slashes)));
    }
    let unset: Vec<_> = UNSET
        .iter()
        .map(|name| format!("set \"{name}=\""))
        .collect();
    Ok([
        "@echo off",
        "setlocal",
        "chcp 65001 >nul",
        &format!("echo started> \"%~dp0{STARTED}\""),
        "set \"PGSERVICEFILE=%~dp0service\"",
        "set \"PGSERVICE=plinth\"",
        "set \"PGPASSFILE=%~dp0pass\"",
        "set \"PGSSLROOTCERT=%~dp0roots.pem\"",
        "set \"PGREQUIREAUTH=scram-sha-256\"",
        &unset.join("\r\n"),
        // What the command interpreter would act on is left out.
        &format!(
            "title {}",
            one_line(title).replace(['&', '|', '<', '>', '^', '%', '!', '"'], " ")
        ),
        &format!("\"{psql}\"{arguments}"),
        "if errorlevel 1 pause",
        "(goto) 2>nul & rd /s /q \"%~dp0\"",
        "",
    ]
    .join("\r\n"))
}

fn write(path: &Path, mode: u32, text: &str) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, mode);
    #[cfg(not(unix))]
    let _ = mode;
    options.open(path)?.write_all(text.as_bytes())
}

#[cfg(test)]
#[path = "session_tests.rs"]
mod tests;
