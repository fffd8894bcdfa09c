//! Finds a program of PostgreSQL that may be started: one without known holes, and not older than the server.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use app::Error;
use app::connect::ProgramVersion;
use app::view::ErrorCode;
use tokio::process::Command;
use tokio::time::timeout;

use super::program::programs;

const TO_ANSWER: Duration = Duration::from_secs(10);

/// The first program of this name that may be started for a server of this major version: the one in the folder that
/// `PLINTH_POSTGRES_BIN` names, those that come with the app, then those that are installed.
///
/// # Errors
/// [`ErrorCode::ProgramMissing`], with the version that is needed.
pub async fn checked(name: &str, bundled: &[PathBuf], server: u32) -> Result<PathBuf, Error> {
    let named = std::env::var_os("PLINTH_POSTGRES_BIN").map(PathBuf::from);
    let folders: Vec<PathBuf> = named.into_iter().chain(bundled.iter().cloned()).collect();
    first(name, &programs(name, &folders), server).await
}

async fn first(name: &str, found: &[PathBuf], server: u32) -> Result<PathBuf, Error> {
    let mut refused = Vec::new();
    for program in found {
        let version = version(program).await;
        match &version {
            Some(version) if version.major() >= server && !version.has_known_holes() => {
                return Ok(program.clone());
            }
            _ => refused.push((program, version)),
        }
    }
    Err(missing(name, &refused, server))
}

/// The reason that no psql may be started: its holes where it is new enough for the server, otherwise its age.
fn missing(name: &str, refused: &[(&PathBuf, Option<ProgramVersion>)], server: u32) -> Error {
    let known = || {
        let versions = refused.iter();
        versions.filter_map(|(path, version)| Some((*path, version.as_ref()?)))
    };
    let (message, least) = if let Some((path, version)) =
        known().find(|(_, version)| version.major() >= server)
    {
        let message = format!(
            "{name} {version} has known security holes and is not started: {}",
            path.display()
        );
        (message, version.least())
    } else if let Some((_, newest)) = known().max_by_key(|(_, version)| version.major()) {
        let message =
            format!("The database runs PostgreSQL {server}, and {name} here is version {newest}");
        (message, server.to_string())
    } else if let Some((path, _)) = refused.first() {
        let message = format!("{} doesn’t say its version", path.display());
        (message, String::new())
    } else {
        let needed = match server {
            0 => String::new(),
            server => server.to_string(),
        };
        (format!("{name} was not found"), needed)
    };
    Error::new(ErrorCode::ProgramMissing, message).hint(how_to_install(&least))
}

fn how_to_install(least: &str) -> String {
    let version = match least {
        "" => String::new(),
        least => format!(" {least} or newer"),
    };
    let how = if cfg!(target_os = "macos") {
        "with `brew install libpq` or Postgres.app"
    } else if cfg!(windows) {
        "from postgresql.org"
    } else {
        "such as with `sudo apt install postgresql-client` or `sudo dnf install postgresql`"
    };
    format!(
        "Install the client programs of PostgreSQL{version}, {how}, then try again. PLINTH_POSTGRES_BIN names the \
         folder of another installation."
    )
}

async fn version(program: &Path) -> Option<ProgramVersion> {
    let mut command = Command::new(program);
    // No window opens for it.
    #[cfg(windows)]
    command.creation_flags(windows_sys::Win32::System::Threading::CREATE_NO_WINDOW);
    let asked = command
        .arg("--version")
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .output();
    let said = timeout(TO_ANSWER, asked).await.ok()?.ok()?;
    ProgramVersion::printed(str::from_utf8(&said.stdout).ok()?)
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    /// Programs that print these lines for `--version`.
    fn stand_ins(folder: &Path, lines: &[&str]) -> Vec<PathBuf> {
        let numbered = lines.iter().enumerate();
        let one = |(number, line): (usize, &&str)| {
            let path = folder.join(format!("psql-{number}"));
            std::fs::write(&path, format!("#!/bin/sh\necho '{line}'\n")).unwrap();
            let mode = std::fs::Permissions::from_mode(0o755);
            std::fs::set_permissions(&path, mode).unwrap();
            path
        };
        numbered.map(one).collect()
    }

    #[tokio::test]
    async fn the_first_program_without_known_holes_is_started() {
        let folder = tempfile::tempdir().unwrap();
        let lines = [
            "psql (PostgreSQL) 17.5",
            "psql (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)",
            "psql (PostgreSQL) 17.6",
        ];
        let programs = stand_ins(folder.path(), &lines);
        assert_eq!(first("psql", &programs, 0).await.unwrap(), programs[1]);
        assert_eq!(first("psql", &programs, 17).await.unwrap(), programs[2]);
    }

    #[tokio::test]
    async fn an_unfit_program_is_refused_with_the_version_that_is_needed() {
        for (lines, server, message, hint) in [
            (
                &["pg_dump (PostgreSQL) 17.5", "pg_dump (PostgreSQL) 16.10"][..],
                17,
                "pg_dump 17.5 has known security holes and is not started: ",
                "PostgreSQL 17.6 or newer",
            ),
            (
                &["pg_dump (PostgreSQL) 15.18"],
                17,
                "The database runs PostgreSQL 17, and pg_dump here is version 15.18",
                "PostgreSQL 17 or newer",
            ),
            (
                &["pg_dump (PostgreSQL) 12.22"],
                0,
                "pg_dump 12.22 has known security holes and is not started: ",
                "PostgreSQL 18.0 or newer",
            ),
            (
                &["hello"],
                17,
                "psql-0 doesn’t say its version",
                "PostgreSQL, ",
            ),
            (&[], 17, "pg_dump was not found", "PostgreSQL 17 or newer"),
        ] {
            let folder = tempfile::tempdir().unwrap();
            let programs = stand_ins(folder.path(), lines);
            let error = first("pg_dump", &programs, server).await.unwrap_err();
            assert_eq!(error.code(), ErrorCode::ProgramMissing);
            assert!(error.message().contains(message), "{error}");
            let view = app::view::ErrorView::from(error);
            let said = view.hint.unwrap_or_default();
            assert!(said.contains(hint), "{said}");
        }
    }
}
