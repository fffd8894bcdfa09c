//! What the platform enforces and this sandbox only records.

/// A field that calls take, check, keep and give back, and what the sandbox does instead of enforcing it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Recorded {
    pub field: &'static str,
    pub instead: &'static str,
}

pub const RECORDED: &[Recorded] = &[
    recorded("allowed_ips", "connections from all addresses are accepted"),
    recorded("audit_log_level", "no audit log is written"),
    recorded("autoscaling_limit_max_cu", "computes do not scale"),
    recorded("block_vpc_connections", "there is no private network"),
    recorded("hipaa", "only its date is kept"),
    recorded(
        "history_retention_seconds",
        "no history is kept; branches start from the present",
    ),
    recorded("maintenance_window", "there is no maintenance"),
    recorded("passwordless_access", "all connections need a password"),
    recorded("pooler_mode", "there is no pooler"),
    recorded("preload_libraries", "no library is preloaded"),
    recorded("provisioner", "all computes are processes on this machine"),
    recorded("quota", "usage is counted, but nothing is stopped"),
    recorded("region_id", "all data is on this machine"),
];

const fn recorded(field: &'static str, instead: &'static str) -> Recorded {
    Recorded { field, instead }
}
