//! Finds PostgreSQL's programs: a dump needs a `pg_dump` that is not older than the server.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use app::Error;
use app::view::ErrorCode;
use tokio::process::Command;
use tokio::time::timeout;

use crate::psql;

const TO_ANSWER: Duration = Duration::from_secs(10);

pub struct Programs(Vec<PathBuf>);

impl Programs {
    /// The one that is named, those that come with the app, and those that are installed.
    pub fn of(bundled: &[PathBuf]) -> Self {
        let named = std::env::var_os("PLINTH_POSTGRES_BIN").map(PathBuf::from);
        let bundled = named.into_iter().chain(sandbox::bundled_programs(bundled));
        Self(psql::programs("pg_dump", &bundled.collect::<Vec<_>>()))
    }

    /// The first that is not older than the server.
    pub async fn pg_dump(&self, server: u32) -> Result<PathBuf, Error> {
        let mut newest = None;
        for program in &self.0 {
            let version = version(program).await;
            if version.is_some_and(|it| it >= server) {
                return Ok(program.clone());
            }
            newest = newest.max(version);
        }
        let message = match newest {
            Some(version) => {
                format!("The database runs PostgreSQL {server}, and pg_dump here is of {version}")
            }
            None => "pg_dump was not found".to_owned(),
        };
        Err(Error::new(ErrorCode::ProgramMissing, message).hint(format!(
            "Install the client programs of PostgreSQL {server}, such as the package postgresql-client, then try again."
        )))
    }
}

/// Another program of the same PostgreSQL.
pub fn beside(program: &Path, name: &str) -> Result<PathBuf, Error> {
    let found = program.with_file_name(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    match found.is_file() {
        true => Ok(found),
        false => Err(Error::new(
            ErrorCode::ProgramMissing,
            format!("{name} was not found beside {}", program.display()),
        )
        .hint("Install the client programs of PostgreSQL, then try again.")),
    }
}

/// The major version, from a line such as `pg_dump (PostgreSQL) 17.11`.
async fn version(program: &Path) -> Option<u32> {
    let asked = Command::new(program)
        .arg("--version")
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .output();
    let said = timeout(TO_ANSWER, asked).await.ok()?.ok()?;
    major(str::from_utf8(&said.stdout).ok()?)
}

fn major(said: &str) -> Option<u32> {
    let number = said.split_once(") ")?.1;
    let digits = number.split(|it: char| !it.is_ascii_digit()).next()?;
    digits.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_major_version_is_read() {
        assert_eq!(major("pg_dump (PostgreSQL) 17.11\n"), Some(17));
        assert_eq!(
            major("pg_dump (PostgreSQL) 16.4 (Debian 16.4-1)\n"),
            Some(16)
        );
        assert_eq!(major("pg_dump (PostgreSQL) 19devel\n"), Some(19));
        assert_eq!(major("something else\n"), None);
    }

    #[tokio::test]
    async fn without_one_that_is_new_enough_it_says_what_to_install() {
        let none = Programs(Vec::new());
        let error = none.pg_dump(17).await.unwrap_err();
        assert_eq!(error.code(), ErrorCode::ProgramMissing);
        assert_eq!(error.message(), "pg_dump was not found");
    }
}
