//! Databases made by the platform's instant tools.

use std::collections::HashMap;
use std::fs;

use super::mark::{answering, mark};
use super::run::{Tools, command, said};
use crate::management::fixture::ManagementFixture;

/// Packages of npm with one command each.
pub const TOOLS: [&str; 2] = ["neon-new", "get-db"];

const VARIABLES: [&str; 2] = ["DATABASE_URL", "DATABASE_URL_DIRECT"];
const PRELOAD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/flows/clients/preload.mjs");

/// Runs a tool as its own documentation says, and gives what it wrote: variable, connection string, and what the
/// database answers, which its seed has set.
pub async fn create(
    fixture: &ManagementFixture,
    tools: &Tools,
    tool: &str,
) -> Vec<(&'static str, String, String)> {
    let folder = tempfile::tempdir_in(fixture.product.path()).unwrap();
    let mark = mark();
    fs::write(folder.path().join("seed.sql"), answering(&mark)).unwrap();
    let mut node = command("node", folder.path());
    node.args(["--import", PRELOAD])
        .arg(tools.node_modules.join(tool).join("dist/cli.js"))
        .args(["--yes", "--seed", "seed.sql"])
        .env("SANDBOX_URL", &fixture.product.sandbox.instant_url);
    let printed = said(&mut node, &fixture.product.sandbox.instant_url).await;
    printed.unwrap_or_else(|why| panic!("{tool}: {why}"));
    let written = fs::read_to_string(folder.path().join(".env")).unwrap();
    let written: HashMap<&str, &str> = written
        .lines()
        .filter_map(|line| line.split_once('='))
        .collect();
    let of = |variable| {
        let url: &str = written[variable];
        (variable, url.to_owned(), mark.clone())
    };
    VARIABLES.map(of).into()
}
