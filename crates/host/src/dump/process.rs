//! One program of PostgreSQL that runs: its input and output, and what it says.

use std::path::Path;
use std::process::Stdio;

use app::Error;
use app::view::ErrorCode;
use tokio::io::{self, AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command};
use tokio::task::JoinHandle;

use crate::psql::Files;

/// It is killed when this is dropped.
pub struct Process {
    child: Child,
    input: Option<ChildStdin>,
    pub output: Option<ChildStdout>,
    /// The first error that it says.
    said: JoinHandle<Option<String>>,
    /// What it connects by, which goes with it.
    _files: Files,
}

impl Process {
    /// `on_table` is called when `pg_dump` begins with the data of a table.
    pub fn start(
        files: Files,
        program: &Path,
        args: &[&str],
        on_table: impl Fn() + Send + 'static,
    ) -> Result<Self, Error> {
        let mut command = Command::from(files.command(program));
        command
            .args(args)
            // What it says is read here.
            .env("LC_ALL", "C")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        let mut child = command.spawn().map_err(|error| {
            let message = format!("Couldn't start {}: {error}", program.display());
            Error::new(ErrorCode::ProgramMissing, message)
                .hint("Check the PostgreSQL that it belongs to, then try again.")
        })?;
        let said = child.stderr.take();
        Ok(Self {
            input: child.stdin.take(),
            output: child.stdout.take(),
            said: tokio::spawn(listen(said, on_table)),
            child,
            _files: files,
        })
    }

    pub async fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        match &mut self.input {
            Some(input) => input.write_all(bytes).await,
            None => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    /// Ends its input and waits for its end.
    pub async fn ended(self) -> Result<(), Error> {
        self.exited().await.map_err(|(_, error)| error)
    }

    /// The same, with the code that it ended with where it failed.
    pub async fn exited(mut self) -> Result<(), (Option<i32>, Error)> {
        if let Some(mut input) = self.input.take() {
            drop(input.shutdown().await);
        }
        // What is not read any more would keep it waiting.
        let output = self.output.take();
        let rest = async {
            if let Some(mut output) = output {
                drop(io::copy(&mut output, &mut io::sink()).await);
            }
        };
        let (status, ()) = tokio::join!(self.child.wait(), rest);
        let code = match status {
            Ok(status) if status.success() => return Ok(()),
            Ok(status) => status.code(),
            Err(_) => None,
        };
        let said = self.said.await.ok().flatten();
        let said = said.unwrap_or_else(|| "PostgreSQL's program ended with an error".to_owned());
        let error = Error::new(ErrorCode::Database, said)
            .hint("Check that the database can be reached, then try again.");
        Err((code, error))
    }
}

/// Reads all that a program says, so that it never waits for that.
async fn listen(said: Option<ChildStderr>, on_table: impl Fn()) -> Option<String> {
    let mut lines = BufReader::new(said?).split(b'\n');
    let mut first = None;
    while let Ok(Some(line)) = lines.next_segment().await {
        let line = String::from_utf8_lossy(&line);
        if line.contains(": dumping contents of table ") {
            on_table();
        }
        if first.is_none() {
            first = error_in(&line);
        }
    }
    first
}

/// The error in a line of `pg_dump` or psql, as a sentence and without values from the data.
fn error_in(line: &str) -> Option<String> {
    let found = ["ERROR: ", "FATAL: ", "error: "]
        .iter()
        .find_map(|mark| line.split_once(mark))?;
    let text = found.1.trim();
    // psql says the code as well, which tells whether the message quotes a value.
    let (code, message) = match text.split_once(": ") {
        Some((code, message))
            if code.len() == 5 && code.bytes().all(|it| it.is_ascii_alphanumeric()) =>
        {
            (code, message)
        }
        _ => ("", text),
    };
    let mut message = message.to_owned();
    if code.starts_with("22") {
        let parts = message.split('"').enumerate();
        let kept = parts.map(|(at, part)| if at % 2 == 0 { part } else { "…" });
        message = kept.collect::<Vec<_>>().join("\"");
    }
    let mut rest = message.chars();
    let capital = rest.next()?.to_uppercase();
    Some(capital.chain(rest).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_said_without_values() {
        let check = |line: &str, said: Option<&str>| assert_eq!(error_in(line).as_deref(), said);
        check(
            "psql:<stdin>:12: ERROR:  22P02: invalid input syntax for type integer: \"hunter2\"",
            Some("Invalid input syntax for type integer: \"…\""),
        );
        check(
            "psql:<stdin>:9: ERROR:  42501: permission denied to create extension \"dblink\"",
            Some("Permission denied to create extension \"dblink\""),
        );
        check(
            "pg_dump: error: query failed: ERROR:  permission denied for table secret",
            Some("Permission denied for table secret"),
        );
        check(
            "pg_dump: error: aborting because of server version mismatch",
            Some("Aborting because of server version mismatch"),
        );
        check("pg_dump: dumping contents of table \"public.error\"", None);
        check("DETAIL:  Key (id)=(1) already exists.", None);
    }
}
