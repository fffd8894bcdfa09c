//! The file in a cluster's folder that says which PostgreSQL checked it, so that a server starts without
//! another check.

use std::fs;
use std::path::Path;

use super::binaries::PostgresVersion;
use super::replication::Replication;
use crate::owner::{Owner, give, read_small_text, write_private};

/// In the cluster's folder: by which PostgreSQL it was checked last, and whether its roles may
/// replicate.
const NOTE: &str = "plinth.opened";

/// Notes that a cluster was made by this PostgreSQL, and by the sandbox's own script.
pub fn note_made(
    pg: &PostgresVersion,
    owner: Option<Owner>,
    cluster: &Path,
) -> std::io::Result<()> {
    write(cluster, owner, &build(pg), Replication::Off.word())
}

/// What is noted of the roles' right to replicate.
pub fn noted_right(cluster: &Path) -> &'static str {
    let noted = noted(cluster);
    match noted.lines().nth(1) {
        Some("on") => Replication::On.word(),
        _ => Replication::Off.word(),
    }
}

pub fn noted(cluster: &Path) -> String {
    read_small_text(&cluster.join(NOTE)).unwrap_or_default()
}

/// Counts up with what a cluster of an earlier sandbox must lose before a server opens it.
const REVISION: u32 = 2;

/// Two builds of one version may differ in what they can do.
pub fn build(pg: &PostgresVersion) -> String {
    let bytes = fs::metadata(pg.program("postgres")).map_or(0, |meta| meta.len());
    format!("{} {bytes} {REVISION}", pg.version)
}

pub fn write(
    cluster: &Path,
    owner: Option<Owner>,
    build: &str,
    right: &str,
) -> std::io::Result<()> {
    let path = cluster.join(NOTE);
    write_private(&path, format!("{build}\n{right}\n"))?;
    give(&path, owner)
}
