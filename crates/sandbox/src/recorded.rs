//! What the platform enforces and this sandbox only records.

/// A field that calls take, check, keep and give back, and what the sandbox does instead of enforcing it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Recorded {
    pub field: &'static str,
    pub instead: &'static str,
}

pub const RECORDED: &[Recorded] = &[
    recorded("audit_log_level", "no audit log is written"),
    recorded(
        "autoscaling_limit_max_cu",
        "computes do not scale; it sets how many connections there are",
    ),
    recorded("block_vpc_connections", "there is no private network"),
    recorded("hipaa", "only its date is kept"),
    recorded(
        "jwks_url",
        "no tokens are taken; all connections need a password",
    ),
    recorded("maintenance_window", "there is no maintenance"),
    recorded("passwordless_access", "all connections need a password"),
    recorded("plugins", "people sign in with email and password alone"),
    recorded("pooler_enabled", "there is no pooler"),
    recorded("pooler_mode", "there is no pooler"),
    recorded(
        "preload_libraries",
        "pg_stat_statements is preloaded and nothing else",
    ),
    recorded("provisioner", "all computes are processes on this machine"),
    recorded("region_id", "all data is on this machine"),
    recorded("spending_limit_cents", "nothing costs anything"),
    recorded("webhooks", "no events are sent"),
];

const fn recorded(field: &'static str, instead: &'static str) -> Recorded {
    Recorded { field, instead }
}
