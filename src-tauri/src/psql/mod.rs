//! Opens psql in a terminal.

mod arguments;
mod session;
#[cfg_attr(
    all(not(test), any(windows, target_os = "macos")),
    expect(dead_code, reason = "the tables are those of other desktops")
)]
mod terminal;

use std::path::{Path, PathBuf};
use std::time::Duration;

use app::connect::PsqlParameters;
use app::view::{ErrorCode, ErrorView};
use tauri::AppHandle;
use tauri::async_runtime::Receiver;
use tauri_plugin_shell::ShellExt as _;
use tauri_plugin_shell::process::CommandEvent;

use crate::resources;

pub use session::Parameters;

/// A terminal that says nothing for so long is taken to be there.
const PATIENCE: Duration = Duration::from_secs(4);
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// A script that has not begun by then never will, and its files go.
const GIVEN_UP: Duration = Duration::from_secs(60);

/// True when psql is on this machine.
pub fn is_there(app: &AppHandle) -> bool {
    host::psql::psql(&bundled(app)).is_some()
}

/// The folder of the PostgreSQL that comes with the app.
fn bundled(app: &AppHandle) -> Vec<PathBuf> {
    let folders = resources::postgres(app).into_iter();
    folders.map(|folder| folder.join("bin")).collect()
}

/// The arguments of psql, with the authorities that it checks the server with.
pub async fn read(from: PsqlParameters) -> Result<Parameters, ErrorView> {
    let read = tauri::async_runtime::spawn_blocking(move || Parameters::read(from)).await;
    let read = read.map_err(|_| missing("Couldn't read the certificates", "Try again"))?;
    Ok(read?)
}

/// Opens a terminal with psql connected; returns once the terminal runs it.
pub async fn open(app: &AppHandle, run: &Path, parameters: &Parameters) -> Result<(), ErrorView> {
    if let Some(word) = arguments::refused(&parameters.more) {
        return Err(argument_refused(&word));
    }
    let psql = host::psql::checked("psql", &bundled(app), 0).await?;
    let terminal = terminal::of_this_machine().ok_or_else(terminal_missing)?;
    let session = session::Session::prepare(run, &psql, parameters).map_err(|error| {
        let hint = match &error {
            session::SessionError::Unwritable => {
                "Copy the psql command from the connection card and run it in a terminal".to_owned()
            }
            session::SessionError::Roots => {
                "Install your system's certificates, such as the package ca-certificates".to_owned()
            }
            session::SessionError::Argument => "Write each argument on one line".to_owned(),
            session::SessionError::Io(cause) => {
                format!("Check the data folder's permissions and free space: {cause}")
            }
        };
        ErrorView::new(ErrorCode::File, error.to_string(), hint)
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
    match wait_for_start(&session, events).await {
        Ok(true) => session.hand_over(),
        Ok(false) => session.hand_over_until(GIVEN_UP),
        Err(detail) => return Err(not_started(&terminal.program, detail)),
    }
    Ok(())
}

/// Waits until the script runs, and returns whether it does. A terminal may hand the work to its server and end well before
/// that, and may be slow.
async fn wait_for_start(
    session: &session::Session,
    mut events: Receiver<CommandEvent>,
) -> Result<bool, Option<String>> {
    let deadline = tokio::time::Instant::now() + PATIENCE;
    let mut said = None;
    let mut open = true;
    while !session.started() && tokio::time::Instant::now() < deadline {
        tokio::select! {
            () = tokio::time::sleep(POLL_INTERVAL) => {}
            event = events.recv(), if open => match event {
                Some(CommandEvent::Stderr(line)) => said = Some(String::from_utf8_lossy(&line).trim().to_owned()),
                Some(CommandEvent::Terminated(end)) if end.code != Some(0) => return Err(said),
                Some(_) => {}
                None => open = false,
            },
        }
    }
    drain(events);
    Ok(session.started())
}

/// Reads what the terminal says until it ends, so that it never waits for a reader.
fn drain(mut events: Receiver<CommandEvent>) {
    tauri::async_runtime::spawn(async move { while events.recv().await.is_some() {} });
}

fn argument_refused(word: &str) -> ErrorView {
    ErrorView::new(
        ErrorCode::Invalid,
        format!("Plinth does not start psql with {word}"),
        "Use options that format results, such as --csv, -x or -P null=none. Type the rest at the psql prompt",
    )
}

fn terminal_missing() -> ErrorView {
    missing(
        "No terminal found",
        "Install one, or set the variable TERMINAL to yours and restart Plinth",
    )
}

fn not_started(terminal: &Path, said: Option<String>) -> ErrorView {
    let name = terminal
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let hint = "Set the variable TERMINAL to another terminal and restart Plinth";
    let hint = match said.filter(|said| !said.is_empty()) {
        Some(said) => format!("{hint}. It said: {said}"),
        None => hint.to_owned(),
    };
    missing(&format!("Couldn't start the terminal {name}"), &hint)
}

fn missing(message: &str, hint: &str) -> ErrorView {
    ErrorView::new(ErrorCode::ProgramMissing, message, hint)
}
