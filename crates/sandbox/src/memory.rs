//! How many servers the memory of this machine has room for.

/// What one takes while it is worked with; an idle one takes a fifth of it.
const OF_A_SERVER: u64 = 41_000_000;
const LEAST: u64 = 4;
const MOST: u64 = 256;
/// Where the system does not say how much memory is free.
const WHERE_UNKNOWN: usize = 24;

/// Half of what is free now belongs to servers.
pub fn max_running() -> usize {
    let read = |path| std::fs::read_to_string(path).unwrap_or_default();
    let of_machine = available(&read("/proc/meminfo"));
    // A container may have less than its machine.
    let of_group = left(
        &read("/sys/fs/cgroup/memory.max"),
        &read("/sys/fs/cgroup/memory.current"),
    );
    let free = of_machine.into_iter().chain(of_group).min();
    free.map_or(WHERE_UNKNOWN, fitting)
}

fn fitting(bytes: u64) -> usize {
    let servers = bytes / 2 / OF_A_SERVER;
    usize::try_from(servers.clamp(LEAST, MOST)).unwrap_or(WHERE_UNKNOWN)
}

fn available(meminfo: &str) -> Option<u64> {
    let line = meminfo
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes.saturating_mul(1024))
}

/// The limit is `max` where there is none.
fn left(limit: &str, used: &str) -> Option<u64> {
    let limit: u64 = limit.trim().parse().ok()?;
    Some(limit.saturating_sub(used.trim().parse().unwrap_or(0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_the_free_memory_is_for_servers_within_limits() {
        for (bytes, servers) in [(8_192_000_000, 99), (0, 4), (u64::MAX, 256)] {
            assert_eq!(fitting(bytes), servers, "{bytes}");
        }
        assert!((4..=256).contains(&max_running()));
    }

    #[test]
    fn what_is_free_is_read_from_what_the_system_says() {
        for (text, free) in [
            (
                "MemTotal: 1 kB\nMemAvailable:    8000 kB\nx",
                Some(8_192_000),
            ),
            ("MemAvailable: 18446744073709551615 kB", Some(u64::MAX)),
            ("MemAvailable: much", None),
            ("", None),
        ] {
            assert_eq!(available(text), free, "{text}");
        }
        assert_eq!(left("1000\n", "400\n"), Some(600));
        assert_eq!(left("1000\n", "4000\n"), Some(0));
        assert_eq!(left("1000\n", ""), Some(1000));
        assert_eq!(left("max\n", "400\n"), None);
    }
}
