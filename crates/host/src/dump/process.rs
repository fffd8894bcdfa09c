//! `pg_dump` while it runs: its output, and what it says.

use std::path::Path;
use std::process::Stdio;

use app::Error;
use app::view::ErrorCode;
use tokio::io::{self, AsyncBufReadExt as _, BufReader};
use tokio::process::{Child, ChildStderr, ChildStdout, Command};
use tokio::task::JoinHandle;

use crate::psql::Files;

/// The words by which a program tells that the server is gone, rather than that it refused.
const LOST: [&str; 11] = [
    "server closed the connection unexpectedly",
    "terminating connection",
    "the database system is shutting down",
    "no connection to the server",
    "could not receive data from server",
    "could not send data to server",
    "SSL connection has been closed unexpectedly",
    "connection to server was lost",
    "SSL SYSCALL error",
    "Connection reset",
    "Connection refused",
];
/// What `pg_dump` puts before the words of a server that refused to send a table.
const FROM_SERVER: &str = "Error message from server: ";

/// What a program said of an error.
#[derive(Debug, Default)]
pub struct Heard {
    /// The first error, in the server's words where they are there.
    pub said: Option<String>,
    /// The connection to the server was lost.
    pub is_lost: bool,
}

/// The message of a program that failed.
#[derive(Debug)]
pub struct Failed {
    pub heard: Heard,
}

/// It is killed when this is dropped.
pub struct Process {
    child: Child,
    pub output: Option<ChildStdout>,
    said: JoinHandle<Heard>,
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
        // Ctrl-C is for the command that waits for the dump, and no window opens for it.
        #[cfg(windows)]
        command.creation_flags(windows_sys::Win32::System::Threading::CREATE_NO_WINDOW);
        command
            .args(args)
            // What it says is read here.
            .env("LC_ALL", "C")
            .stdin(Stdio::null())
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
            output: child.stdout.take(),
            said: tokio::spawn(listen(said, on_table)),
            child,
            _files: files,
        })
    }

    /// Waits for its end.
    pub async fn ended(mut self) -> Result<(), Failed> {
        // What is not read any more would keep it waiting.
        let output = self.output.take();
        let rest = async {
            if let Some(mut output) = output {
                drop(io::copy(&mut output, &mut io::sink()).await);
            }
        };
        let (status, ()) = tokio::join!(self.child.wait(), rest);
        if status.is_ok_and(|it| it.success()) {
            return Ok(());
        }
        let heard = self.said.await.unwrap_or_default();
        Err(Failed { heard })
    }
}

/// Reads all that a program says, so that it never waits for that.
async fn listen(said: Option<ChildStderr>, on_table: impl Fn()) -> Heard {
    let Some(said) = said else {
        return Heard::default();
    };
    let mut lines = BufReader::new(said).split(b'\n');
    let mut heard = Heard::default();
    let mut has_words = false;
    while let Ok(Some(line)) = lines.next_segment().await {
        let line = String::from_utf8_lossy(&line);
        if line.contains(": dumping contents of table ") {
            on_table();
        }
        heard.hear(&line, &mut has_words);
    }
    heard
}

impl Heard {
    fn hear(&mut self, line: &str, has_words: &mut bool) {
        if self.said.is_none() {
            self.said = error_in(line);
        }
        if let Some((_, words)) = line.split_once(FROM_SERVER)
            && !std::mem::replace(has_words, true)
        {
            // Whatever it quotes may be of the table.
            let words = error_in(words).unwrap_or_else(|| words.trim().to_owned());
            self.said = Some(without_values(&words));
        }
        self.is_lost |= self.said.is_some() && LOST.iter().any(|words| line.contains(words));
    }
}

/// The error in a line of `pg_dump` or psql, without values from the data.
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
    match code.starts_with("22") {
        true => Some(without_values(message)),
        false => Some(message.to_owned()),
    }
}

fn without_values(message: &str) -> String {
    let parts = message.split('"').enumerate();
    let kept = parts.map(|(at, part)| if at % 2 == 0 { part } else { "…" });
    kept.collect::<Vec<_>>().join("\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_said_without_values() {
        let check = |line: &str, said: Option<&str>| assert_eq!(error_in(line).as_deref(), said);
        check(
            "psql:<stdin>:12: ERROR:  22P02: invalid input syntax for type integer: \"hunter2\"",
            Some("invalid input syntax for type integer: \"…\""),
        );
        check(
            "psql:<stdin>:9: ERROR:  42501: permission denied to create extension \"dblink\"",
            Some("permission denied to create extension \"dblink\""),
        );
        check(
            "pg_dump: error: query failed: ERROR:  permission denied for table secret",
            Some("permission denied for table secret"),
        );
        check(
            "pg_dump: error: aborting because of server version mismatch",
            Some("aborting because of server version mismatch"),
        );
        check("pg_dump: dumping contents of table \"public.error\"", None);
        check("DETAIL:  Key (id)=(1) already exists.", None);
    }

    #[test]
    fn a_lost_connection_is_told_from_a_refusal() {
        let check = |lines: &[&str], said: &str, is_lost: bool| {
            let (mut heard, mut has_words) = (Heard::default(), false);
            for line in lines {
                heard.hear(line, &mut has_words);
            }
            assert_eq!(heard.said.as_deref(), Some(said), "{lines:?}");
            assert_eq!(heard.is_lost, is_lost, "{lines:?}");
        };
        check(
            &[
                "pg_dump: dumping contents of table \"public.Connection refused\"",
                "pg_dump: error: Dumping the contents of table \"big\" failed: PQgetCopyData() failed.",
                "pg_dump: detail: Error message from server: FATAL:  terminating connection due to administrator command",
                "server closed the connection unexpectedly",
                "pg_dump: detail: Command was: COPY public.big (n) TO stdout;",
            ],
            "terminating connection due to administrator command",
            true,
        );
        check(
            &[
                "pg_dump: error: Dumping the contents of table \"t\" failed: PQgetResult() failed.",
                "pg_dump: detail: Error message from server: ERROR:  invalid input syntax for type integer: \"hunter2\"",
            ],
            "invalid input syntax for type integer: \"…\"",
            false,
        );
        check(
            &["pg_dump: error: query failed: SSL SYSCALL error: EOF detected"],
            "query failed: SSL SYSCALL error: EOF detected",
            true,
        );
        check(
            &["psql:<stdin>:9: ERROR:  22012: division by zero"],
            "division by zero",
            false,
        );
        check(
            &[
                "psql:<stdin>:9: FATAL:  57P01: terminating connection due to administrator command",
                "psql:<stdin>:9: server closed the connection unexpectedly",
            ],
            "terminating connection due to administrator command",
            true,
        );
    }
}
