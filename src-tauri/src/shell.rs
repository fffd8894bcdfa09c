//! Puts the program together: plugins, what is shared, the window.

use std::process::ExitCode;

use tauri::{AppHandle, Manager as _, Wry};
use tauri_plugin_window_state::StateFlags;

use crate::clipboard::Clipboard;
use crate::data::{self, Data};
use crate::graphics::Choice;
use crate::log::LogFile;
use crate::paint::Paint;
use crate::{bindings, psql, window};

/// Lets a second one run beside the first, such as in tests.
const ALLOW_SECOND: &str = "PLINTH_ALLOW_SECOND";

/// Runs until the app is closed.
pub fn run(paint: Paint, renderer: Choice, log: LogFile) -> tauri::Result<ExitCode> {
    let bindings = bindings::builder();
    let app = plugins(tauri::Builder::default())
        .manage(paint)
        .manage(renderer)
        .manage(Clipboard::default())
        .invoke_handler(bindings.invoke_handler())
        .setup(move |app| {
            bindings.mount_events(app);
            Ok(set_up(app.handle(), &log)?)
        })
        .build(tauri::generate_context!())?;
    let code = app.run_return(|_, _| {});
    Ok(if code == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn set_up(app: &AppHandle, log: &LogFile) -> tauri::Result<()> {
    let data = Data::of(app)?;
    if let Err(error) = log.open(&data.logs()) {
        tracing::warn!(%error, "the log file could not be opened");
    }
    psql::sweep(&data.run());
    app.manage(data);
    window::open(app, app::view::Appearance::System)?;
    Ok(())
}

fn plugins(builder: tauri::Builder<Wry>) -> tauri::Builder<Wry> {
    let builder = if std::env::var_os(ALLOW_SECOND).is_some_and(|value| value == "1") {
        builder
    } else {
        // First of all, so that a second start ends before it touches anything.
        builder.plugin(single_instance())
    };
    builder
        .plugin(window_state())
        .plugin(tauri_plugin_dialog::init())
        .plugin(tauri_plugin_shell::init())
        .plugin(tauri_plugin_opener::init())
        .plugin(tauri_plugin_notification::init())
        .plugin(tauri_plugin_clipboard_manager::init())
}

fn single_instance() -> tauri::plugin::TauriPlugin<Wry> {
    let builder =
        tauri_plugin_single_instance::Builder::new().callback(|app, _, _| window::focus(app));
    #[cfg(target_os = "linux")]
    let builder = match data::overridden() {
        Some(dir) => builder.dbus_id(format!("dev.plinth.app.{}", data::profile(&dir))),
        None => builder,
    };
    builder.build()
}

/// Size and place of the window are kept; that it is hidden at first is not.
fn window_state() -> tauri::plugin::TauriPlugin<Wry> {
    let builder = tauri_plugin_window_state::Builder::default().with_state_flags(
        StateFlags::SIZE | StateFlags::POSITION | StateFlags::MAXIMIZED | StateFlags::FULLSCREEN,
    );
    match data::overridden() {
        Some(dir) => builder
            .with_filename(dir.join("window.json").to_string_lossy())
            .build(),
        None => builder.with_filename("window.json").build(),
    }
}
