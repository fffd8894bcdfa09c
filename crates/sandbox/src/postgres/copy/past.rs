//! Makes a cluster that is what another one was at a moment of the past: its last base before that moment, and its WAL
//! replayed up to it.

use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;

use chrono::{SecondsFormat, Utc};
use tokio_util::sync::CancellationToken;

use super::base::lock;
use super::target::{CopyError, CopyResult, Source, Target, blocking};
use crate::copier::copy_file;
use crate::disk;
use crate::owner::{Owner, remove_file};
use crate::postgres::control_file::{lsn_text, parse_lsn};
use crate::postgres::history::{self, Base, Moment};
use crate::postgres::inventory::{self, Inventory};
use crate::postgres::maintenance::Replay;
use crate::postgres::server_pool::ServerPool;
use crate::postgres::session::{Admin, Session};
use crate::postgres::{apply, tree, wal};
use crate::state::Change;

/// What is copied: a cluster as it was.
#[derive(Debug)]
pub struct PastOf {
    pub from: Source,
    pub moment: Moment,
    /// Roles that were there already get these, which are the ones that people have.
    pub passwords: Vec<Change>,
}

/// Wakes the server of the branch: what was written until now is in its WAL alone.
pub async fn copy(
    pool: &Arc<ServerPool>,
    of: &PastOf,
    target: &Target,
    admin: &Admin,
    stop: &CancellationToken,
) -> Result<CopyResult, CopyError> {
    let (from, moment) = (&of.from, of.moment);
    let history = lock(pool, &from.cluster, stop).await?;
    let endpoint = from.endpoint_id.as_deref();
    let server = pool.maintenance_server(endpoint, &from.cluster).await?;
    let end = mark_end(server.port, admin, moment).await;
    server.finish().await;
    let last = end?;
    let (source, making, owner) = (from.cluster.clone(), target.making.clone(), pool.owner);
    let stopped = stop.clone();
    blocking(target, move || {
        let _history = history;
        let bases = history::bases(&source);
        let Some(base) = history::base_for(&bases, moment) else {
            return Ok(Err(CopyError::BeforeHistory {
                since: bases.first().map(|it| it.at),
            }));
        };
        tree::copy(&base.folder, &making, owner, &stopped)?;
        remove_file(&making.join(history::ABOUT))?;
        copy_wal(&source, &making, owner, base, &last)?;
        Ok(Ok(()))
    })
    .await??;
    let replay = Replay {
        settings: settings(moment),
    };
    let server = pool.replayed_server(&target.making, replay).await?;
    let replayed = replayed(server.port, admin, &of.passwords).await;
    server.finish().await;
    let (lsn, found) = replayed?;
    Ok(CopyResult {
        lsn,
        has_subscriptions: true,
        keeps_subscriptions: false,
        found: Some(found),
    })
}

/// A replay only knows that it is past its moment when it meets something later. Returns the WAL segment that has this.
async fn mark_end(port: u16, admin: &Admin, moment: Moment) -> Result<String, CopyError> {
    let session = Session::open(port, admin, "postgres").await?;
    let (is_later, until) = match moment {
        Moment::Lsn(lsn) => {
            let now = written(&session).await?;
            (lsn > now, lsn_text(now))
        }
        Moment::Time(at) => {
            let now = Utc::now();
            (at > now, now.to_rfc3339_opts(SecondsFormat::Millis, true))
        }
    };
    if is_later {
        return Err(CopyError::AfterHistory { until });
    }
    session
        .run("SELECT pg_logical_emit_message(true, 'plinth', 'end')")
        .await?;
    let last = session.row_long("SELECT pg_walfile_name(pg_current_wal_flush_lsn())", &[]);
    let last = last.await?.get(0);
    session.close().await?;
    Ok(last)
}

/// Up to which LSN a server has written.
pub async fn written(session: &Session) -> Result<u64, CopyError> {
    let row = session.row_long("SELECT pg_current_wal_flush_lsn()::text", &[]);
    let lsn: String = row.await?.get(0);
    parse_lsn(&lsn).ok_or(CopyError::Unreadable)
}

/// The segments from the base's to the last one, of whatever timeline, and the files that say how timelines came of one
/// another.
fn copy_wal(
    from: &Path,
    to: &Path,
    owner: Option<Owner>,
    base: &Base,
    last: &str,
) -> io::Result<()> {
    let (from, to) = (from.join("pg_wal"), to.join("pg_wal"));
    let needed = &base.first[8..]..=&last[8..];
    let mut has_first = false;
    for entry in fs::read_dir(&from)? {
        let name = entry?.file_name();
        let Some(name) = name.to_str() else { continue };
        if wal::is_segment(name) && needed.contains(&&name[8..]) || name.ends_with(".history") {
            copy_file(&from.join(name), &to.join(name), owner)?;
            has_first |= name == base.first;
        }
    }
    match has_first {
        true => disk::sync_tree(&to),
        false => Err(io::ErrorKind::NotFound.into()),
    }
}

/// Up to the last change that is whole at that LSN, or the last commit at that time.
fn settings(moment: Moment) -> String {
    let target = match moment {
        Moment::Lsn(lsn) => format!(
            "recovery_target_lsn = '{}'\nrecovery_target_inclusive = off",
            lsn_text(lsn)
        ),
        Moment::Time(at) => format!(
            "recovery_target_time = '{}'\nrecovery_target_inclusive = on",
            at.format("%Y-%m-%d %H:%M:%S%.6f+00")
        ),
    };
    // All of the WAL is there already.
    let nothing = if cfg!(windows) { "exit 1" } else { "false" };
    format!(
        "{target}\nrecovery_target_action = promote\nrecovery_target_timeline = current\n\
         restore_command = '{nothing}'\nhot_standby = off\n"
    )
}

/// How far it was replayed, and what it has.
async fn replayed(
    port: u16,
    admin: &Admin,
    passwords: &[Change],
) -> Result<(String, Inventory), CopyError> {
    let session = Session::open(port, admin, "postgres").await?;
    let row = session.row_long("SELECT pg_last_wal_replay_lsn()::text", &[]);
    let lsn: Option<String> = row.await?.get(0);
    session.close().await?;
    let found = inventory::read(port, admin).await?;
    let is_there = |change: &&Change| match change {
        Change::SetPassword { role, .. } => {
            let mut there = found.roles.iter();
            there.any(|it| it.can_log_in && it.name == *role)
        }
        _ => false,
    };
    let changes: Vec<Change> = passwords.iter().filter(is_there).cloned().collect();
    apply::apply(port, admin, &changes).await?;
    Ok((lsn.ok_or(CopyError::Unreadable)?, found))
}
