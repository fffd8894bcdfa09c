use std::fmt::Debug;
use std::time::Duration;

use tokio::time::{Instant, sleep};

/// Until a fact is there; a look costs little, the deadline is for when it never comes.
const DEADLINE: Duration = Duration::from_secs(60);
const LOOK_AGAIN: Duration = Duration::from_millis(10);

/// Looks until it is so.
pub async fn until(what: &str, mut is_so: impl AsyncFnMut() -> bool) {
    let deadline = Instant::now() + DEADLINE;
    while !is_so().await {
        assert!(Instant::now() < deadline, "still not so: {what}");
        sleep(LOOK_AGAIN).await;
    }
}

/// The same for something that is looked at as a whole; what it is at the deadline is told.
pub async fn until_is<T: PartialEq + Debug>(what: &str, wanted: T, look: impl Fn() -> T) {
    let deadline = Instant::now() + DEADLINE;
    loop {
        let is = look();
        if is == wanted {
            return;
        }
        let is_late = Instant::now() >= deadline;
        assert!(!is_late, "{what}: {is:#?} is not {wanted:#?}");
        sleep(LOOK_AGAIN).await;
    }
}
