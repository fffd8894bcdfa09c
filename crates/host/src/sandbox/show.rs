//! The running sandbox in the window's words.

use std::path::Path;

use app::view::{SettingsView, TemporaryView, count};
use chrono::{DateTime, TimeDelta, Utc};
use sandbox::{
    DiskPart, DiskUse, Loss, PostgresSource, PostgresVersion, ProjectHistory, RECORDED, Recorded,
    Running, ServerStatus,
};

use super::phase::Phase;
use super::view::{
    DiskKind, DiskPartView, DiskView, HistoryView, LossKind, LossView, RecordedView, RunningView,
    SandboxView, ServerState, ServerView,
};
use super::{fault, options};

/// The sandbox with the names its databases have in the list. Without settings, which are read while the
/// window opens, nothing is known to be changed.
pub fn sandbox(
    phase: &Phase,
    databases: &[TemporaryView],
    settings: Option<&SettingsView>,
    data_dir: &Path,
) -> SandboxView {
    SandboxView {
        status: phase.status(),
        error: phase.error().cloned(),
        running: phase
            .running()
            .map(|running| running_view(running, databases, settings)),
        data_dir: data_dir.display().to_string(),
        usual: options::usual(),
        live: options::live(),
        regions: sandbox::regions(),
        recorded: RECORDED.iter().map(recorded).collect(),
    }
}

fn recorded(it: &Recorded) -> RecordedView {
    RecordedView {
        field: it.field.to_owned(),
        instead: it.instead.to_owned(),
    }
}

fn running_view(
    running: &Running,
    databases: &[TemporaryView],
    settings: Option<&SettingsView>,
) -> RunningView {
    let now = running.now();
    let postgres = running.postgres.as_ref();
    RunningView {
        instant_url: running.instant_url.clone(),
        base_url: running.base_url.clone(),
        ca_file: running.ca_file.display().to_string(),
        postgres_version: postgres.map(|it| it.version.clone()).unwrap_or_default(),
        postgres_outdated: postgres.is_some_and(PostgresVersion::has_known_holes),
        postgres_source: postgres.map_or("", |it| source(it.source)).to_owned(),
        postgres_folder: postgres
            .map(|it| it.bin_dir.display().to_string())
            .unwrap_or_default(),
        servers_folder: running
            .servers_folder_elsewhere()
            .map(|folder| folder.display().to_string()),
        now,
        clock_offset_ms: offset(now - Utc::now()),
        disk: disk(running.disk(), running.histories(), databases),
        servers: running
            .servers()
            .into_iter()
            .map(|it| server(it, now, databases))
            .collect(),
        max_running: u32::try_from(running.max_running()).unwrap_or(u32::MAX),
        faults: running
            .faults()
            .iter()
            .enumerate()
            .map(|(at, it)| fault::show(at, it))
            .collect(),
        restart_needed: settings.is_some_and(|it| options::differ(it, running.config())),
    }
}

fn disk(usage: DiskUse, histories: Vec<ProjectHistory>, databases: &[TemporaryView]) -> DiskView {
    let part = |it: DiskPart| DiskPartView {
        kind: match it.kind {
            sandbox::DiskKind::Projects => DiskKind::Projects,
            sandbox::DiskKind::Branches => DiskKind::Branches,
            sandbox::DiskKind::Replicas => DiskKind::Replicas,
            sandbox::DiskKind::Snapshots => DiskKind::Snapshots,
            sandbox::DiskKind::DeletedProjects => DiskKind::DeletedProjects,
            sandbox::DiskKind::DeletedBranches => DiskKind::DeletedBranches,
            sandbox::DiskKind::Templates => DiskKind::Templates,
            sandbox::DiskKind::Logs => DiskKind::Logs,
            sandbox::DiskKind::Quarantine => DiskKind::Quarantine,
            sandbox::DiskKind::Other => DiskKind::Other,
        },
        bytes: count(it.bytes),
        count: u32::try_from(it.count).unwrap_or(u32::MAX),
        until: it.until,
    };
    DiskView {
        used_bytes: usage.is_measured().then(|| count(usage.used_bytes)),
        max_bytes: usage.max_bytes.map(count),
        clones: usage.clones,
        parts: usage.parts.into_iter().map(part).collect(),
        histories: histories
            .into_iter()
            .map(|it| history(it, databases))
            .collect(),
    }
}

fn history(it: ProjectHistory, databases: &[TemporaryView]) -> HistoryView {
    let row = databases
        .iter()
        .find(|row| row.project_id.as_deref() == Some(&it.project_id));
    HistoryView {
        name: row.map_or(it.name, |row| row.name.clone()),
        project_id: it.project_id,
        bytes: count(it.bytes),
        limit_bytes: count(it.limit_bytes),
        shortened: it.shortened,
    }
}

fn source(source: PostgresSource) -> &'static str {
    match source {
        PostgresSource::Bundled => "bundled",
        PostgresSource::Env => "environment",
        PostgresSource::System => "installed",
    }
}

/// Milliseconds, to the nearest second: between the two reads of a clock lies a little time.
fn offset(difference: TimeDelta) -> f64 {
    count(
        difference
            .num_milliseconds()
            .abs()
            .saturating_add(500)
            .unsigned_abs()
            / 1000
            * 1000,
    ) * if difference < TimeDelta::zero() {
        -1.0
    } else {
        1.0
    }
}

fn server(server: ServerStatus, now: DateTime<Utc>, databases: &[TemporaryView]) -> ServerView {
    let row = databases
        .iter()
        .find(|row| row.project_id.as_deref() == Some(&server.project_id));
    let suspends_after = server
        .suspends_after_seconds
        .and_then(|left| i64::try_from(left).ok());
    ServerView {
        temporary_id: row.map(|row| row.id.clone()),
        name: named(&server, row.map_or(&server.name, |row| &row.name)),
        state: match server.state {
            sandbox::ServerState::Suspended => ServerState::Suspended,
            sandbox::ServerState::Starting => ServerState::Starting,
            sandbox::ServerState::Running => ServerState::Running,
            sandbox::ServerState::Stopping => ServerState::Stopping,
            sandbox::ServerState::Failed => ServerState::Failed,
        },
        behind_bytes: server.behind_bytes.map(count),
        port: server.port,
        storage_bytes: count(server.storage_bytes),
        storage_limit_bytes: count(server.storage_limit_bytes),
        transfer_bytes: count(server.transfer_bytes),
        transfer_limit_bytes: count(server.transfer_limit_bytes),
        connections: u32::try_from(server.connections).unwrap_or(u32::MAX),
        suspends_at: suspends_after
            .and_then(TimeDelta::try_seconds)
            .map(|left| now + left),
        error: server.failure,
        project_id: server.project_id,
        endpoint_id: server.endpoint_id,
    }
}

/// What goes, by the names that it has in the list.
pub fn loss(loss: Loss, databases: &[TemporaryView]) -> LossView {
    let row = databases
        .iter()
        .find(|row| row.project_id.as_deref() == Some(&loss.project_id));
    let project = row.map_or(&loss.project, |row| &row.name);
    LossView {
        kind: match loss.kind {
            sandbox::LossKind::TemporaryDatabase => LossKind::TemporaryDatabase,
            sandbox::LossKind::Branch => LossKind::Branch,
            sandbox::LossKind::DeletedProject => LossKind::DeletedProject,
            sandbox::LossKind::DeletedBranch => LossKind::DeletedBranch,
        },
        name: match loss.branch {
            Some(branch) => format!("{project} / {branch}"),
            None => project.clone(),
        },
    }
}

fn named(server: &ServerStatus, project: &str) -> String {
    let branch = match server.default {
        true => project.to_owned(),
        false => format!("{project} / {}", server.branch),
    };
    match server.read_only {
        true => format!("{branch} (read-only)"),
        false => branch,
    }
}

/// Databases whose servers run, and connections that are open to them.
pub fn occupancy(servers: &[ServerStatus]) -> (u32, u32) {
    let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    let runs = |server: &&ServerStatus| {
        use sandbox::ServerState::{Running, Starting, Stopping};
        matches!(server.state, Running | Starting | Stopping)
    };
    (
        count(servers.iter().filter(runs).count()),
        count(servers.iter().map(|server| server.connections).sum()),
    )
}
