//! Measures the time from the start of the process to the first useful picture.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Made at the top of `main`.
#[derive(Debug)]
pub struct Paint {
    main: Instant,
    before_main: Duration,
    painted: AtomicBool,
    ready: AtomicBool,
}

impl Paint {
    pub fn start() -> Self {
        Self {
            main: Instant::now(),
            before_main: before_main(),
            painted: AtomicBool::new(false),
            ready: AtomicBool::new(false),
        }
    }

    pub fn is_painted(&self) -> bool {
        self.painted.load(Ordering::Relaxed)
    }

    /// The window shows something useful, and where `ready` is set it answers, too. The first of each is logged; later ones,
    /// such as after a reload, are not.
    pub fn painted(&self, ready: bool) {
        let milliseconds = (self.before_main + self.main.elapsed()).as_millis();
        let say = |what: &str, said: &AtomicBool| {
            if said.swap(true, Ordering::Relaxed) {
                return;
            }
            tracing::info!(milliseconds, "{what}");
            if std::env::var_os("PLINTH_BENCH").is_some_and(|value| value == "1") {
                println!("{{\"{what}_ms\":{milliseconds}}}");
            }
        };
        say("painted", &self.painted);
        if ready {
            say("ready", &self.ready);
        }
    }
}

/// From the start of the process to `main`, as the kernel counts it; zero where it does not tell.
#[cfg(target_os = "linux")]
fn before_main() -> Duration {
    let read = || {
        let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
        let uptime = std::fs::read_to_string("/proc/uptime").ok()?;
        age(&stat, &uptime, rustix::param::clock_ticks_per_second())
    };
    read().unwrap_or_default()
}

#[cfg(not(target_os = "linux"))]
fn before_main() -> Duration {
    Duration::ZERO
}

/// How old a process is. Its start stands in field 22 of its status, in ticks since boot; the name in field 2
/// may hold anything, so fields are counted from the last parenthesis.
#[cfg(target_os = "linux")]
fn age(stat: &str, uptime: &str, ticks_per_second: u64) -> Option<Duration> {
    let ticks: u64 = stat
        .rsplit_once(')')?
        .1
        .split_whitespace()
        .nth(19)?
        .parse()
        .ok()?;
    let up: f64 = uptime.split_whitespace().next()?.parse().ok()?;
    let started = Duration::from_millis(ticks * 1000 / ticks_per_second.max(1));
    Some(
        Duration::try_from_secs_f64(up)
            .ok()?
            .saturating_sub(started),
    )
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn reads_the_age_of_a_process() {
        let stat = "7 (a) b (c) S 1 7 7 0 -1 4194560 1 0 0 0 0 0 0 0 20 0 1 0 12345 1 1";
        assert_eq!(
            age(stat, "123.95 200.0\n", 100),
            Some(Duration::from_millis(500))
        );
        assert_eq!(age("broken", "1.0 1.0", 100), None);
    }
}
