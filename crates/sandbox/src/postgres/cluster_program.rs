//! PostgreSQL's programs that make and change a cluster nobody serves yet.

use std::io;
use std::process::Stdio;
use std::time::Duration;

use tokio::io::AsyncWriteExt;
use tokio::time::timeout;

const DEADLINE: Duration = Duration::from_secs(120);

#[derive(Debug, Clone, thiserror::Error)]
pub enum ClusterError {
    #[error("couldn't create the cluster's files: {0}")]
    Files(String),
    #[error("`{program}` failed: {log_tail}")]
    Program {
        program: &'static str,
        log_tail: String,
    },
    #[error("`{program}` did not end in time")]
    TooSlow { program: &'static str },
}

impl From<io::Error> for ClusterError {
    fn from(error: io::Error) -> Self {
        Self::Files(error.to_string())
    }
}

/// Runs one with this input to its end.
pub(super) async fn run(
    program: &'static str,
    mut command: tokio::process::Command,
    input: &str,
) -> Result<(), ClusterError> {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        stdin.write_all(input.as_bytes()).await?;
    }
    let output = timeout(DEADLINE, child.wait_with_output())
        .await
        .map_err(|_| ClusterError::TooSlow { program })??;
    if output.status.success() {
        return Ok(());
    }
    let text = String::from_utf8_lossy(&output.stderr);
    let log_tail = text.lines().rev().take(3).collect::<Vec<_>>().join("; ");
    Err(ClusterError::Program { program, log_tail })
}
