//! Programs that a test starts, and who ends them.

use std::ffi::OsString;
use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

/// How long a program may take to end by itself before it is killed.
const ENDS_WITHIN: Duration = Duration::from_secs(15);
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// Environment variables that lead a program to the session of a test. Empty: those of the test itself.
pub type Variables = [(String, OsString)];

/// A program in that session, with no input and no output.
#[must_use]
pub fn command(program: &str, variables: &Variables) -> Command {
    let mut command = Command::new(program);
    command
        .envs(variables.iter().map(|(name, value)| (name, value)))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command
}

/// A process of the test's own that ends with it.
#[derive(Debug)]
pub struct ChildGuard(Child);

impl ChildGuard {
    pub fn start(command: &mut Command) -> Self {
        let program = command.get_program().to_string_lossy().into_owned();
        let child = command.spawn().unwrap_or_else(|error| {
            panic!("{program} cannot be started: {error}. Run `cargo xtask setup`")
        });
        Self(child)
    }

    /// Starts a program that prints on its first line where it is found.
    pub fn announced(command: &mut Command) -> (Self, String) {
        let mut process = Self::start(command.stdout(Stdio::piped()));
        let output = process.0.stdout.take().unwrap();
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line).unwrap();
        assert!(!line.trim().is_empty(), "it did not start: {command:?}");
        (process, line.trim().to_owned())
    }

    pub fn child(&mut self) -> &mut Child {
        &mut self.0
    }
}

impl Drop for ChildGuard {
    fn drop(&mut self) {
        if let Some(pid) = Pid::from_raw(self.0.id().cast_signed()) {
            kill_process(pid, Signal::TERM).ok();
        }
        let end = Instant::now() + ENDS_WITHIN;
        while Instant::now() < end {
            if matches!(self.0.try_wait(), Ok(Some(_))) {
                return;
            }
            sleep(POLL_INTERVAL);
        }
        self.0.kill().ok();
        self.0.wait().ok();
    }
}
