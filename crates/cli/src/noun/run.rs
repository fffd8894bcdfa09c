//! A program that is started with the variables of its project folder.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;

use app::view::ErrorCode;
use clap::Args;
use serde_json::{Value, json};

use super::folders::around;
use super::sandbox::lasting;
use crate::failure::{Done, Failure};
use crate::options::Options;
use crate::print;
use crate::session::Session;
use crate::signals::Signals;
use crate::{ask, table};

#[derive(Args)]
pub struct Run {
    /// The project folder; otherwise the nearest one upwards that is in the list or has a `.env*`, `package.json` or `.git`
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,
    /// A production build: start the command and do nothing else. Also with NODE_ENV=production
    #[arg(long)]
    production: bool,
    /// The command with its arguments
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

/// A variable with its value.
type Variable = (String, String);

impl Run {
    /// Gives the folder its database, and then is the command: with its process, its signals and its exit code.
    pub async fn run(self, options: Options) -> Done {
        let is_production = self.production
            || std::env::var_os("NODE_ENV").is_some_and(|value| value == "production");
        must_be_found(&self.command)?;
        let mut signals = Signals::listen();
        let variables = if is_production {
            Vec::new()
        } else {
            tokio::select! {
                variables = ensured(self.folder.as_deref(), options) => variables?,
                _ = signals.next() => {
                    return Err(Failure::ended().and("`plinth history list` shows it."));
                }
            }
        };
        signals.leave_to_command();
        become_it(&self.command, &variables)
    }
}

async fn ensured(folder: Option<&Path>, options: Options) -> Done<Vec<Variable>> {
    let mut session = Session::here(options.clone()).await?;
    let variables = of_folder(&mut session, folder, options).await;
    session.finish().await;
    variables
}

async fn of_folder(
    session: &mut Session,
    named: Option<&Path>,
    options: Options,
) -> Done<Vec<Variable>> {
    let found = around(session, named).await?;
    let folder = &found["folder"];
    let variable = folder["settings"]["variable"].as_str().unwrap_or_default();
    if is_set(variable) {
        // What the shell says counts, as with every reader of env files.
        print::note(&format!(
            "plinth: {variable} is set in the environment, and the command gets that value"
        ));
        return Ok(Vec::new());
    }
    must_not_be_committed(&found, options.yes).await?;
    if needs_sandbox(session, folder).await? {
        if session.is_host() {
            // It has to go on beside the command.
            session.finish().await;
            *session = lasting(options).await?;
        }
        session.call("sandbox_start", json!({})).await?;
    }
    let is_tracked = found["git"] == "tracked";
    let args = json!({ "path": folder["path"], "production": false, "mayBeCommitted": is_tracked });
    let done = session.call("folder_run", args).await?;
    said(&done);
    let variables = done["variables"].as_array().into_iter().flatten();
    let variables = variables.filter_map(|variable| {
        let text = |name: &str| variable[name].as_str().map(str::to_owned);
        Some((text("name")?, text("value")?))
    });
    Ok(variables.filter(|(name, _)| !is_set(name)).collect())
}

/// Asks before a password is written into a file that git tracks, and warns of one that git does not ignore.
async fn must_not_be_committed(found: &Value, is_agreed: bool) -> Done {
    let git = found["git"].as_str().unwrap_or_default();
    let Some(words) = table::word_of("gitStates", git) else {
        return Ok(());
    };
    let file = found["folder"]["envPath"].as_str().unwrap_or_default();
    print::note(&format!("plinth: {file}: {words}"));
    match git {
        "tracked" => ask::confirm("Write the password into this file?", is_agreed).await,
        _ => Ok(()),
    }
}

/// Whether the shell says what it is. Set to nothing it is not said.
fn is_set(variable: &str) -> bool {
    std::env::var_os(variable).is_some_and(|value| !value.is_empty())
}

/// Whether the folder's database is, or will be, in this machine's sandbox.
async fn needs_sandbox(session: &Session, folder: &Value) -> Done<bool> {
    if matches!(
        folder["state"].as_str(),
        Some("foreign" | "expired" | "claimed" | "envUnusable" | "gone")
    ) {
        return Ok(false);
    }
    let source = &folder["settings"]["source"];
    if source["kind"] == "temporary" && source["service"].is_null() {
        return Ok(true);
    }
    let account = match source["kind"].as_str() {
        Some("temporary") => &source["service"]["accountId"],
        _ => &source["accountId"],
    };
    let services = session.call("instant_service_list", json!({})).await?;
    let mut services = services.as_array().into_iter().flatten();
    let here = services.find(|one| one["kind"] == "thisMachine");
    Ok(here.is_some_and(|here| !account.is_null() && here["choice"]["accountId"] == *account))
}

/// What was done goes where it is not taken for the command's own output.
fn said(done: &Value) {
    let folder = &done["folder"];
    let variable = folder["settings"]["variable"].as_str().unwrap_or_default();
    let file = folder["settings"]["envFile"].as_str().unwrap_or_default();
    match done["step"].as_str() {
        Some("create" | "replace") => print::note(&format!(
            "plinth: made a database and wrote {variable} to {file}"
        )),
        Some("write") => print::note(&format!("plinth: wrote {variable} to {file}")),
        Some("seed") => print::note("plinth: ran the SQL file"),
        _ => {}
    }
    for note in done["notes"].as_array().into_iter().flatten() {
        print::note(&format!("plinth: {}", note.as_str().unwrap_or_default()));
    }
    if folder["state"] == "expired" {
        print::note(
            "plinth: the database of this folder has expired; `plinth folders ensure --replace` makes another one",
        );
    }
}

/// Refuses a command whose program is not there, before anything is made for it.
fn must_be_found(words: &[OsString]) -> Done {
    match words.first() {
        Some(program) if host::psql::find(program).is_none() => {
            Err(not_started(program, "there is no such program"))
        }
        _ => Ok(()),
    }
}

fn not_started(program: &OsStr, why: &str) -> Failure {
    Failure::new(
        ErrorCode::ProgramMissing,
        format!("{} can't be started: {why}", program.display()),
        "Check its name, or install it.",
    )
}

/// Puts the command in the place of this process.
fn become_it(words: &[OsString], variables: &[Variable]) -> Done {
    let Some((program, args)) = words.split_first() else {
        return Err(Failure::usage("No command was named", ""));
    };
    let mut command = Command::new(to_start(program));
    command.args(args);
    command.envs(variables.iter().map(|(name, value)| (name, value)));
    let error = start(command);
    Err(not_started(program, &error.to_string()))
}

#[cfg(unix)]
fn to_start(program: &OsStr) -> OsString {
    program.to_owned()
}

/// Windows by itself only finds programs that end in `.exe`, and `npm` is `npm.cmd`.
#[cfg(not(unix))]
fn to_start(program: &OsStr) -> OsString {
    host::psql::find(program).map_or_else(|| program.to_owned(), OsString::from)
}

#[cfg(unix)]
fn start(mut command: Command) -> std::io::Error {
    std::os::unix::process::CommandExt::exec(&mut command)
}

/// Windows cannot replace a process: this one waits, and ends as the command did.
#[cfg(not(unix))]
fn start(mut command: Command) -> std::io::Error {
    match command.status() {
        Ok(status) => std::process::exit(status.code().unwrap_or(1)),
        Err(error) => error,
    }
}
