//! A crash where a test wants one: at every write there is a point, and the program dies at the one
//! whose number it was given. Nothing of this is in a release.

use std::time::Duration;

#[cfg(debug_assertions)]
mod armed {
    use std::sync::LazyLock;
    use std::sync::atomic::AtomicI64;

    /// How many points are left; none where it is not to die.
    pub static LEFT: LazyLock<AtomicI64> = LazyLock::new(|| {
        let number = std::env::var("PLINTH_SANDBOX_DIES_AT").ok();
        AtomicI64::new(number.and_then(|it| it.parse().ok()).unwrap_or(0))
    });
    /// Some work and a number, such as `base:3`: points are counted from the start of that work on.
    pub static WORK: LazyLock<Option<(String, i64)>> = LazyLock::new(|| {
        let within = std::env::var("PLINTH_SANDBOX_DIES_IN").ok()?;
        let (work, number) = within.split_once(':')?;
        Some((work.to_owned(), number.parse().ok()?))
    });
}

/// Somewhere between two steps that get to the disk.
#[cfg(debug_assertions)]
pub fn point() {
    use std::sync::atomic::Ordering;
    if armed::LEFT.fetch_sub(1, Ordering::SeqCst) == 1 {
        die();
    }
}

#[cfg(not(debug_assertions))]
pub fn point() {}

/// Some work begins in which a test may have it die.
#[cfg(debug_assertions)]
pub fn begins(work: &str) {
    use std::sync::atomic::Ordering;
    if let Some((within, number)) = &*armed::WORK
        && within == work
    {
        armed::LEFT.store(*number, Ordering::SeqCst);
    }
}

#[cfg(not(debug_assertions))]
pub fn begins(_: &str) {}

/// How long to wait between two looks: not long where a test waits for such work.
#[cfg(debug_assertions)]
pub fn hurried(usual: Duration) -> Duration {
    match &*armed::WORK {
        Some(_) => Duration::from_millis(50),
        None => usual,
    }
}

#[cfg(not(debug_assertions))]
pub const fn hurried(usual: Duration) -> Duration {
    usual
}

/// As `kill -9` does it: nothing is tidied up.
#[cfg(all(debug_assertions, unix))]
fn die() {
    use rustix::process::{Signal, getpid, kill_process};
    let _ = kill_process(getpid(), Signal::KILL);
}

#[cfg(all(debug_assertions, not(unix)))]
fn die() {
    std::process::abort();
}
