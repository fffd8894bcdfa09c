//! One run of `pg_dump`, with an end to how long it takes and how much it writes.

use std::io;
use std::process::Stdio;
use std::sync::Arc;

use futures::future::BoxFuture;
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::process::Command;
use tokio::sync::watch;
use tokio::time::timeout;

use super::source::{DEADLINE, DumpError, LARGEST, Source};
use crate::postgres::client_version;
use crate::postgres::process::program;
use crate::postgres::relay::{KeyFiles, LoginRole, Relay, RunningServer, Upstream};
use crate::postgres::server_context::ServerContext;
use crate::postgres::session::OPTIONS;
use crate::postgres::startup::Purpose;

const PROGRAM: &str = "pg_dump";
/// For each table that somebody has locked.
const LOCK_WAIT: &str = "--lock-wait-timeout=10s";
const LONGEST_COMPLAINT: u64 = 16 * 1024;

/// Some installations have the server alone, or an older one beside it.
pub async fn must_be_usable(context: &ServerContext) -> Result<(), DumpError> {
    let bin_dir = || context.pg.bin_dir.clone();
    if !context.pg.program(PROGRAM).is_file() {
        return Err(DumpError::NoProgram { bin_dir: bin_dir() });
    }
    let mut asked = program(&context.pg, PROGRAM, context.owner);
    asked
        .arg("--version")
        .stdin(Stdio::null())
        .kill_on_drop(true);
    let said = timeout(DEADLINE, asked.output()).await;
    let said = said.map_err(|_| DumpError::TooSlow)??;
    let said = String::from_utf8_lossy(&said.stdout);
    let version = client_version::printed(&said).unwrap_or("of an unknown version");
    match client_version::has_known_holes(version) {
        true => Err(DumpError::Old {
            version: version.to_owned(),
            bin_dir: bin_dir(),
        }),
        false => Ok(()),
    }
}

pub async fn run(
    context: &ServerContext,
    source: &Source<'_>,
    role: &str,
) -> Result<String, DumpError> {
    let (started, program_id) = watch::channel(None);
    let upstream = Reader {
        program_id,
        server: context.running(source.port, Arc::clone(&source.leaf)),
        role: role.to_owned(),
    };
    let relay = Relay::open(Arc::new(upstream)).await?;
    let key = relay.write_key(source.folder, context.owner)?;
    let mut command = program(&context.pg, PROGRAM, context.owner);
    connected(&mut command, context, source, &relay, &key);
    command.env("PGUSER", role);
    command.args([
        "--schema-only",
        "--no-password",
        "--encoding=UTF8",
        LOCK_WAIT,
    ]);
    let output = timeout(DEADLINE, output(command, &started)).await;
    key.remove()?;
    output.unwrap_or(Err(DumpError::TooSlow))
}

/// A server that runs, and the role that reads from it.
#[derive(Debug)]
struct Reader {
    /// The number of the process, once it has started.
    program_id: watch::Receiver<Option<u32>>,
    server: RunningServer,
    role: String,
}

impl Upstream for Reader {
    fn purpose(&self) -> Purpose {
        Purpose::Statements
    }

    fn programs(self: Arc<Self>) -> BoxFuture<'static, io::Result<Vec<u32>>> {
        Box::pin(async move {
            let mut program_id = self.program_id.clone();
            let started = program_id.wait_for(Option::is_some).await;
            let started = started.map_err(io::Error::other)?;
            Ok(started.iter().copied().collect())
        })
    }

    fn server(self: Arc<Self>) -> BoxFuture<'static, io::Result<RunningServer>> {
        Box::pin(std::future::ready(Ok(self.server.clone())))
    }

    fn role(self: Arc<Self>, _port: u16) -> BoxFuture<'static, io::Result<LoginRole>> {
        Box::pin(std::future::ready(Ok(LoginRole::lasting(
            self.role.clone(),
        ))))
    }
}

/// In variables alone: a name on the command line could be read as a whole connection string. No file of the home folder
/// takes part. The login is bound to the certificate, which is proof enough of who answers.
fn connected(
    command: &mut Command,
    context: &ServerContext,
    source: &Source<'_>,
    relay: &Relay,
    key: &KeyFiles,
) {
    let nothing_here = &context.pg.bin_dir;
    command
        .env("PGHOST", "127.0.0.1")
        .env("PGPORT", relay.port.to_string())
        .env("PGDATABASE", source.database)
        .env("PGPASSWORD", source.password.reveal())
        .env("PGOPTIONS", OPTIONS)
        .env("PGSSLMODE", "require")
        .env("PGCHANNELBINDING", "require")
        .env("PGSSLCERTMODE", "require")
        .env("PGSSLCERT", key.certificate())
        .env("PGSSLKEY", key.key())
        .env("PGGSSENCMODE", "disable")
        .env("PGCONNECT_TIMEOUT", "10")
        .env("HOME", nothing_here)
        .env("APPDATA", nothing_here);
}

async fn output(
    mut command: Command,
    started: &watch::Sender<Option<u32>>,
) -> Result<String, DumpError> {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()?;
    started.send_replace(child.id());
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    // One that writes too much is not read to its end, and killed.
    let (text, complaint) = tokio::try_join!(written(stdout), complained(stderr))?;
    match child.wait().await?.success() {
        true => String::from_utf8(text).map_err(|_| DumpError::Failed("it is not UTF-8".into())),
        false => Err(DumpError::Failed(reason(&complaint))),
    }
}

async fn written(stdout: Option<impl AsyncRead + Unpin>) -> Result<Vec<u8>, DumpError> {
    let mut text = Vec::new();
    if let Some(stdout) = stdout {
        let most = u64::try_from(LARGEST).unwrap_or(u64::MAX) + 1;
        stdout.take(most).read_to_end(&mut text).await?;
    }
    match text.len() > LARGEST {
        true => Err(DumpError::TooLarge),
        false => Ok(text),
    }
}

async fn complained(stderr: Option<impl AsyncRead + Unpin>) -> Result<String, DumpError> {
    let mut text = Vec::new();
    if let Some(mut stderr) = stderr {
        (&mut stderr)
            .take(LONGEST_COMPLAINT)
            .read_to_end(&mut text)
            .await?;
        tokio::io::copy(&mut stderr, &mut tokio::io::sink()).await?;
    }
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// The first error, in the server's own words where it is the server's.
fn reason(complaint: &str) -> String {
    let lines = || complaint.lines().map(str::trim);
    let of_server = |line: &str| {
        let after = |word: &str| {
            line.split_once(word)
                .map(|(_, rest)| rest.trim().to_owned())
        };
        after("FATAL:").or_else(|| after("ERROR:"))
    };
    let own = |line: &str| line.strip_prefix("pg_dump: error: ").map(str::to_owned);
    let found = lines().find_map(of_server);
    found
        .or_else(|| lines().find_map(own))
        .or_else(|| lines().rfind(|line| !line.is_empty()).map(str::to_owned))
        .unwrap_or_else(|| "it said nothing".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reason_is_the_first_error() {
        for (complaint, is) in [
            (
                "pg_dump: warning: subscriptions not dumped\npg_dump: error: query failed: ERROR:  canceling statement due to statement timeout\npg_dump: detail: Query was: LOCK TABLE public.t",
                "canceling statement due to statement timeout",
            ),
            (
                "pg_dump: error: connection to server at \"127.0.0.1\", port 5 failed: FATAL:  database \"a\" is not currently accepting connections",
                "database \"a\" is not currently accepting connections",
            ),
            ("pg_dump: error: out of memory\n", "out of memory"),
            (
                "libxml2.so.2: cannot open shared object file\n\n",
                "libxml2.so.2: cannot open shared object file",
            ),
            ("", "it said nothing"),
        ] {
            assert_eq!(reason(complaint), is);
        }
    }
}
