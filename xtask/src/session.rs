//! A screen, a message bus and a keychain of our own, for machines that have none. Those of the tests are in `testkit`:
//! they fail by panicking and end with their test, while these report errors with hints, log, and keep the keychain.

use std::env;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use crate::child_guard::ChildGuard;
use crate::error::{Context, Error, Result};
use crate::program::{Program, on_path};

const SIZE: &str = "1440x900";
const STARTS_WITHIN: Duration = Duration::from_secs(20);
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Whether there is a screen to open a window on.
pub fn has_screen() -> bool {
    !cfg!(target_os = "linux")
        || ["DISPLAY", "WAYLAND_DISPLAY"]
            .iter()
            .any(|name| env::var_os(name).is_some_and(|v| !v.is_empty()))
}

fn has_bus() -> bool {
    env::var_os("DBUS_SESSION_BUS_ADDRESS").is_some_and(|v| !v.is_empty())
        || env::var_os("XDG_RUNTIME_DIR").is_some_and(|dir| Path::new(&dir).join("bus").exists())
}

/// What was started for a window, and the variables that lead a program to it. Dropping it stops
/// the keychain, the bus and the screen, in this order.
#[derive(Debug)]
pub struct Session {
    variables: Vec<(&'static str, String)>,
    running: Vec<ChildGuard>,
    display: Option<String>,
    log: PathBuf,
}

impl Drop for Session {
    fn drop(&mut self) {
        while let Some(last) = self.running.pop() {
            drop(last);
        }
    }
}

impl Session {
    /// Uses what is there and starts what is not; `folder` keeps the keychain from run to run.
    pub fn open(folder: &Path) -> Result<Self> {
        let mut session = Self {
            variables: Vec::new(),
            running: Vec::new(),
            display: None,
            log: folder.join("log"),
        };
        if has_screen() {
            return Ok(session);
        }
        private_folder(folder)?;
        fs::write(&session.log, "").context("cannot write the session's log")?;
        session.screen()?;
        if !has_bus() {
            session.bus(folder)?;
            session.keychain(folder)?;
        }
        Ok(session)
    }

    /// The number of the virtual screen, where one was started.
    pub fn display(&self) -> Option<&str> {
        self.display.as_deref()
    }

    pub fn with_variables(&self, program: Program) -> Program {
        self.variables
            .iter()
            .fold(program, |program, (key, value)| program.env(key, value))
    }

    fn screen(&mut self) -> Result<()> {
        let (screen, number) = self.start(Program::new("Xvfb").args([
            "-displayfd",
            "1",
            "-screen",
            "0",
            &format!("{SIZE}x24"),
            "-nolisten",
            "tcp",
        ]))?;
        self.running.push(screen);
        let display = format!(":{number}");
        self.variables.push(("DISPLAY", display.clone()));
        self.variables.push(("GDK_BACKEND", "x11".into()));
        self.display = Some(display);
        Ok(())
    }

    fn bus(&mut self, folder: &Path) -> Result<()> {
        if env::var_os("XDG_RUNTIME_DIR").is_none() {
            let runtime = private_folder(&folder.join("runtime"))?;
            self.variables
                .push(("XDG_RUNTIME_DIR", runtime.to_string_lossy().into_owned()));
        }
        let (bus, address) = self.start(Program::new("dbus-daemon").args([
            "--session",
            "--nofork",
            "--nopidfile",
            "--print-address=1",
        ]))?;
        self.running.push(bus);
        self.variables.push(("DBUS_SESSION_BUS_ADDRESS", address));
        Ok(())
    }

    /// A keychain that is unlocked from the start; its password lies beside it, so it guards nothing
    /// from who can read this folder.
    fn keychain(&mut self, folder: &Path) -> Result<()> {
        let home = private_folder(&folder.join("keychain"))?;
        let control = private_folder(&folder.join("control"))?;
        let program = Program::new("gnome-keyring-daemon")
            .args([
                "--foreground",
                "--unlock",
                "--components=secrets",
                "--control-directory",
            ])
            .arg(&control)
            .env("XDG_DATA_HOME", &home);
        let mut daemon = self
            .with_variables(tied(program))
            .stdin_piped()
            .silent()
            .own_group()
            .spawn()?;
        let mut input = daemon.stdin.take();
        self.running.push(ChildGuard(daemon));
        if let Some(input) = &mut input {
            input
                .write_all(b"plinth")
                .context("cannot unlock the keychain")?;
        }
        drop(input);
        self.until("the keychain did not come up", || {
            let query = Program::new("dbus-send")
                .args([
                    "--session",
                    "--print-reply",
                    "--dest=org.freedesktop.DBus",
                    "/org/freedesktop/DBus",
                ])
                .args([
                    "org.freedesktop.DBus.NameHasOwner",
                    "string:org.freedesktop.secrets",
                ])
                .within(Duration::from_secs(5));
            self.with_variables(query)
                .quiet()
                .is_ok_and(|said| said.contains("boolean true"))
        })
    }

    /// Waits until a window is on the virtual screen and its picture no longer changes.
    pub fn window(
        &self,
        name: &str,
        picture: &Path,
        is_running: &mut dyn FnMut() -> bool,
    ) -> Result<()> {
        let deadline = Instant::now() + Duration::from_secs(60);
        let ended = || Error::new("the app ended before its window was up");
        let window = loop {
            let search = Program::new("xdotool")
                .args(["search", "--onlyvisible", "--name", name])
                .within(Duration::from_secs(5));
            let found = self.with_variables(search).captured()?.text;
            if let Some(id) = found.lines().rfind(|line| line.parse::<u64>().is_ok()) {
                break id.to_owned();
            }
            if !is_running() {
                return Err(ended());
            }
            if Instant::now() >= deadline {
                return Err(Error::new("no window came up within 60 s"));
            }
            thread::sleep(POLL_INTERVAL);
        };
        let mut before = None;
        loop {
            if !is_running() {
                return Err(ended());
            }
            let now = self.picture(&window, picture)?;
            let drawn = colours(picture)? > 16;
            if (drawn && before.as_ref() == Some(&now)) || Instant::now() >= deadline {
                return Ok(());
            }
            before = Some(now);
            thread::sleep(3 * POLL_INTERVAL);
        }
    }

    /// Saves what a window shows, and hands its dots out to compare.
    fn picture(&self, window: &str, into: &Path) -> Result<Vec<u8>> {
        let dots = into.with_extension("rgb");
        self.with_variables(
            Program::new("import")
                .args(["-window", window, "-define", "png:exclude-chunks=date,time"])
                .arg(into),
        )
        .within(Duration::from_secs(20))
        .quiet()?;
        Program::new("convert")
            .arg(into)
            .args(["-depth", "8"])
            .arg(&dots)
            .within(Duration::from_secs(20))
            .quiet()?;
        let read = fs::read(&dots).context("cannot read the picture")?;
        fs::remove_file(&dots).context("cannot remove a temporary picture")?;
        Ok(read)
    }

    /// Starts a program that says on its first line where it is to be found.
    fn start(&self, program: Program) -> Result<(ChildGuard, String)> {
        let log = File::options()
            .append(true)
            .open(&self.log)
            .context("cannot write the session's log")?;
        self.with_variables(tied(program))
            .errors_into(log)
            .says(STARTS_WITHIN, |line| Some(line.trim().to_owned()))
            .map_err(|e| e.hint(format!("what it said is in {}", self.log.display())))
    }

    fn until(&self, otherwise: &str, mut fact: impl FnMut() -> bool) -> Result<()> {
        let deadline = Instant::now() + STARTS_WITHIN;
        while !fact() {
            if Instant::now() >= deadline {
                return Err(Error::new(format!(
                    "{otherwise} within {} s",
                    STARTS_WITHIN.as_secs()
                )));
            }
            thread::sleep(POLL_INTERVAL);
        }
        Ok(())
    }
}

/// Ends with this program even if it is killed, where the system can do that.
fn tied(program: Program) -> Program {
    if cfg!(target_os = "linux") && on_path("setpriv") {
        program.under(&["setpriv", "--pdeathsig", "TERM"])
    } else {
        program
    }
}

fn colours(picture: &Path) -> Result<u32> {
    let said = Program::new("identify")
        .args(["-format", "%k"])
        .arg(picture)
        .within(Duration::from_secs(20))
        .quiet()?;
    Ok(said.trim().parse().unwrap_or(0))
}

fn private_folder(dir: &Path) -> Result<PathBuf> {
    fs::create_dir_all(dir).context(format_args!("cannot create {}", dir.display()))?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(dir, fs::Permissions::from_mode(0o700))
            .context(format_args!("cannot close {}", dir.display()))?;
    }
    Ok(dir.to_path_buf())
}
