use std::time::Duration;

use tokio::process::Command;

use super::TestSandbox;

/// Runs one command by the `psql` of the sandbox's PostgreSQL, and returns all that psql writes.
pub async fn psql(sandbox: &TestSandbox, url: &str, command: &str) -> String {
    let postgres = sandbox.running.postgres.as_ref().unwrap();
    let run = Command::new(postgres.bin_dir.join("psql"))
        .arg(url)
        .args(["-XAt", "-c", command])
        .output();
    let output = tokio::time::timeout(Duration::from_secs(60), run).await;
    let output = output.unwrap().unwrap();
    let written = [output.stdout, output.stderr].concat();
    String::from_utf8_lossy(&written).into_owned()
}
