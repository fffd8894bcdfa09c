//! A crash where a test wants one: at every write there is a point, and the program dies at the one
//! whose number it was given. Nothing of this is in a release.

/// Somewhere between two steps that get to the disk.
#[cfg(debug_assertions)]
pub fn point() {
    use std::sync::LazyLock;
    use std::sync::atomic::{AtomicI64, Ordering};

    static LEFT: LazyLock<Option<AtomicI64>> = LazyLock::new(|| {
        let number = std::env::var("PLINTH_SANDBOX_DIES_AT").ok()?;
        number.parse().ok().map(AtomicI64::new)
    });
    if let Some(left) = &*LEFT
        && left.fetch_sub(1, Ordering::SeqCst) == 1
    {
        die();
    }
}

#[cfg(not(debug_assertions))]
pub fn point() {}

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
