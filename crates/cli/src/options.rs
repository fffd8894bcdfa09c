//! What all commands take.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use crate::duration;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Output {
    Table,
    Json,
}

// Not `Debug`: it holds a key.
#[derive(Args, Clone)]
#[command(next_help_heading = "Options of all commands")]
pub struct Options {
    /// How the answer is written
    #[arg(long, global = true, value_enum, default_value = "table")]
    output: Output,
    /// Short for `--output json`
    #[arg(long, global = true)]
    json: bool,
    /// The account by its name or id; otherwise the one that the window shows
    #[arg(long, global = true, env = "PLINTH_ACCOUNT")]
    pub account: Option<String>,
    /// A key for this command alone. Others on this computer can read it: PLINTH_API_KEY and accounts are better
    #[arg(long, global = true, value_name = "KEY")]
    pub api_key: Option<String>,
    /// Management API address that a key of `--api-key` or PLINTH_API_KEY is for; otherwise the hosted platform's
    #[arg(
        long,
        global = true,
        value_name = "URL",
        env = "PLINTH_API_URL",
        alias = "api-host"
    )]
    pub api_url: Option<String>,
    /// Certificate authority of that platform, as a PEM file
    #[arg(long, global = true, value_name = "FILE", env = "PLINTH_CA_FILE")]
    pub ca_file: Option<PathBuf>,
    /// File with the organization and project of a folder; otherwise the nearest `.neon`
    #[arg(long, global = true, value_name = "FILE")]
    pub context_file: Option<PathBuf>,
    /// Print the request and send nothing
    #[arg(long, global = true)]
    pub dry_run: bool,
    /// Print secrets; they are masked otherwise
    #[arg(long, global = true)]
    pub reveal: bool,
    /// Wait until what was begun has ended, and a started compute takes connections
    #[arg(long, global = true)]
    pub wait: bool,
    /// How long `--wait` waits, and a statement of `sql` and a seed, save or copy of a temporary database may take: a duration such as 10m, or seconds
    #[arg(long, global = true, value_name = "DURATION", default_value = "300", value_parser = duration::seconds)]
    timeout: u32,
    /// Do not ask before something is deleted, cut or replaced
    #[arg(long, short, global = true)]
    pub yes: bool,
    /// True if `--timeout` was typed
    #[arg(skip)]
    pub is_timeout_typed: bool,
    /// True if the account was typed, and is not that of PLINTH_ACCOUNT
    #[arg(skip)]
    pub is_account_typed: bool,
    /// True if the Management API address was typed, and is not that of PLINTH_API_URL
    #[arg(skip)]
    pub is_api_url_typed: bool,
    /// True if an address or a CA file was typed, and is not that of the environment
    #[arg(skip)]
    pub is_address_typed: bool,
}

impl Options {
    pub fn is_json(&self) -> bool {
        self.json || self.output == Output::Json
    }

    /// Seconds that a statement may take, if a person said so.
    pub fn typed_timeout(&self) -> Option<u32> {
        self.is_timeout_typed.then_some(self.timeout)
    }

    pub fn patience(&self) -> Duration {
        Duration::from_secs(self.timeout.into())
    }
}
