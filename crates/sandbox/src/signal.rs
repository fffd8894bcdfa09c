//! Signals that ask the process to end.

/// The signals that ask the process to end, one after the other. None is missed between two.
#[cfg(unix)]
#[derive(Debug)]
pub struct Signals {
    terminate: tokio::signal::unix::Signal,
    interrupt: tokio::signal::unix::Signal,
    hangup: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    /// Handles signals from now on, for as long as the process runs.
    ///
    /// # Errors
    /// The system refuses.
    pub fn listen() -> std::io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
            hangup: signal(SignalKind::hangup())?,
        })
    }

    /// Waits for the next signal and returns its name.
    pub async fn next(&mut self) -> &'static str {
        tokio::select! {
            _ = self.terminate.recv() => "SIGTERM",
            _ = self.interrupt.recv() => "SIGINT",
            _ = self.hangup.recv() => "SIGHUP",
        }
    }
}

/// The events of the console that ask the process to end, one after the other. None is missed between two. Windows ends the
/// process five seconds after the console was closed, and at the end of a session.
#[cfg(windows)]
#[derive(Debug)]
pub struct Signals {
    interrupt: tokio::signal::windows::CtrlC,
    interrupt_by_break: tokio::signal::windows::CtrlBreak,
    close: tokio::signal::windows::CtrlClose,
    log_off: tokio::signal::windows::CtrlLogoff,
    shut_down: tokio::signal::windows::CtrlShutdown,
}

#[cfg(windows)]
impl Signals {
    /// Handles these events from now on, for as long as the process runs.
    ///
    /// # Errors
    /// The system refuses.
    pub fn listen() -> std::io::Result<Self> {
        use tokio::signal::windows::{ctrl_break, ctrl_c, ctrl_close, ctrl_logoff, ctrl_shutdown};
        Ok(Self {
            interrupt: ctrl_c()?,
            interrupt_by_break: ctrl_break()?,
            close: ctrl_close()?,
            log_off: ctrl_logoff()?,
            shut_down: ctrl_shutdown()?,
        })
    }

    /// Waits for the next event and returns its name.
    pub async fn next(&mut self) -> &'static str {
        tokio::select! {
            _ = self.interrupt.recv() => "Ctrl-C",
            _ = self.interrupt_by_break.recv() => "Ctrl-Break",
            _ = self.close.recv() => "the closed console",
            _ = self.log_off.recv() => "the log-off",
            _ = self.shut_down.recv() => "the shutdown",
        }
    }
}
