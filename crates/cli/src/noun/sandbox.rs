use std::time::{Duration, Instant};

use app::settings::SettingsGet;
use app::view::{ErrorCode, SettingsView};
use clap::Subcommand;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use host::command::quarantine::{
    SandboxQuarantine, SandboxQuarantineDelete, SandboxQuarantinePutBack,
};
use host::command::sandbox::{
    SandboxAdvance, SandboxFaultClear, SandboxFaultOrder, SandboxLostAfter, SandboxRequests,
    SandboxReset, SandboxServerSleep, SandboxServerWake, SandboxStart, SandboxState, SandboxStop,
};
use host::command::settings::SettingsSet;
use host::sandbox::view::{
    FaultKind, FaultTarget, LossView, QuarantinedView, RequestView, SandboxView, ServerView,
};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::sandbox_purge;
use crate::columns::{Column, bytes, column, plain, rows, time};
use crate::duration;
use crate::failure::{Done, Failure};
use crate::options::Options;
use crate::print;
use crate::request::{self, Request, print_rows};
use crate::session::Session;

const ONE: &[Column<SandboxView>] = &[
    column("State", |it| plain(&it.status)),
    column("Problem", |it| {
        plain(&it.error.as_ref().map(|it| &it.message))
    }),
    column("Management API", |it| {
        plain(&it.running.as_ref().map(|it| &it.base_url))
    }),
    column("Instant service", |it| {
        plain(&it.running.as_ref().map(|it| &it.instant_url))
    }),
    column("CA file", |it| {
        plain(&it.running.as_ref().map(|it| &it.ca_file))
    }),
    column("Postgres", |it| {
        plain(&it.running.as_ref().map(|it| &it.postgres_version))
    }),
    column("Postgres folder", |it| {
        plain(&it.running.as_ref().map(|it| &it.postgres_folder))
    }),
    column("Its clock", |it| {
        time(&it.running.as_ref().map(|it| &it.now))
    }),
    column("Disk", |it| {
        disk(it.running.as_ref().map(|it| it.disk.used_bytes))
    }),
    column("Data", |it| plain(&it.data_dir)),
    column("Servers' data", |it| {
        plain(&it.running.as_ref().map(|it| &it.servers_folder))
    }),
];
const SERVERS: &[Column<ServerView>] = &[
    column("Compute", |it| plain(&it.endpoint_id)),
    column("Name", |it| plain(&it.name)),
    column("State", |it| plain(&it.state)),
    column("Port", |it| plain(&it.port)),
    column("Connections", |it| plain(&it.connections)),
    column("Storage", |it| bytes(&it.storage_bytes)),
];
const REQUESTS: &[Column<RequestView>] = &[
    column("Time", |it| time(&it.at)),
    column("Method", |it| plain(&it.method)),
    column("Route", |it| plain(&it.route)),
    column("Status", |it| plain(&it.status)),
    column("ms", |it| plain(&it.milliseconds)),
];
const QUARANTINE: &[Column<QuarantinedView>] = &[
    column("ID", |it| plain(&it.id)),
    column("Name", |it| plain(&it.name)),
    column("Size", |it| bytes(&it.size_bytes)),
    column("Since", |it| time(&it.quarantined_at)),
    column("Whole", |it| plain(&it.is_whole)),
];
const LOSSES: &[Column<LossView>] = &[
    column("What", |it| plain(&it.kind)),
    column("Name", |it| plain(&it.name)),
];
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
        #[arg(value_parser = code::<FaultKind>(&["rateLimited", "serverError", "unavailable", "slow", "cut", "garbage"]))]
        kind: FaultKind,
        #[arg(long, default_value = "any", value_parser = code::<FaultTarget>(&["any", "read", "create", "update", "delete"]))]
        target: FaultTarget,
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

/// Reads one of the core's codes.
fn code<T>(codes: &'static [&'static str]) -> impl TypedValueParser<Value = T>
where
    T: Clone + DeserializeOwned + Send + Sync + 'static,
{
    PossibleValuesParser::new(codes).try_map(|code| serde_json::from_value(json!(code)))
}

/// Returns the used size of the disk of a running sandbox, which is absent until it was measured.
fn disk(used_bytes: Option<Option<f64>>) -> String {
    match used_bytes {
        Some(None) => "being measured".to_owned(),
        used => bytes(&used),
    }
}

impl Verb {
    /// Returns true if the sandbox goes on after this command, which needs a host that goes on too.
    pub fn needs_agent(&self) -> bool {
        matches!(self, Self::Start | Self::Reset)
    }

    pub async fn run(self, session: &Session) -> Done {
        let task = match self {
            Self::Start => Request::new(SandboxStart {}).one(ONE),
            Self::Stop => Request::new(SandboxStop {}).one(ONE),
            Self::Status => Request::new(SandboxState {}).one(ONE),
            Self::Reset => Request::new(SandboxReset {})
                .one(ONE)
                .asks("Delete all projects, databases and settings of the sandbox?"),
            Self::Servers => {
                let servers = servers(session).await?.unwrap_or_default();
                return print_rows(session, &servers, SERVERS).await;
            }
            Self::Wake { compute } | Self::Sleep { compute } if !is_server(session, &compute).await? => {
                return Err(Failure::new(
                    ErrorCode::NotFound,
                    format!("The sandbox has no compute {compute}"),
                    "`plinth sandbox servers` lists them.",
                ));
            }
            Self::Wake { compute } => {
                let endpoint_id = compute;
                Request::new(SandboxServerWake { endpoint_id }).one(ONE)
            }
            Self::Sleep { compute } => {
                let question = format!("Suspend the server {compute}? Its connections are cut.");
                let endpoint_id = compute;
                let task = Request::new(SandboxServerSleep { endpoint_id }).one(ONE);
                task.asks(question)
            }
            Self::Requests => Request::new(SandboxRequests {}).rows(REQUESTS),
            Self::Advance {
                seconds,
                preview: true,
            } => Request::new(SandboxLostAfter { seconds }).rows(LOSSES),
            Self::Advance { seconds, .. } => Request::new(SandboxAdvance { seconds })
                .one(ONE)
                .asks("Move the sandbox's clock? What expires until then is gone: --preview shows it."),
            Self::Fault {
                kind,
                target,
                times,
            } => Request::new(SandboxFaultOrder {
                fault: kind,
                target,
                times,
            })
            .one(ONE),
            Self::ClearFaults => Request::new(SandboxFaultClear {}).one(ONE),
            Self::Options { set } => return options(session, &set).await,
            Self::Purge { deleted } => return sandbox_purge::run(session, &deleted).await,
            Self::Quarantine => Request::new(SandboxQuarantine {}).rows(QUARANTINE),
            Self::PutBack { id } => {
                Request::new(SandboxQuarantinePutBack { id }).rows(QUARANTINE)
            }
            Self::Discard { id } => Request::new(SandboxQuarantineDelete { id })
                .rows(QUARANTINE)
                .asks("Delete this data for good?"),
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

/// Returns the servers of the sandbox, if it runs.
async fn servers(session: &Session) -> Done<Option<Vec<ServerView>>> {
    let running = session.run(SandboxState {}).await?.running;
    Ok(running.map(|sandbox| sandbox.servers))
}

/// Returns true if the running sandbox lists a server of this compute, which those of deleted branches have no more. A stopped
/// sandbox refuses by itself.
async fn is_server(session: &Session, compute: &str) -> Done<bool> {
    let servers = servers(session).await?;
    Ok(servers.is_none_or(|all| all.iter().any(|it| it.endpoint_id == compute)))
}

/// Shows the options, after setting these.
async fn options(session: &Session, set: &[String]) -> Done {
    let mut settings = session.run(SettingsGet {}).await?;
    if !set.is_empty() {
        session.must_be_meant()?;
        let mut changed = Map::new();
        for text in set {
            changed.extend(changed_options(text)?);
        }
        for (name, value) in changed {
            settings = with_option(&settings, &name, value)?;
        }
        settings = session.run(SettingsSet { settings }).await?;
        if servers(session).await?.is_some() {
            print::note(
                "plinth: the running sandbox keeps its options until its next start: `plinth sandbox stop`, then `start`",
            );
        }
    }
    let mut options = json!(settings.sandbox_options);
    let settings = json!(settings);
    for (name, setting) in LIMITS {
        options[name] = settings[setting].clone();
    }
    request::print(session, &options, options_text, "").await
}

/// Returns the settings with another value of an option.
fn with_option(settings: &SettingsView, name: &str, value: Value) -> Done<SettingsView> {
    let mut settings = json!(settings);
    let Some(option) = option_mut(&mut settings, name) else {
        return Err(Failure::usage(
            format!("There is no option {name}"),
            "`plinth sandbox options --json` shows all of them.",
        ));
    };
    *option = value;
    serde_json::from_value(settings).map_err(|error| {
        Failure::usage(
            format!("The value of {name} can't be used: {error}"),
            "`plinth sandbox options --json` shows what each is now.",
        )
    })
}

fn options_text(options: &Value) -> String {
    const COLUMNS: &[Column<(String, Value)>] = &[
        column("Option", |(name, _)| plain(name)),
        column("Value", |(_, value)| plain(value)),
    ];
    let all = options.as_object().cloned().unwrap_or_default();
    rows(COLUMNS, &all.into_iter().collect::<Vec<_>>())
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

/// Connects to a host that goes on when this command has ended: the present host, or an agent that is started.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn disk_is_being_measured_until_its_size_is_known() {
        assert_eq!(disk(Some(None)), "being measured");
        assert_eq!(disk(Some(Some(27_000_000.0))), "27 MB");
        assert_eq!(disk(None), "-");
    }
}
