//! The window, as the icon opens it.

use std::process::{Command, Stdio};

use app::view::DeepLink;

/// One that is open already comes to the front. It shows what the link names.
pub fn open(link: Option<&DeepLink>) {
    let opened = host::program::beside("plinth-desktop").and_then(|program| {
        Command::new(program)
            .args(link.map(app::deep_links::address))
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
