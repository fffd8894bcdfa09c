//! PostgreSQL without a server: one process that reads statements, over files that nothing else
//! uses. It listens nowhere, starts no worker and takes no setting of a database or role, so nothing
//! that people wrote runs.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use tokio::io::AsyncWriteExt;
use tokio::time::timeout;

use super::WakeError;
use super::binaries::PostgresVersion;
use super::process::program;
use super::shared_memory;
use crate::owner::Owner;

/// PostgreSQL says of most of this that it holds without a server anyway. Which functions and operators
/// are meant does not depend on what is in the database, no library is loaded for it, no event
/// trigger fires, and no view, foreign table or policy of people is ever expanded.
pub const NO_USER_CODE: [&str; 14] = [
    "-c",
    "search_path=pg_catalog,pg_temp",
    // Also what the last server preloaded, which this PostgreSQL may not have.
    "-c",
    "shared_preload_libraries=",
    "-c",
    "session_preload_libraries=",
    "-c",
    "local_preload_libraries=",
    "-c",
    "event_triggers=off",
    "-c",
    "row_security=off",
    "-c",
    "restrict_nonsystem_relation_kind=view,foreign-table",
];

const DEADLINE: Duration = Duration::from_secs(60);
/// What stands before a value of the one column that is asked for.
const VALUE: &str = "\t 1: value = \"";

/// Runs statements, one a line, and returns the values of the column `value`, none of which may
/// have a line break or a quote.
pub async fn run(
    pg: &PostgresVersion,
    owner: Option<Owner>,
    cluster: &Path,
    database: &str,
    statements: &str,
) -> Result<Vec<String>, WakeError> {
    let mut command = program(pg, "postgres", owner);
    command.arg("--single").arg("-D").arg(cluster);
    command.args(shared_memory::arguments());
    command.args(NO_USER_CODE).args([
        "-c",
        "ssl=off",
        "-c",
        "exit_on_error=on",
        // As slots that the data has may need.
        "-c",
        "wal_level=logical",
        // A name may look like an option.
        "--",
        database,
    ]);
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        stdin.write_all(statements.as_bytes()).await?;
    }
    let output = timeout(DEADLINE, child.wait_with_output())
        .await
        .map_err(|_| WakeError::TooSlow)??;
    if !output.status.success() {
        let text = String::from_utf8_lossy(&output.stderr);
        let log_tail = text.lines().rev().take(3).collect::<Vec<_>>().join("; ");
        return Err(WakeError::NotStarted { log_tail });
    }
    Ok(values(&String::from_utf8_lossy(&output.stdout)))
}

fn values(printed: &str) -> Vec<String> {
    printed
        .split(VALUE)
        .skip(1)
        .filter_map(|rest| Some(rest.split_once('"')?.0.to_owned()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_from_what_it_prints() {
        let printed = "\nPostgreSQL stand-alone backend 17.11\nbackend> \t 1: value\t(typeid = 25, len = -1)\n\
             \t----\n\t 1: value = \"706f open\"\t(typeid = 25, len = -1)\n\t----\n\
             \t 1: value = \"61 icu\"\t(typeid = 25, len = -1)\n\t----\nbackend> ";
        assert_eq!(values(printed), ["706f open", "61 icu"]);
    }
}
