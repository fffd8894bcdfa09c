//! How many servers the memory of this machine has room for.

use std::path::Path;

/// What one takes while it is worked with; an idle one takes a fifth of it.
const OF_A_SERVER: u64 = 41_000_000;
const LEAST: u64 = 4;
const MOST: u64 = 256;
/// Where the system does not say how much memory is free.
const WHERE_UNKNOWN: usize = 24;

/// Half of what is free now belongs to servers.
pub fn max_running() -> usize {
    let text = std::fs::read_to_string(Path::new("/proc/meminfo"));
    let fitting = text.ok().and_then(|text| fitting(&text));
    fitting.unwrap_or(WHERE_UNKNOWN)
}

fn fitting(meminfo: &str) -> Option<usize> {
    let line = meminfo
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    let servers = kilobytes.saturating_mul(1024) / 2 / OF_A_SERVER;
    usize::try_from(servers.clamp(LEAST, MOST)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_the_free_memory_is_for_servers_within_limits() {
        for (available, servers) in [
            ("MemTotal: 1 kB\nMemAvailable:    8000000 kB\nx", Some(99)),
            ("MemAvailable: 100000 kB", Some(4)),
            ("MemAvailable: 900000000 kB", Some(256)),
            ("MemAvailable: 18446744073709551615 kB", Some(256)),
            ("MemAvailable: much", None),
            ("", None),
        ] {
            assert_eq!(fitting(available), servers, "{available}");
        }
        assert!((4..=256).contains(&max_running()));
    }
}
