//! What depends on a compute's size and on the PostgreSQL that runs: how many clients may be
//! connected at once, and the statistics of statements.

/// What the platform keeps for itself.
const RESERVED: u32 = 7;
/// How many locks the tables of one server have room for: as many as with PostgreSQL's defaults.
/// Without this each connection would bring 64, which cost memory on idle servers, too.
const LOCKS: u32 = 6_400;
const LEAST_LOCKS: u32 = 10;
/// Where each connection takes a semaphore that is a file.
const ON_MACOS: u32 = 200;

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

#[cfg(test)]
mod tests {
    use super::*;

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
