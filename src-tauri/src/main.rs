//! Plinth's desktop shell.
#![cfg_attr(all(windows, not(debug_assertions)), windows_subsystem = "windows")]

mod answer;
mod background;
mod bindings;
#[cfg(debug_assertions)]
mod built_interface;
mod chosen;
mod claim;
mod command;
mod consent;
mod core_event;
mod database_app;
mod deep_links;
mod events;
mod file_drop;
mod first_page;
mod graphics;
mod guard;
#[cfg(target_os = "linux")]
mod image;
mod last_view;
mod markup;
mod notice;
#[cfg(debug_assertions)]
mod operation_bindings;
mod paint;
mod pick;
mod program;
mod psql;
mod quit;
mod resources;
mod second_start;
mod shell;
mod updates;
mod webkit;
mod window;
#[cfg(debug_assertions)]
mod word_bindings;
mod zoom;

use std::io::Write as _;
use std::process::ExitCode;

fn main() -> ExitCode {
    if sandbox::ran_as_guardian() {
        return ExitCode::SUCCESS;
    }
    #[cfg(target_os = "linux")]
    if let Some(failed) = image::ran_another() {
        eprintln!("Plinth couldn't start a program of its AppImage: {failed}");
        return ExitCode::FAILURE;
    }
    if let Some(text) = answer() {
        // Whoever reads it may have stopped.
        drop(writeln!(std::io::stdout(), "{text}"));
        return ExitCode::SUCCESS;
    }
    let paint = paint::Paint::start();
    #[cfg(debug_assertions)]
    let mut args = std::env::args_os().skip(1);
    #[cfg(debug_assertions)]
    if args.next().is_some_and(|arg| arg == "--export-bindings") {
        return export(args.next());
    }
    if let Some(variable) = host::data::variable_set_to_nothing() {
        eprintln!("{variable} is set, and is empty. Give it a value, or unset it.");
        return ExitCode::from(2);
    }
    #[cfg(target_os = "linux")]
    if second_start::handed_over() {
        return ExitCode::SUCCESS;
    }
    #[cfg(target_os = "linux")]
    if !graphics::has_screen() {
        eprintln!(
            "Plinth's window needs a screen: neither DISPLAY nor WAYLAND_DISPLAY is set. In a shell, use `plinth`."
        );
        return ExitCode::from(2);
    }
    webkit::leave_memory_unmeasured();
    let renderer = graphics::choose();
    let log = host::log::start();
    sandbox::raise_open_files();
    tracing::info!(
        version = env!("CARGO_PKG_VERSION"),
        renderer = renderer.words,
        "started"
    );
    match shell::run(paint, renderer, log) {
        Ok(code) => code,
        Err(error) => {
            tracing::error!(%error, "the window system could not be started");
            eprintln!("Plinth couldn't start its window: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The answer to what is asked of any program in a shell; `None` where the window is to open.
fn answer() -> Option<&'static str> {
    let mut arguments = std::env::args_os().skip(1);
    match (arguments.next()?.to_str()?, arguments.next()) {
        ("--version" | "-V", None) => Some(concat!("plinth-desktop ", env!("CARGO_PKG_VERSION"))),
        ("--help" | "-h", None) => Some(
            "Opens Plinth's window, or brings it to the front.\n\n\
             Usage: plinth-desktop [plinth://ADDRESS]\n\n\
             An address opens a place of the window. In a shell, use `plinth`: `plinth --help` lists its commands.",
        ),
        _ => None,
    }
}

#[cfg(debug_assertions)]
fn export(path: Option<std::ffi::OsString>) -> ExitCode {
    let Some(path) = path else {
        eprintln!("Name the file to write after --export-bindings");
        return ExitCode::FAILURE;
    };
    match bindings::export(std::path::Path::new(&path)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
