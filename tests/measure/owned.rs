//! A program that ends with its owner.

use std::process::{Child, ChildStdout, Command};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

/// Until it is ended the hard way.
const PATIENCE: Duration = Duration::from_secs(15);

pub struct Owned(Child);

impl Owned {
    pub fn start(mut command: Command) -> Self {
        Self(command.spawn().expect("the program starts"))
    }

    /// What it says. Its output has to be piped, and this be asked for once.
    pub fn output(&mut self) -> ChildStdout {
        self.0.stdout.take().expect("its output is piped")
    }
}

impl Drop for Owned {
    fn drop(&mut self) {
        if let Some(pid) = Pid::from_raw(self.0.id().cast_signed()) {
            kill_process(pid, Signal::TERM).ok();
        }
        let end = Instant::now() + PATIENCE;
        while Instant::now() < end {
            if matches!(self.0.try_wait(), Ok(Some(_))) {
                return;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        self.0.kill().ok();
        self.0.wait().ok();
    }
}
