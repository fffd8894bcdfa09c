use std::time::{Duration, Instant};

use app::view::{ErrorCode, SettingsView};
use clap::Subcommand;
use serde_json::{Map, Value, json};

use super::sandbox_purge;
use crate::duration;
use crate::failure::{Done, Failure};
use crate::options::Options;
use crate::print::Show;
use crate::session::Session;
use crate::table::{Column, bytes, measured, text, time};
use crate::task::{self, Task};

const ONE: &[Column] = &[
    text("State", "status"),
    text("Problem", "error.message"),
    text("Management API", "running.baseUrl"),
    text("Instant service", "running.instantUrl"),
    text("CA file", "running.caFile"),
    text("Postgres", "running.postgresVersion"),
    text("Postgres folder", "running.postgresFolder"),
    time("Its clock", "running.now"),
    measured("Disk", "running.disk.usedBytes"),
    text("Data", "dataDir"),
    text("Servers' data", "running.serversFolder"),
];
const SERVERS: &[Column] = &[
    text("Compute", "endpointId"),
    text("Name", "name"),
    text("State", "state"),
    text("Port", "port"),
    text("Connections", "connections"),
    bytes("Storage", "storageBytes"),
];
const REQUESTS: &[Column] = &[
    time("Time", "at"),
    text("Method", "method"),
    text("Route", "route"),
    text("Status", "status"),
    text("ms", "milliseconds"),
];
const QUARANTINE: &[Column] = &[
    text("ID", "id"),
    text("Name", "name"),
    bytes("Size", "sizeBytes"),
    time("Since", "putAsideAt"),
    text("Whole", "isWhole"),
];
const LOSSES: &[Column] = &[text("What", "kind"), text("Name", "name")];
/// How long a started agent may take until it answers.
const PATIENCE: Duration = Duration::from_secs(20);
const LOOK: Duration = Duration::from_millis(20);
/// An agent that carries no sandbox any more ends after so many seconds.
const IDLE: &str = "60";

#[derive(Subcommand)]
pub enum Verb {
    /// Start the sandbox. Where no window or agent runs, an agent carries it
    Start,
    /// Stop the sandbox and its servers
    Stop,
    /// Show the sandbox
    Status,
    /// Delete everything in the sandbox and start it anew
    Reset,
    /// Show its servers
    Servers,
    /// Start a server
    Wake { compute: String },
    /// Suspend a server
    Sleep { compute: String },
    /// Show its last requests
    Requests,
    /// Move its clock forward
    Advance {
        /// How far: a duration such as 80h or 7d, or seconds
        #[arg(value_name = "DURATION", value_parser = duration::seconds)]
        seconds: u32,
        /// Show what would be lost, and move nothing
        #[arg(long)]
        preview: bool,
    },
    /// Make the next requests fail on purpose
    Fault {
        #[arg(value_parser = ["rateLimited", "serverError", "unavailable", "slow", "cut", "garbage"])]
        kind: String,
        #[arg(long, default_value = "any", value_parser = ["any", "read", "create", "update", "delete"])]
        target: String,
        #[arg(long, default_value_t = 1)]
        times: u32,
    },
    /// Let no request fail on purpose any more
    ClearFaults,
    /// Show its options, or set some: `--set maxDiskGb=40`. They count from its next start
    Options {
        /// An option and its value, or several as a JSON object
        #[arg(long, value_name = "NAME=VALUE|JSON")]
        set: Vec<String>,
    },
    /// Delete deleted projects and branches for good: all, or these. Lists them with their sizes, and asks
    Purge {
        /// Ids or names of deleted projects and branches
        deleted: Vec<String>,
    },
    /// List data that it found and does not know
    Quarantine,
    /// Make quarantined data a branch again
    PutBack { id: String },
    /// Delete quarantined data for good
    Discard { id: String },
}

impl Verb {
    /// What needs the sandbox to go on after this command needs a host that does.
    pub fn needs_agent(&self) -> bool {
        matches!(self, Self::Start | Self::Reset)
    }

    pub async fn run(self, session: &Session) -> Done {
        let of = |command, args: Value| Task::here(command, args).one(ONE);
        let task = match self {
            Self::Start => of("sandbox_start", json!({})),
            Self::Stop => of("sandbox_stop", json!({})),
            Self::Status => of("sandbox_state", json!({})),
            Self::Reset => of("sandbox_reset", json!({}))
                .asks("Delete all projects, databases and settings of the sandbox?"),
            Self::Servers => {
                let state = session.call("sandbox_state", json!({})).await?;
                let servers = match &state["running"]["servers"] {
                    Value::Null => json!([]),
                    servers => servers.clone(),
                };
                return task::print(session, servers, Show::Rows("", SERVERS), "").await;
            }
            Self::Wake { compute } | Self::Sleep { compute } if !is_server(session, &compute).await? => {
                return Err(Failure::new(
                    ErrorCode::NotFound,
                    format!("The sandbox has no compute {compute}"),
                    "`plinth sandbox servers` lists them.",
                ));
            }
            Self::Wake { compute } => of("sandbox_server_wake", json!({ "endpointId": compute })),
            Self::Sleep { compute } => of("sandbox_server_sleep", json!({ "endpointId": compute }))
                .asks(format!(
                    "Suspend the server {compute}? Its connections are cut."
                )),
            Self::Requests => Task::here("sandbox_requests", json!({})).rows(REQUESTS),
            Self::Advance {
                seconds,
                preview: true,
            } => Task::here("sandbox_lost_after", json!({ "seconds": seconds })).rows(LOSSES),
            Self::Advance { seconds, .. } => of("sandbox_advance", json!({ "seconds": seconds }))
                .asks("Move the sandbox's clock? What expires until then is gone: --preview shows it."),
            Self::Fault {
                kind,
                target,
                times,
            } => of(
                "sandbox_fault_order",
                json!({ "kind": kind, "target": target, "times": times }),
            ),
            Self::ClearFaults => of("sandbox_fault_clear", json!({})),
            Self::Options { set } => return options(session, &set).await,
            Self::Purge { deleted } => return sandbox_purge::run(session, &deleted).await,
            Self::Quarantine => Task::here("sandbox_quarantine", json!({})).rows(QUARANTINE),
            Self::PutBack { id } => {
                Task::here("sandbox_quarantine_put_back", json!({ "id": id })).rows(QUARANTINE)
            }
            Self::Discard { id } => Task::here("sandbox_quarantine_delete", json!({ "id": id }))
                .asks("Delete this data for good?")
                .rows(QUARANTINE),
        };
        task.run(session).await
    }
}

/// Options of the sandbox beside those that the live platform's set has: their names, and those of the settings.
const LIMITS: [(&str, &str); 5] = [
    ("idleMinutes", "sandboxIdleMinutes"),
    ("oldPostgres", "sandboxOldPostgres"),
    ("maxUnclaimed", "sandboxMaxUnclaimed"),
    ("maxDiskGb", "sandboxMaxDiskGb"),
    ("purgeDeletedWhenFull", "sandboxPurgeDeletedWhenFull"),
];

/// Returns true if the running sandbox lists a server of this compute, which those of deleted branches have no more. A stopped
/// sandbox refuses by itself.
async fn is_server(session: &Session, compute: &str) -> Done<bool> {
    let state = session.call("sandbox_state", json!({})).await?;
    let servers = state["running"]["servers"].as_array();
    Ok(servers.is_none_or(|all| all.iter().any(|it| it["endpointId"] == compute)))
}

/// Shows the options, after setting these.
async fn options(session: &Session, set: &[String]) -> Done {
    let mut settings = session.call("settings_get", json!({})).await?;
    if !set.is_empty() {
        session.must_be_meant()?;
        let mut changed = Map::new();
        for text in set {
            changed.extend(changed_options(text)?);
        }
        for (name, value) in changed {
            let Some(option) = option_mut(&mut settings, &name) else {
                return Err(Failure::usage(
                    format!("There is no option {name}"),
                    "`plinth sandbox options --json` shows all of them.",
                ));
            };
            *option = value;
            if let Err(error) = serde_json::from_value::<SettingsView>(settings.clone()) {
                return Err(Failure::usage(
                    format!("The value of {name} can't be used: {error}"),
                    "`plinth sandbox options --json` shows what each is now.",
                ));
            }
        }
        settings = session
            .call("settings_set", json!({ "settings": settings }))
            .await?;
        let state = session.call("sandbox_state", json!({})).await?;
        if !state["running"].is_null() {
            crate::print::note(
                "plinth: the running sandbox keeps its options until its next start: `plinth sandbox stop`, then `start`",
            );
        }
    }
    let mut options = settings["sandboxOptions"].clone();
    for (name, setting) in LIMITS {
        options[name] = settings[setting].clone();
    }
    if session.options.is_json() {
        return crate::print::json(&options);
    }
    let all = options.as_object().into_iter().flatten();
    let rows: Vec<Value> = all
        .map(|(name, value)| json!({ "name": name, "value": value }))
        .collect();
    const COLUMNS: &[Column] = &[text("Option", "name"), text("Value", "value")];
    task::print(session, json!(rows), Show::Rows("", COLUMNS), "").await
}

/// The options of one `--set`: a JSON object, or a name and its value, which is JSON or else a text.
fn changed_options(text: &str) -> Done<Map<String, Value>> {
    if let Ok(Value::Object(changed)) = serde_json::from_str(text) {
        return Ok(changed);
    }
    match text.split_once('=') {
        Some((name, value)) if !text.trim_start().starts_with('{') => {
            let value = serde_json::from_str(value).unwrap_or_else(|_| json!(value));
            Ok(Map::from_iter([(name.trim().to_owned(), value)]))
        }
        _ => Err(Failure::usage(
            format!("{text} sets no option"),
            "Write such as --set maxDiskGb=40, or --set '{\"maxDiskGb\": 40}'.",
        )),
    }
}

/// An option where the settings keep it.
fn option_mut<'a>(settings: &'a mut Value, name: &str) -> Option<&'a mut Value> {
    match LIMITS.iter().find(|(option, _)| *option == name) {
        Some((_, setting)) => settings.get_mut(setting),
        None => settings["sandboxOptions"].get_mut(name),
    }
}

/// A connection to a host that stays when this command has ended: the one that is there, or an agent that is started.
pub async fn lasting(options: Options) -> Done<Session> {
    let session = Session::here(options.clone()).await?;
    if !session.is_host() {
        return Ok(session);
    }
    session.finish().await;
    drop(session);
    start_agent()?;
    let end = Instant::now() + PATIENCE;
    loop {
        tokio::time::sleep(LOOK).await;
        let data = crate::session::config()?.data;
        if !host::is_listening(&data).await && Instant::now() < end {
            continue;
        }
        let session = Session::here(options.clone()).await?;
        if !session.is_host() {
            return Ok(session);
        }
        session.close().await;
        if Instant::now() > end {
            return Err(Failure::new(
                ErrorCode::Timeout,
                "The agent did not start",
                "Run `plinth agent` in another terminal to see why.",
            ));
        }
    }
}

fn start_agent() -> Done {
    let not_started = |error: std::io::Error| {
        Failure::new(
            ErrorCode::ProgramMissing,
            format!("The agent can't be started: {error}"),
            "Run `plinth agent` in another terminal.",
        )
    };
    host::program::start_agent(&["--idle", IDLE]).map_err(not_started)
}
