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
    let way = Way::to(name)?;
    let mut command = Command::new(way.program);
    command
        .args(way.first)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    // In a console of this one it would end with it, and a window without a console would open one for it.
    #[cfg(windows)]
    std::os::windows::process::CommandExt::creation_flags(
        &mut command,
        windows_sys::Win32::System::Threading::CREATE_NO_WINDOW,
    );
    let mut started = command.spawn()?;
    // Its end is waited for, or it would stay in the system's list of processes.
    std::thread::spawn(move || drop(started.wait()));
    Ok(())
}

/// How a program of Plinth is started, also once this one has ended.
#[derive(Debug)]
pub struct Way {
    pub program: PathBuf,
    /// What comes before its own arguments.
    pub first: Vec<String>,
}

impl Way {
    /// The programs lie beside each other. In an AppImage that is a folder which is there for as long as this one runs, so the
    /// image itself is started, and an update of it is as well.
    ///
    /// # Errors
    /// The system does not say where this program is.
    pub fn to(name: &str) -> io::Result<Self> {
        if let Some(image) = image() {
            return Ok(Self {
                program: image,
                first: vec![NAMED.to_owned(), name.to_owned()],
            });
        }
        Ok(Self {
            program: beside(name)?,
            first: Vec::new(),
        })
    }
}

/// Has the window's program, which is what an AppImage starts, run another one in its place.
pub const NAMED: &str = "--program";

/// The programs that [`NAMED`] takes besides the window's own.
pub const OTHERS: [&str; 2] = ["plinth", "plinth-sandbox"];

/// The AppImage that this program runs out of. Programs that another AppImage starts inherit what it has in its environment,
/// so that counts only for one inside of it.
#[must_use]
pub fn image() -> Option<PathBuf> {
    let [image, mount] =
        ["APPIMAGE", "APPDIR"].map(|name| std::env::var_os(name).map(PathBuf::from));
    let (image, mount) = (image?.canonicalize().ok()?, mount?.canonicalize().ok()?);
    let own = std::env::current_exe().ok()?.canonicalize().ok()?;
    (cfg!(target_os = "linux") && own.starts_with(mount) && image.is_file()).then_some(image)
}

/// Another program of Plinth, which is installed beside this one.
///
/// # Errors
/// The system does not say where this one is.
pub fn beside(name: &str) -> io::Result<PathBuf> {
    let own = std::env::current_exe()?;
    Ok(own.with_file_name(format!("{name}{EXE_SUFFIX}")))
}
