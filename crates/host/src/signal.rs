//! Signals that ask the process to end.

/// Waits until the process is asked to end, and returns the signal's name. Where signals cannot be handled it waits for ever.
pub async fn ended() -> &'static str {
    match Signals::listen() {
        Ok(mut signals) => signals.next().await,
        Err(error) => {
            tracing::warn!(%error, "signals that end the process cannot be handled");
            std::future::pending().await
        }
    }
}

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

/// The interrupts of the console, one after the other. None is missed between two.
#[cfg(windows)]
#[derive(Debug)]
pub struct Signals(tokio::signal::windows::CtrlC);

#[cfg(windows)]
impl Signals {
    /// Handles interrupts from now on, for as long as the process runs.
    ///
    /// # Errors
    /// The system refuses.
    pub fn listen() -> std::io::Result<Self> {
        tokio::signal::windows::ctrl_c().map(Self)
    }

    /// Waits for the next interrupt.
    pub async fn next(&mut self) -> &'static str {
        match self.0.recv().await {
            Some(()) => "interrupt",
            None => std::future::pending().await,
        }
    }
}
