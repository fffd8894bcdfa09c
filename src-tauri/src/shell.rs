//! Puts the program together: plugins, what is shared, the window.

use std::path::Path;
use std::process::ExitCode;
use std::sync::OnceLock;
use std::time::Duration;

use app::view::SettingsView;
use host::clipboard::Clipboard;
use host::log::LogFile;
use host::marks::Remembered;
use host::{AbortOnDrop, Config, Connection, Data, data};
use tauri::{AppHandle, Manager as _, Wry};

use crate::consent::Consents;
use crate::deep_links::DeepLinks;
use crate::graphics::Choice;
use crate::last_view::LastViewFile;
use crate::paint::Paint;
use crate::quit::{self, Quit};
use crate::updates::{self, Updates};
use crate::{background, bindings, events, file_drop, resources, second_start, window};

/// How long old sessions of psql may keep the core from being ready.
const SWEEP: Duration = Duration::from_secs(2);

/// Passes events on; lives as long as the program.
#[derive(Debug, Default)]
struct Listener(OnceLock<AbortOnDrop>);

/// Runs until the app is closed.
pub fn run(paint: Paint, renderer: Choice, log: LogFile) -> tauri::Result<ExitCode> {
    let app = plugins(tauri::Builder::default())
        .manage(paint)
        .manage(renderer)
        .manage(Clipboard::default())
        .manage(Consents::default())
        .manage(DeepLinks::of_start())
        .manage(Listener::default())
        .manage(Quit::default())
        .manage(Updates::default())
        .invoke_handler(bindings::handler())
        .setup(move |app| Ok(set_up(app.handle(), &log)?))
        .build(context())?;
    let code = app.run_return(|app, event| {
        open_addresses(app, &event);
        quit::on_event(app, &event);
    });
    Ok(if code == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// macOS hands addresses over like this, also those that start the program.
#[cfg(target_os = "macos")]
fn open_addresses(app: &AppHandle, event: &tauri::RunEvent) {
    if let tauri::RunEvent::Opened { urls } = event {
        let addresses: Vec<String> = urls.iter().map(ToString::to_string).collect();
        crate::deep_links::arrived(app, &addresses);
    }
}

/// Elsewhere they are arguments.
#[cfg(not(target_os = "macos"))]
fn open_addresses(_: &AppHandle, _: &tauri::RunEvent) {}

fn context() -> tauri::Context<Wry> {
    #[cfg_attr(
        not(debug_assertions),
        expect(unused_mut, reason = "changed by debug builds only")
    )]
    let mut context = packed();
    #[cfg(debug_assertions)]
    crate::built_interface::replace(&mut context);
    context
}

#[cfg(not(test))]
fn packed() -> tauri::Context<Wry> {
    tauri::generate_context!()
}

/// The compilation of the program alone packs the interface. Another at the same time would use the same folder, and take a
/// file that the first has not written to its end.
#[cfg(test)]
fn packed() -> tauri::Context<Wry> {
    panic!("no test of this crate opens the window")
}

fn set_up(app: &AppHandle, log: &LogFile) -> tauri::Result<()> {
    let data = Data::of_this_user().ok_or(tauri::Error::UnknownPath)?;
    if let Err(error) = log.open(&data.logs()) {
        tracing::warn!(%error, "the log file could not be opened");
    }
    app.manage(Remembered::load(&data.dir));
    app.manage(LastViewFile::of(&data.dir));
    app.manage(data.clone());
    app.manage(Connection::new(Config {
        starts_sandbox: true,
        ..Config::new(data.clone(), resources::postgres(app))
    }));
    quit::follow_signals(app);
    let settings = settings(&data.dir);
    let appearance = settings.appearance;
    open_core(app, &data, settings);
    file_drop::listen(&window::open(app, appearance)?);
    Ok(())
}

/// Opens everything that touches the disk, the keychain or the sandbox, while the window comes up.
fn open_core(app: &AppHandle, data: &Data, settings: SettingsView) {
    let (app, data) = (app.clone(), data.clone());
    let run = data.run();
    tauri::async_runtime::spawn(async move {
        // No session can be opened yet, so no live one is taken for a dead one.
        let swept = tokio::task::spawn_blocking(move || host::psql::sweep(&run, Duration::ZERO));
        if tokio::time::timeout(SWEEP, swept).await.is_err() {
            tracing::warn!("files of earlier psql sessions were not swept in time");
        }
        background::agent_first(&data, &settings).await;
        let core = app.state::<Connection>();
        let _ = app.state::<Listener>().0.set(events::listen(&app, &core));
        if core.start().await.is_ok() {
            events::dress(&app, &core).await;
            updates::follow(app.clone()).await;
        }
    });
}

/// What the first picture and the way to the core need of the settings, read before the core is open. A file that cannot be
/// read means the defaults.
fn settings(dir: &Path) -> SettingsView {
    let text = app::disk::read_file(&dir.join("settings.json")).ok();
    text.map_or_else(SettingsView::default, |it| app::settings::of_file(&it))
}

fn plugins(builder: tauri::Builder<Wry>) -> tauri::Builder<Wry> {
    let builder = if second_start::is_allowed() {
        builder
    } else {
        // First of all, so that a second start ends before it touches anything.
        builder.plugin(second_start::plugin())
    };
    #[cfg(not(target_os = "linux"))]
    let builder = builder.plugin(tauri_plugin_notification::init());
    builder
        .plugin(window_state())
        .plugin(tauri_plugin_dialog::init())
        .plugin(tauri_plugin_shell::init())
        .plugin(tauri_plugin_opener::init())
        .plugin(tauri_plugin_updater::Builder::new().build())
}

fn window_state() -> tauri::plugin::TauriPlugin<Wry> {
    let builder = tauri_plugin_window_state::Builder::default().with_state_flags(window::STATE);
    match data::overridden() {
        Some(dir) => builder
            .with_filename(dir.join("window.json").to_string_lossy())
            .build(),
        None => builder.with_filename("window.json").build(),
    }
}
