//! Programs of this machine for working with a database, and how a connection is handed to them: never with its password on
//! their command line, which every program can read. They ask for it, and it waits on the clipboard.

use std::ffi::OsString;
use std::path::PathBuf;
#[cfg(not(any(windows, target_os = "macos")))]
use std::process::Command;

use app::connect::{self, PsqlParameters};
use app::view::words::Worded as _;
use app::view::{ErrorCode, ErrorView};
use host::command::connect::DatabaseApp;
#[cfg(not(windows))]
use host::psql::find;
use tauri::AppHandle;
use tauri_plugin_shell::ShellExt as _;

/// The command that starts a program with this connection.
fn launch(
    program: DatabaseApp,
    to: &PsqlParameters,
    title: &str,
) -> Result<Option<Launch>, app::Error> {
    let Some(mut launch) = find_program(program) else {
        return Ok(None);
    };
    match program {
        DatabaseApp::TablePlus => launch.push(connect::link_without_password(to, title)),
        DatabaseApp::Dbeaver => {
            launch.push("-con");
            launch.push(connect::dbeaver_spec(to, title)?);
        }
    }
    Ok(Some(launch))
}

fn find_program(program: DatabaseApp) -> Option<Launch> {
    match program {
        DatabaseApp::TablePlus => tableplus(),
        DatabaseApp::Dbeaver => dbeaver(),
    }
}

/// A program and its arguments.
#[derive(Debug)]
struct Launch {
    program: PathBuf,
    arguments: Vec<OsString>,
}

impl Launch {
    fn new(program: PathBuf, arguments: &[&str]) -> Self {
        Self {
            program,
            arguments: arguments.iter().map(OsString::from).collect(),
        }
    }

    fn push(&mut self, argument: impl Into<OsString>) {
        self.arguments.push(argument.into());
    }
}

/// Those that are installed and take a connection.
pub async fn installed() -> Vec<DatabaseApp> {
    let look = || {
        let all = DatabaseApp::ALL.iter().copied();
        all.filter(|program| find_program(*program).is_some())
            .collect()
    };
    let looked = tauri::async_runtime::spawn_blocking(look).await;
    looked.unwrap_or_default()
}

/// Starts a program with a connection.
pub async fn open(
    app: &AppHandle,
    which: DatabaseApp,
    to: PsqlParameters,
    title: String,
) -> Result<(), ErrorView> {
    let found = tauri::async_runtime::spawn_blocking(move || launch(which, &to, &title)).await;
    let launch = found.map_err(|_| missing(which))??;
    let launch = launch.ok_or_else(|| missing(which))?;
    let spawned = app
        .shell()
        .command(&launch.program)
        .args(&launch.arguments)
        .spawn();
    let (mut events, _) = spawned.map_err(|error| {
        tracing::warn!(%error, "a database program was not started");
        missing(which)
    })?;
    // Read to its end, so that the program never waits for a reader.
    tauri::async_runtime::spawn(async move { while events.recv().await.is_some() {} });
    Ok(())
}

fn missing(app: DatabaseApp) -> ErrorView {
    ErrorView::new(
        ErrorCode::ProgramMissing,
        format!("Couldn't start {}", app.word()),
        format!(
            "Check that {} is installed, or copy the connection string",
            app.word()
        ),
    )
}

/// TablePlus registers no link on Linux so far: it counts once it is what opens them there.
#[cfg(not(any(windows, target_os = "macos")))]
fn tableplus() -> Option<Launch> {
    let queried = Command::new(find("xdg-mime".as_ref())?)
        .args(["query", "default", "x-scheme-handler/postgresql"])
        .output()
        .ok()?;
    let handler = String::from_utf8_lossy(&queried.stdout).to_lowercase();
    let opener = find("xdg-open".as_ref())?;
    handler
        .contains("tableplus")
        .then(|| Launch::new(opener, &[]))
}

#[cfg(not(any(windows, target_os = "macos")))]
fn dbeaver() -> Option<Launch> {
    const NAMES: &[&str] = &[
        "dbeaver",
        "dbeaver-ce",
        "dbeaver-lite",
        "dbeaver-ee",
        "dbeaver-ue",
        "io.dbeaver.DBeaverCommunity",
        "/snap/bin/dbeaver-ce",
        "/var/lib/flatpak/exports/bin/io.dbeaver.DBeaverCommunity",
        "/usr/share/dbeaver-ce/dbeaver",
        "/opt/dbeaver/dbeaver",
    ];
    let mut found = NAMES.iter().filter_map(|name| find(name.as_ref()));
    found.next().map(|program| Launch::new(program, &[]))
}

#[cfg(target_os = "macos")]
fn tableplus() -> Option<Launch> {
    of_bundle("TablePlus", &["-a"], &[])
}

/// A new instance hands its arguments to the one that runs.
#[cfg(target_os = "macos")]
fn dbeaver() -> Option<Launch> {
    ["DBeaver", "DBeaverLite", "DBeaverEE", "DBeaverUltimate"]
        .iter()
        .find_map(|name| of_bundle(name, &["-n", "-a"], &["--args"]))
}

#[cfg(target_os = "macos")]
fn of_bundle(name: &str, before: &[&str], after: &[&str]) -> Option<Launch> {
    let home = std::env::var_os("HOME").map(|home| PathBuf::from(home).join("Applications"));
    let folders = [Some(PathBuf::from("/Applications")), home];
    let bundle = folders
        .into_iter()
        .flatten()
        .map(|folder| folder.join(format!("{name}.app")))
        .find(|bundle| bundle.is_dir())?;
    let mut launch = Launch::new(find("open".as_ref())?, before);
    launch.push(bundle);
    launch.arguments.extend(after.iter().map(OsString::from));
    Some(launch)
}

#[cfg(windows)]
fn tableplus() -> Option<Launch> {
    of_folder(r"TablePlus\TablePlus.exe")
}

#[cfg(windows)]
fn dbeaver() -> Option<Launch> {
    of_folder(r"DBeaver\dbeaver.exe")
}

#[cfg(windows)]
fn of_folder(path: &str) -> Option<Launch> {
    ["ProgramFiles", "LOCALAPPDATA"]
        .iter()
        .filter_map(|name| Some(PathBuf::from(std::env::var_os(name)?).join(path)))
        .find(|path| path.is_file())
        .map(|program| Launch::new(program, &[]))
}
