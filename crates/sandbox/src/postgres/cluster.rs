//! A cluster's files: copied from the template, with its configuration and certificate.

use std::io::{self, Write};
use std::path::Path;

use super::authority::Leaf;
use super::binaries::PostgresVersion;
use super::own_roles::MARKED_IN_ACCESS_RULES;
use super::{opening_note, relay, replica_settings, replication, server_settings, tls};
use crate::owner::{Owner, append_private, give, read_small_text, remove_file, write_private};

/// Ten for people, and some for the copies that are made while the server is in use.
const SLOTS: u32 = 16;
/// What is part of PostgreSQL itself. Without a list, a role that may replicate names any file.
const OUTPUT_PLUGINS: &str = "output_plugin_libraries = 'pgoutput, test_decoding'";

/// How much of the log is kept ahead, however little is written: two segments are the least that
/// PostgreSQL takes.
const LEAST_LOG: &str = "2MB";

/// What every cluster is run with. Small memory and small log files, because many of them share
/// one machine; nothing here trades safety for speed.
pub fn base_configuration() -> &'static str {
    "listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 100
ssl = on
ssl_cert_file = 'server.crt'
ssl_key_file = 'server.key'
password_encryption = 'scram-sha-256'
fsync = on
full_page_writes = on
synchronous_commit = on
shared_buffers = '16MB'
huge_pages = off
jit = off
wal_level = replica
max_wal_senders = 10
max_replication_slots = 10
min_wal_size = '2MB'
max_wal_size = '128MB'
log_timezone = 'UTC'
timezone = 'UTC'
datestyle = 'iso, mdy'
lc_messages = 'C'
lc_monetary = 'C'
lc_numeric = 'C'
lc_time = 'C'
default_text_search_config = 'pg_catalog.english'
log_min_error_statement = panic
include_if_exists = 'sandbox.conf'
"
}

/// TLS, the sandbox's own client certificate and SCRAM for everyone, the sandbox's superuser
/// included: whoever has a password still comes by the proxy, where allow-lists and limits are.
/// Physical replication hands out every file of a server, its key among them: only roles that the sandbox itself made come
/// for it, by its own relay. Logical replication comes as a session of its database.
pub fn access_rules() -> String {
    format!(
        "hostssl all         all 127.0.0.1/32 scram-sha-256 clientcert=verify-ca
hostssl replication {MARKED_IN_ACCESS_RULES} 127.0.0.1/32 scram-sha-256 clientcert=verify-ca
"
    )
}

/// The certificate that clients of the server show.
pub const CLIENT_CERTIFICATE: &str = "client.crt";

/// The files by which a server and its programs are known. They are for one server alone, and each start writes them.
pub const CREDENTIALS: [&str; 6] = [
    "server.key",
    "server.crt",
    CLIENT_CERTIFICATE,
    relay::KEY,
    relay::CERTIFICATE,
    replica_settings::PASSWORD,
];

/// Removes the credentials of the server that the data had before, when the data becomes another server's.
pub fn remove_credentials(cluster: &Path) -> io::Result<()> {
    for name in CREDENTIALS {
        match remove_file(&cluster.join(name)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

/// Whether there is a complete cluster.
pub fn exists(cluster: &Path) -> bool {
    cluster.join("PG_VERSION").is_file()
}

/// The major version that data belongs to, such as `17`; none where there is no whole cluster.
pub fn major(cluster: &Path) -> Option<String> {
    let text = read_small_text(&cluster.join("PG_VERSION")).ok()?;
    Some(text.trim().to_owned())
}

/// What of its WAL a server keeps that it needs no longer itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeptWal {
    Nothing,
    /// What a read-only compute may lack that followed a server which was killed. Its slot is gone with that, and the
    /// checkpoint at the end of the recovery would remove the rest.
    ForReplicas,
    /// What no moment of the restore window needs, the sandbox removes by itself.
    All,
}

impl KeptWal {
    pub const fn megabytes(self) -> u32 {
        match self {
            Self::Nothing => 0,
            Self::ForReplicas => 64,
            Self::All => i32::MAX.unsigned_abs(),
        }
    }

    fn setting(self) -> String {
        format!("wal_keep_size = '{}MB'", self.megabytes())
    }
}

/// What a server is started for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ServedFor {
    Clients {
        logical_replication: bool,
        keeps: KeptWal,
        max_connections: u32,
    },
    /// Clients of a read-only compute, with the port at which the branch's server is reached.
    Replica { relay: u16 },
    /// The sandbox's own statements over data without an endpoint.
    Maintenance,
}

impl ServedFor {
    /// Slots that the data has may need the logical level to start at all; it harms nothing. What
    /// subscriptions bring waits for the server that clients use.
    fn settings(self) -> String {
        let (level, keeps) = match self {
            Self::Clients {
                logical_replication,
                keeps,
                ..
            } => match logical_replication {
                true => ("wal_level = logical", keeps),
                false => ("wal_level = replica", keeps),
            },
            Self::Replica { relay } => return replica_settings::of(relay),
            Self::Maintenance => (
                "wal_level = logical\nmax_logical_replication_workers = 0",
                KeptWal::All,
            ),
        };
        format!("{level}\n{}", keeps.setting())
    }
}

/// What is set for the server that is started next.
pub const SETTINGS: &str = "sandbox.conf";

/// The same for a server that runs, once it reads its settings again.
pub fn keep_wal(cluster: &Path) -> io::Result<()> {
    let mut settings = append_private(&cluster.join(SETTINGS))?;
    writeln!(settings, "{}", KeptWal::All.setting())
}

/// Written anew before each start, so that a renewed certificate and a changed setting are taken.
pub fn prepare(
    pg: &PostgresVersion,
    cluster: &Path,
    owner: Option<Owner>,
    leaf: &Leaf,
    served_for: ServedFor,
) -> io::Result<()> {
    let plugins = match pg.lists_output_plugins {
        true => OUTPUT_PLUGINS,
        false => "",
    };
    let for_clients = match served_for {
        ServedFor::Clients {
            max_connections, ..
        } => server_settings::of(max_connections, pg.counts_statements),
        ServedFor::Replica { .. } => server_settings::of_replica(pg.counts_statements),
        ServedFor::Maintenance => String::new(),
    };
    let recovery = server_settings::recovery(&pg.settings);
    let conf = format!(
        "{}\n{for_clients}{recovery}\nmax_replication_slots = {SLOTS}\nmin_wal_size = '{LEAST_LOG}'\n{plugins}\n{} = '{}'\n\
         ssl_ca_file = '{CLIENT_CERTIFICATE}'\n",
        served_for.settings(),
        replication::RIGHT,
        opening_note::noted_right(cluster)
    );
    let access = access_rules();
    for (name, text) in [
        // Also in clusters that an earlier version made.
        ("pg_hba.conf", access.as_str()),
        (SETTINGS, conf.as_str()),
        ("server.crt", leaf.certificate_pem.as_str()),
        ("server.key", leaf.key_pem.reveal()),
        (CLIENT_CERTIFICATE, tls::client_certificate_pem()?),
    ] {
        let path = cluster.join(name);
        write_private(&path, text)?;
        give(&path, owner)?;
    }
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;

    use super::*;

    /// A version that is not the one that runs is reported to clients that connect.
    #[test]
    fn what_root_alone_reads_is_not_reported_as_a_version() {
        if !rustix::process::geteuid().is_root() {
            return;
        }
        let folder = tempfile::tempdir().unwrap();
        let secret = folder.path().join("secret");
        fs::write(&secret, "16\n").unwrap();
        let version = folder.path().join("PG_VERSION");
        std::os::unix::fs::symlink(&secret, &version).unwrap();
        assert_eq!(major(folder.path()), None);
        fs::remove_file(&version).unwrap();
        fs::rename(&secret, &version).unwrap();
        assert_eq!(major(folder.path()).as_deref(), Some("16"));
    }
}
