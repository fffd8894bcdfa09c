//! The programs of Plinth, which are installed side by side.

use std::env::consts::EXE_SUFFIX;
use std::ffi::OsStr;
use std::io;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Starts `plinth agent`.
///
/// # Errors
/// As [`start`].
pub fn start_agent(arguments: &[&str]) -> io::Result<()> {
    start("plinth", ["agent"].iter().chain(arguments))
}

/// Starts another program of Plinth as a process that outlives this one, and that a signal of this one's terminal does not end.
///
/// # Errors
/// The program is missing or cannot be started.
pub fn start(name: &str, arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> io::Result<()> {
    let mut command = Command::new(beside(name)?);
    command
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut started = command.spawn()?;
    // Its end is waited for, or it would stay in the system's list of processes.
    std::thread::spawn(move || drop(started.wait()));
    Ok(())
}

/// Another program of Plinth, which is installed beside this one.
///
/// # Errors
/// The system does not say where this one is.
pub fn beside(name: &str) -> io::Result<PathBuf> {
    let own = std::env::current_exe()?;
    Ok(own.with_file_name(format!("{name}{EXE_SUFFIX}")))
}
