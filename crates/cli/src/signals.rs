//! Signals that end a command.

use tokio::runtime::Builder;
use tokio::sync::mpsc::{Receiver, Sender, channel};

use crate::failure::CANCELLED;
use crate::print;

/// The signals as the command hears them. A thread of its own listens: the command may wait for the disk or a pipe, where
/// no task runs. A signal that comes while the one before is not heard yet ends the process, and so does one that comes
/// once this is dropped.
pub struct Signals(Receiver<&'static str>);

impl Signals {
    pub fn listen() -> Self {
        let (to, signals) = channel(1);
        std::thread::spawn(move || forward(&to));
        Self(signals)
    }

    /// Waits for the next signal and returns its name.
    pub async fn next(&mut self) -> &'static str {
        match self.0.recv().await {
            Some(name) => name,
            None => std::future::pending().await,
        }
    }

    /// Leaves the signals to a command that this process becomes. On Windows it waits for the command, and must not end before:
    /// Ctrl-C reaches both.
    pub fn leave_to_command(self) {
        #[cfg(windows)]
        tokio::spawn(async move {
            let Self(mut signals) = self;
            while signals.recv().await.is_some() {}
        });
        #[cfg(not(windows))]
        drop(self);
    }
}

fn forward(to: &Sender<&'static str>) {
    let Ok(runtime) = Builder::new_current_thread().enable_all().build() else {
        return;
    };
    runtime.block_on(async {
        let Ok(mut signals) = host::signal::Signals::listen() else {
            return;
        };
        while to.try_send(signals.next().await).is_ok() {}
        print::note("A second signal ended this command.");
        std::process::exit(i32::from(CANCELLED));
    });
}
