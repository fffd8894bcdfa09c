//! Which files of a cluster a copy leaves out.

use std::path::Path;

use crate::postgres::{cluster, history, maintenance};

/// Folders that are empty in a copy: the WAL is copied separately, and the rest is about the running
/// server, its replication and its counters.
const EMPTY: [&str; 9] = [
    "pg_dynshmem",
    "pg_notify",
    "pg_replslot",
    "pg_serial",
    "pg_snapshots",
    "pg_stat",
    "pg_stat_tmp",
    "pg_subtrans",
    "pg_wal",
];
/// What stands at the top of a cluster and is not part of its data, beside the server's credentials.
const NOT_DATA: [&str; 13] = [
    "postmaster.pid",
    "postmaster.opts",
    "postgresql.auto.conf.tmp",
    "current_logfiles",
    "current_logfiles.tmp",
    "backup_label",
    "backup_label.old",
    "tablespace_map",
    "tablespace_map.old",
    "backup_manifest",
    "recovery.signal",
    "recovery.done",
    history::FOLDER,
];

/// Whether a copy leaves out a path, which is relative to the cluster.
pub fn is_left_out(path: &Path) -> bool {
    let mut parts = path.iter().filter_map(|part| part.to_str());
    let (first, is_deeper) = (parts.next().unwrap_or_default(), parts.next().is_some());
    let name = path.file_name().and_then(|name| name.to_str());
    let name = name.unwrap_or_default();
    let not_data = if is_deeper { &EMPTY[..] } else { &NOT_DATA[..] };
    let is_credential = !is_deeper && cluster::CREDENTIALS.contains(&first);
    // The server's log files: rotated ones and the one kept after a crash begin with the same name.
    let is_log = !is_deeper && first.starts_with(maintenance::LOG);
    is_log
        || is_credential
        || not_data.contains(&first)
        || name.starts_with("pgsql_tmp")
        || name.starts_with("pg_internal.init")
        || is_temporary_table(name)
}

/// `t3_16384`: a session's number and the table's.
fn is_temporary_table(name: &str) -> bool {
    let Some((session, table)) = name.strip_prefix('t').and_then(|rest| rest.split_once('_'))
    else {
        return false;
    };
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    is_number(session) && table.starts_with(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_data_is_copied() {
        for (path, left_out) in [
            ("PG_VERSION", false),
            ("postmaster.pid", true),
            ("base/5/postmaster.pid", false),
            ("pg_wal", false),
            ("pg_wal/000000010000000000000001", true),
            ("pg_replslot/kept/state", true),
            ("pg_logical/replorigin_checkpoint", false),
            ("pg_stat/pgstat.stat", true),
            ("base/16384/t3_16390", true),
            ("base/16384/t3_16390_fsm", true),
            ("base/16384/16390_init", false),
            ("base/pgsql_tmp/pgsql_tmp12.0", true),
            ("global/pg_internal.init", true),
            ("global/pg_control", false),
            ("attended.log", true),
            ("plinth-history", true),
            ("attended.log.crash", true),
            ("server.key", true),
            ("server.crt", true),
            ("client.crt", true),
            ("plinth-relay.key", true),
            ("plinth-replica.pass", true),
        ] {
            assert_eq!(is_left_out(Path::new(path)), left_out, "{path}");
        }
    }
}
