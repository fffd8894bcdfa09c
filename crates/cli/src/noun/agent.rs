use std::time::Duration;

use clap::Args;
use host::Config;

use crate::failure::Done;
use crate::print;
use crate::session::config;

#[derive(Args)]
pub struct Agent {
    /// End after so many seconds in which no other process, no sandbox and no work needed it
    #[arg(long, value_name = "SECONDS")]
    idle: Option<u64>,
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
        host::agent::run(config, self.idle.map(Duration::from_secs)).await?;
        Ok(())
    }
}
