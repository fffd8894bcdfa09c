use std::fmt::Debug;
use std::time::Duration;

use tokio::time::{Instant, sleep};

/// Until a fact is there; a look costs little, the deadline is for when it never comes.
const DEADLINE: Duration = Duration::from_secs(60);
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// Looks until it is so.
pub async fn until(what: &str, is_so: impl AsyncFnMut() -> bool) {
    until_that(what, is_so, |is| *is).await;
}

/// Looks until what is seen is this.
pub async fn until_is<T: PartialEq + Debug>(what: &str, wanted: T, look: impl Fn() -> T) {
    until_that(what, async || look(), |is| *is == wanted).await;
}

/// Looks until what is seen is so, and gives it; what it is at the deadline is told.
pub async fn until_that<T: Debug>(
    what: &str,
    mut look: impl AsyncFnMut() -> T,
    is: impl Fn(&T) -> bool,
) -> T {
    let deadline = Instant::now() + DEADLINE;
    loop {
        let seen = look().await;
        if is(&seen) {
            return seen;
        }
        let is_late = Instant::now() >= deadline;
        assert!(!is_late, "still not so: {what}: {seen:#?}");
        sleep(POLL_INTERVAL).await;
    }
}
