//! What a sandbox says of itself when it is ready: a line for whoever started it, and the same in a
//! file for whoever waits for it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::disk;
use crate::postgres::server_settings;
use crate::recorded::RECORDED;
use crate::running::Running;

const FILE: &str = "ready.json";

/// Where a sandbox on that data folder says that it is ready.
pub fn path(data_dir: &Path) -> PathBuf {
    data_dir.join(FILE)
}

impl Running {
    /// Addresses, keys and limits. It holds secrets.
    pub fn ready_line(&self) -> Value {
        let fields: Vec<&str> = RECORDED.iter().map(|it| it.field).collect();
        let address = self.instant_url.trim_start_matches("http://");
        let host = address.rsplit_once(':').map_or(address, |(host, _)| host);
        let mut line = json!({
            "base_url": self.base_url,
            "instant_url": self.instant_url,
            "key": self.key,
            "admin_key": self.admin_key,
            "ca_file": self.ca_file,
            "data_dir": self.data_dir,
            "postgres": self.postgres,
            "pid": std::process::id(),
            "version": env!("CARGO_PKG_VERSION"),
            "host": host,
            "port": self.shared.port,
            "max_running": self.max_running(),
            // What the smallest compute takes.
            "max_connections": server_settings::max_connections(0.0),
            "recorded": fields,
        });
        // For `--wait` on this machine, which may not know its own name and has no token.
        if let Some(token_file) = &self.shared.config.token_file {
            line["token_file"] = json!(std::path::absolute(token_file).ok());
            line["local_url"] = json!(self.shared.local_url());
        }
        line
    }
}

/// The ready line in the data folder, for its owner's eyes. A sandbox that is killed leaves it: its
/// `admin_key` opens nothing any more.
#[derive(Debug)]
pub struct ReadyFile {
    path: PathBuf,
}

impl ReadyFile {
    pub fn write(running: &Running) -> io::Result<Self> {
        let path = path(&running.data_dir);
        disk::write_private(&path, format!("{}\n", running.ready_line()))?;
        Ok(Self { path })
    }

    /// Called while the sandbox still has the folder: the file of the next one has the same name.
    pub fn remove(self) {
        if let Err(error) = fs::remove_file(&self.path) {
            tracing::warn!(%error, "ready.json could not be removed");
        }
    }
}
