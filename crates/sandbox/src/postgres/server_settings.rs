//! What depends on a compute's size, on the PostgreSQL that runs and on the system: how many clients
//! may be connected at once, the statistics of statements, and how files are brought to the disk
//! before a recovery.

use std::collections::BTreeSet;
#[cfg(target_os = "linux")]
use std::sync::LazyLock;

/// What the platform keeps for itself.
const RESERVED: u32 = 7;
/// How many locks the tables of one server have room for: as many as with PostgreSQL's defaults.
/// Without this each connection would bring 64, which cost memory on idle servers, too.
const LOCKS: u32 = 6_400;
const LEAST_LOCKS: u32 = 10;
/// PostgreSQL's own, which a server for the sandbox's own statements has.
const DEFAULT_LOCKS: u32 = 64;
/// Where each connection takes a semaphore that is a file.
pub(crate) const ON_MACOS: u32 = 200;

/// The library that counts statements.
pub const STATEMENTS: &str = "pg_stat_statements";

/// As the platform has them, but never so few as only its direct strings have for a small compute:
/// there is no pooler, so a pooled string leads to the same server. Beyond three compute units the
/// memory that more connections take is not worth it on one machine.
pub fn max_connections(max_cu: f64) -> u32 {
    if cfg!(target_os = "macos") {
        return ON_MACOS;
    }
    match max_cu {
        cu if cu < 2.0 => 450,
        cu if cu < 3.0 => 839,
        _ => 901,
    }
}

/// The lines of a read-only compute. It stops replaying where its branch's server has room for more than it has itself.
pub fn of_replica(counts_statements: bool) -> String {
    let lines = of(max_connections(f64::MAX), counts_statements);
    format!("{lines}max_locks_per_transaction = {DEFAULT_LOCKS}\n")
}

/// The lines of a server that clients use.
pub fn of(max_connections: u32, counts_statements: bool) -> String {
    let locks = LOCKS.div_ceil(max_connections.max(1)).max(LEAST_LOCKS);
    let mut lines = format!(
        "max_connections = {max_connections}
superuser_reserved_connections = {RESERVED}
max_locks_per_transaction = {locks}
max_pred_locks_per_transaction = {locks}
compute_query_id = on
"
    );
    if counts_statements {
        lines += &format!("shared_preload_libraries = '{STATEMENTS}'\n{STATEMENTS}.max = 1000\n");
    }
    lines
}

/// Before a recovery, as each branch of a running database has at its first start, PostgreSQL syncs
/// its 1,000 files one after the other. One call does the same for the whole file system.
pub fn recovery(settings: &BTreeSet<String>) -> &'static str {
    match settings.contains("recovery_init_sync_method") && reports_errors_of_syncfs() {
        true => "recovery_init_sync_method = syncfs",
        false => "",
    }
}

#[cfg(target_os = "linux")]
fn reports_errors_of_syncfs() -> bool {
    static REPORTS: LazyLock<bool> = LazyLock::new(|| {
        let release = std::fs::read_to_string("/proc/sys/kernel/osrelease");
        release.is_ok_and(|release| is_since_5_8(&release))
    });
    *REPORTS
}

#[cfg(not(target_os = "linux"))]
fn reports_errors_of_syncfs() -> bool {
    false
}

/// Linux before 5.8 says nothing of what `syncfs` could not write.
#[cfg(target_os = "linux")]
fn is_since_5_8(release: &str) -> bool {
    let mut numbers = release
        .split(|c: char| !c.is_ascii_digit())
        .map(|number| number.parse().unwrap_or(0));
    (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0)) >= (5, 8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn all_files_are_synced_at_once_only_where_errors_of_that_are_told() {
        for (release, since) in [
            ("6.18.44-fc-v66\n", true),
            ("5.8.0-generic\n", true),
            ("5.15.0\n", true),
            ("5.7.19\n", false),
            ("4.19.0-27-amd64\n", false),
            ("", false),
        ] {
            assert_eq!(is_since_5_8(release), since, "{release}");
        }
        assert_eq!(recovery(&BTreeSet::new()), "");
    }

    #[cfg(not(target_os = "macos"))]
    #[test]
    fn connections_grow_with_the_size_and_locks_do_not() {
        for (cu, connections, locks) in [
            (0.25, 450, 15),
            (1.0, 450, 15),
            (2.0, 839, 10),
            (3.0, 901, 10),
            (56.0, 901, 10),
        ] {
            assert_eq!(max_connections(cu), connections);
            let lines = of(connections, false);
            assert!(lines.contains(&format!("max_connections = {connections}\n")));
            assert!(lines.contains(&format!("max_locks_per_transaction = {locks}\n")));
            assert!(locks * connections >= LOCKS, "{cu}");
        }
    }

    #[test]
    fn a_library_is_preloaded_only_where_it_is() {
        assert!(of(450, true).contains("shared_preload_libraries = 'pg_stat_statements'\n"));
        assert!(!of(450, false).contains("shared_preload_libraries"));
    }
}
