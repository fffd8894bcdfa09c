//! A program that is started with the variables of its project folder.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;

use app::accounts::InstantServiceList;
use app::folders::FolderRun;
use app::view::{
    ErrorCode, FolderAroundView, FolderRunView, FolderSource, FolderState, FolderStep,
    FolderVariable, FolderView, GitState, InstantServiceChoice, InstantServiceKind,
};
use clap::Args;
use host::command::sandbox::SandboxStart;

use super::folders::around;
use super::sandbox::lasting;
use crate::ask;
use crate::columns::known_word;
use crate::failure::{Done, Failure};
use crate::options::Options;
use crate::print;
use crate::session::Session;
use crate::signals::Signals;

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

async fn ensured(folder: Option<&Path>, options: Options) -> Done<Vec<FolderVariable>> {
    let mut session = Session::here(options.clone()).await?;
    let variables = of_folder(&mut session, folder, options).await;
    session.finish().await;
    variables
}

async fn of_folder(
    session: &mut Session,
    named: Option<&Path>,
    options: Options,
) -> Done<Vec<FolderVariable>> {
    let found = around(session, named).await?;
    let variable = &found.folder.settings.variable;
    if is_set(variable) {
        // The environment overrides the env file, as with every reader of env files.
        print::note(&format!(
            "plinth: {variable} is set in the environment, and the command gets that value"
        ));
        return Ok(Vec::new());
    }
    must_not_be_committed(&found, options.yes).await?;
    if needs_sandbox(session, &found.folder).await? {
        if session.is_host() {
            // It has to go on beside the command.
            session.finish().await;
            *session = lasting(options).await?;
        }
        session.run(SandboxStart {}).await?;
    }
    let run = FolderRun {
        path: found.folder.path,
        production: false,
        may_be_committed: found.git == Some(GitState::Tracked),
    };
    let mut done = session.run(run).await?;
    print_notes(&done);
    done.variables.retain(|variable| !is_set(&variable.name));
    Ok(done.variables)
}

/// Asks before a password is written into a file that git tracks, and warns of one that git does not ignore.
async fn must_not_be_committed(found: &FolderAroundView, is_agreed: bool) -> Done {
    let Some(words) = known_word("gitStates", &found.git) else {
        return Ok(());
    };
    let file = &found.folder.env_path;
    print::note(&format!("plinth: {file}: {words}"));
    match found.git {
        Some(GitState::Tracked) => {
            ask::confirm("Write the password into this file?", is_agreed).await
        }
        _ => Ok(()),
    }
}

/// Returns true if the environment has a value for the variable. An empty value counts as none.
fn is_set(variable: &str) -> bool {
    std::env::var_os(variable).is_some_and(|value| !value.is_empty())
}

/// Returns true if the folder's database is, or will be, in this machine's sandbox.
async fn needs_sandbox(session: &Session, folder: &FolderView) -> Done<bool> {
    use FolderState::{Claimed, EnvUnusable, Expired, Foreign, Gone};
    if matches!(
        folder.state,
        Foreign | Expired | Claimed | EnvUnusable | Gone
    ) {
        return Ok(false);
    }
    let account = match &folder.settings.source {
        FolderSource::Temporary { service: None } => return Ok(true),
        FolderSource::Temporary {
            service: Some(InstantServiceChoice::Account { account_id }),
        }
        | FolderSource::Branch { account_id, .. } => Some(account_id.clone()),
        FolderSource::Temporary { .. } => None,
    };
    let mut services = session.run(InstantServiceList {}).await?.into_iter();
    let here = services.find(|one| one.kind == InstantServiceKind::ThisMachine);
    let wanted = account.map(|account_id| InstantServiceChoice::Account { account_id });
    Ok(wanted.is_some() && here.map(|here| here.choice) == wanted)
}

/// Prints what was done where nobody takes it for the command's own output.
fn print_notes(done: &FolderRunView) {
    let settings = &done.folder.settings;
    let (variable, file) = (&settings.variable, &settings.env_file);
    match done.step {
        FolderStep::Create | FolderStep::Replace => print::note(&format!(
            "plinth: made a database and wrote {variable} to {file}"
        )),
        FolderStep::Write => print::note(&format!("plinth: wrote {variable} to {file}")),
        FolderStep::Seed => print::note("plinth: ran the SQL file"),
        FolderStep::Nothing => {}
    }
    for note in &done.notes {
        print::note(&format!("plinth: {note}"));
    }
    if done.folder.state == FolderState::Expired {
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
fn become_it(words: &[OsString], variables: &[FolderVariable]) -> Done {
    let Some((program, args)) = words.split_first() else {
        return Err(Failure::usage("No command was named", ""));
    };
    let mut command = Command::new(to_start(program));
    command.args(args);
    command.envs(variables.iter().map(|it| (&it.name, &it.value)));
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
