//! What `initdb` makes. It is the same for each sandbox of one PostgreSQL, so it can be prepared once beside the
//! programs; where it was not, `initdb` runs.

use std::path::{Path, PathBuf};
use std::{fs, io};

use tokio_util::sync::CancellationToken;

use super::binaries::{self, PostgresVersion};
use super::cluster_program::{ClusterError, run};
use super::own_roles::ADMIN;
use super::process::program;
use super::{blocking, programs, shared_memory, tree, wal};
use crate::config::Config;
use crate::disk;
use crate::error::StartError;
use crate::folder::Folder;
use crate::owner::{Owner, close_folder, give, remove_file, server_owner};
use crate::random::Random;

/// Counts up with every change to what `initdb` is given.
const REVISION: u32 = 1;

/// Where it is prepared: among the files that belong to these programs alone, so that another version of them has
/// another one.
fn prepared(pg: &PostgresVersion) -> PathBuf {
    let root = pg.bin_dir.parent().unwrap_or(&pg.bin_dir);
    root.join(format!("share/sandbox/cluster-{REVISION}"))
}

/// Puts one where nothing is yet, for the servers' user alone.
pub async fn put(
    pg: &PostgresVersion,
    owner: Option<Owner>,
    to: &Path,
) -> Result<(), ClusterError> {
    let from = prepared(pg);
    if !from.join("PG_VERSION").is_file() {
        return init(pg, owner, to).await;
    }
    let (into, never) = (to.to_path_buf(), CancellationToken::new());
    blocking(move || tree::copy(&from, &into, owner, &never)).await?;
    Ok(())
}

async fn init(
    pg: &PostgresVersion,
    owner: Option<Owner>,
    cluster: &Path,
) -> Result<(), ClusterError> {
    disk::make_folder(cluster)?;
    close_folder(cluster)?;
    give(cluster, owner)?;
    let mut command = program(pg, "initdb", owner);
    command.args(shared_memory::arguments());
    command
        .arg("-D")
        .arg(cluster)
        .args([
            "-U",
            ADMIN,
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--locale=C",
            "--no-sync",
        ])
        .args([
            "--locale-provider=builtin",
            "--builtin-locale=C.UTF-8",
            "--no-instructions",
        ])
        .arg("--wal-segsize=1");
    run("initdb", command, "").await
}

/// Takes out what every copy would have and no server needs: the maps of free space and of rows
/// that all may see (32 kB a table, made again where a table is written to or vacuumed), and the
/// log ahead of the last checkpoint.
pub fn remove_unneeded(cluster: &Path) -> io::Result<()> {
    wal::trim(cluster)?;
    for database in fs::read_dir(cluster.join("base"))? {
        for file in fs::read_dir(database?.path())? {
            let file = file?;
            let name = file.file_name();
            let name = name.to_str().unwrap_or_default();
            if name.ends_with("_fsm") || name.ends_with("_vm") {
                remove_file(&file.path())?;
            }
        }
    }
    Ok(())
}

/// Prepares one beside the programs that a sandbox would run, by way of the data folder, and says where. It holds no
/// password and nothing of anybody's, and whoever may run the programs may read it.
pub async fn prepare(config: &Config) -> Result<PathBuf, StartError> {
    let found = binaries::find(&config.postgres, config.allow_old_postgres).await?;
    let done = std::path::absolute(prepared(&found)).unwrap_or_else(|_| prepared(&found));
    if done.join("PG_VERSION").is_file() {
        return Ok(done);
    }
    let owner = server_owner().map_err(|_| StartError::NoServerUser)?;
    let random = Random::from_system();
    let folder = Folder::open(&config.data_dir, &config.shared_dir, owner, &random)?;
    let pg = programs::make_reachable(found, owner, &folder.servers)?;
    let made = folder.servers.join("bare-cluster");
    match make(&pg, owner, made, done.clone()).await {
        Ok(()) => Ok(done),
        Err(error) => Err(StartError::DataFolder {
            path: done,
            source: io::Error::other(error),
        }),
    }
}

async fn make(
    pg: &PostgresVersion,
    owner: Option<Owner>,
    made: PathBuf,
    done: PathBuf,
) -> Result<(), ClusterError> {
    init(pg, owner, &made).await?;
    blocking(move || {
        remove_unneeded(&made)?;
        let making = disk::with_ending(&done, &format!("{}.making", std::process::id()));
        disk::make_folders(done.parent().unwrap_or(&done))?;
        tree::copy(&made, &making, None, &CancellationToken::new())?;
        programs::make_readable(&making)?;
        disk::rename(&making, &done)
    })
    .await?;
    Ok(())
}
