//! Opens psql in a terminal.

mod program;
mod session;
#[cfg_attr(
    all(not(test), any(windows, target_os = "macos")),
    expect(dead_code, reason = "the tables are those of other desktops")
)]
mod terminal;

use std::path::Path;
use std::time::Duration;

use app::view::{ErrorCode, ErrorView};
use tauri::AppHandle;
use tauri::async_runtime::Receiver;
use tauri_plugin_shell::ShellExt as _;
use tauri_plugin_shell::process::CommandEvent;

pub use session::{Parameters, sweep};

/// A terminal that says nothing for so long is taken to be there.
const PATIENCE: Duration = Duration::from_secs(4);
const LOOK: Duration = Duration::from_millis(50);

/// True when psql is on this machine.
pub fn is_there() -> bool {
    program::psql().is_some()
}

/// Opens a terminal with psql connected; returns once the terminal runs it.
pub async fn open(app: &AppHandle, run: &Path, parameters: &Parameters) -> Result<(), ErrorView> {
    let psql = program::psql().ok_or_else(psql_missing)?;
    let terminal = terminal::of_this_machine().ok_or_else(terminal_missing)?;
    let session = session::Session::prepare(run, &psql, parameters).map_err(|error| {
        let hint = match &error {
            session::SessionError::Unwritable => {
                "Copy the psql command of the connect card and run it in a terminal".to_owned()
            }
            session::SessionError::Argument => "Write each argument on one line".to_owned(),
            session::SessionError::Io(cause) => {
                format!("Look at the data folder's rights and space: {cause}")
            }
        };
        ErrorView {
            code: ErrorCode::File,
            message: error.to_string(),
            hint: Some(hint),
            request_id: None,
            about: None,
        }
    })?;
    let spawned = app
        .shell()
        .command(&terminal.program)
        .args(&terminal.before)
        .arg(session.script())
        .spawn();
    let (events, child) =
        spawned.map_err(|error| not_started(&terminal.program, Some(error.to_string())))?;
    tracing::debug!(pid = child.pid(), "a terminal was started");
    wait_for_start(&session, events)
        .await
        .map_err(|detail| not_started(&terminal.program, detail))?;
    session.hand_over();
    Ok(())
}

/// Waits until the script runs. A terminal may hand the work to its server and end well before that.
async fn wait_for_start(
    session: &session::Session,
    mut events: Receiver<CommandEvent>,
) -> Result<(), Option<String>> {
    let deadline = tokio::time::Instant::now() + PATIENCE;
    let mut said = None;
    let mut open = true;
    while !session.started() && tokio::time::Instant::now() < deadline {
        tokio::select! {
            () = tokio::time::sleep(LOOK) => {}
            event = events.recv(), if open => match event {
                Some(CommandEvent::Stderr(line)) => said = Some(String::from_utf8_lossy(&line).trim().to_owned()),
                Some(CommandEvent::Terminated(end)) if end.code != Some(0) => return Err(said),
                Some(_) => {}
                None => open = false,
            },
        }
    }
    drain(events);
    Ok(())
}

/// Reads what the terminal says until it ends, so that it never waits for a reader.
fn drain(mut events: Receiver<CommandEvent>) {
    tauri::async_runtime::spawn(async move { while events.recv().await.is_some() {} });
}

fn psql_missing() -> ErrorView {
    let hint = if cfg!(target_os = "macos") {
        "Install it with `brew install libpq`, or install Postgres.app"
    } else if cfg!(windows) {
        "Install PostgreSQL's command line tools from postgresql.org"
    } else {
        "Install it, such as with `sudo apt install postgresql-client` or `sudo dnf install postgresql`"
    };
    missing("psql is not installed", hint)
}

fn terminal_missing() -> ErrorView {
    missing(
        "No terminal was found",
        "Install one, or name yours in the variable TERMINAL and start Plinth again",
    )
}

fn not_started(terminal: &Path, said: Option<String>) -> ErrorView {
    let name = terminal
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let hint = "Name another terminal in the variable TERMINAL and start Plinth again";
    let hint = match said.filter(|said| !said.is_empty()) {
        Some(said) => format!("{hint}. It said: {said}"),
        None => hint.to_owned(),
    };
    missing(&format!("The terminal {name} did not start"), &hint)
}

fn missing(message: &str, hint: &str) -> ErrorView {
    ErrorView {
        code: ErrorCode::ProgramMissing,
        message: message.to_owned(),
        hint: Some(hint.to_owned()),
        request_id: None,
        about: None,
    }
}
