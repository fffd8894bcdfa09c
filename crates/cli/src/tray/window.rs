//! The window, as the icon opens it.

use std::process::{Command, Stdio};

/// One that is open already comes to the front.
pub fn open() {
    let opened = host::program::beside("plinth-desktop").and_then(|program| {
        Command::new(program)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
    });
    match opened {
        // Its end is waited for, or it would stay in the system's list of processes.
        Ok(mut window) => drop(std::thread::spawn(move || drop(window.wait()))),
        Err(error) => tracing::warn!(%error, "the window could not be opened"),
    }
}
