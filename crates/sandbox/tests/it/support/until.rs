use std::time::Duration;

use tokio::time::{Instant, sleep};

/// Looks until a fact is there; a look costs little, the deadline is for when it never comes.
pub async fn until(what: &str, mut is_so: impl AsyncFnMut() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(60);
    while !is_so().await {
        assert!(Instant::now() < deadline, "still not so: {what}");
        sleep(Duration::from_millis(10)).await;
    }
}

/// The same for something that is looked at as a whole; what it is at the deadline is told.
pub async fn until_is<T: PartialEq + std::fmt::Debug>(what: &str, wanted: T, look: impl Fn() -> T) {
    let deadline = Instant::now() + Duration::from_secs(60);
    loop {
        let is = look();
        if is == wanted {
            return;
        }
        assert!(
            Instant::now() < deadline,
            "{what}: {is:#?} is not {wanted:#?}"
        );
        sleep(Duration::from_millis(10)).await;
    }
}
