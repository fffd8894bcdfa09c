#[cfg(not(target_os = "linux"))]
use std::path::Path;
use std::time::Duration;

use clap::Args;
use host::agent::Ended;
use host::clipboard::Clipboard;
use host::{Config, Connection};

use crate::duration;
use crate::failure::Done;
use crate::print;
use crate::session::config;
#[cfg(target_os = "linux")]
use crate::tray::run as show_icon;

#[derive(Args)]
pub struct Agent {
    /// End after this time in which no other process, no sandbox and no work needed it: a duration such as 5m, or seconds
    #[arg(long, value_name = "DURATION", value_parser = duration::seconds, conflicts_with = "tray")]
    idle: Option<u32>,
    /// Show an icon in the desktop's tray and warn before databases expire
    #[arg(long)]
    tray: bool,
}

impl Agent {
    pub async fn run(self) -> Done {
        let config = config()?;
        let log = host::log::start();
        if let Err(error) = log.open(&config.data.logs()) {
            print::note(&format!("The log file can't be opened: {error}"));
        }
        sandbox::raise_open_files();
        let config = Config {
            starts_sandbox: true,
            ..config
        };
        let clipboard = Clipboard::default();
        let idle = self.idle.map(|seconds| Duration::from_secs(seconds.into()));
        let run = config.data.run();
        let besides = async |connection: Connection| match self.tray {
            true => show_icon(connection, &run, clipboard.clone()).await,
            false => std::future::pending().await,
        };
        let ended = host::agent::run(config, idle, besides).await?;
        // However it ended: nothing else would clear what was copied from its menu.
        clipboard.clear().await;
        // What is installed now is the newer one, and stands by beside the window that took over.
        if ended == Ended::Superseded
            && self.tray
            && let Err(error) = host::program::start_agent(&["--tray"])
        {
            tracing::warn!(%error, "the newer agent could not be started");
        }
        Ok(())
    }
}

/// Serves without an icon: only Linux has one.
#[cfg(not(target_os = "linux"))]
async fn show_icon(_: Connection, _: &Path, _: Clipboard) {
    print::note("There is no icon on this system.");
    std::future::pending::<()>().await;
}
