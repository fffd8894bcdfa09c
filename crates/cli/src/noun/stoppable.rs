//! What the core does with a temporary database for a command, which stops it when it gives up: in this process or another it
//! would go on, or end with nobody told.

use std::pin::{Pin, pin};
use std::time::Duration;

use app::view::ErrorCode;
use serde_json::{Value, json};
use tokio::time::{Instant, sleep, sleep_until};

use crate::failure::{Done, Failure};
use crate::session::Session;

const LOOK: Duration = Duration::from_millis(200);

pub struct Stoppable {
    /// Where the database says how it stands.
    pub at: &'static str,
    /// What is said where it did not come to its end.
    pub unfinished: &'static str,
    /// What is left of it then, and what to do.
    pub left: fn(&Value) -> String,
}

impl Stoppable {
    /// Waits for the end of this job, and gives the database as it is then. `asked`, which is of [`Session::asked_to_stop`]
    /// from before it was begun, stops it, and so does the end of the time.
    pub async fn until_done(
        &self,
        session: &Session,
        id: &str,
        job: &str,
        asked: impl Future<Output = ()>,
    ) -> Done<Value> {
        let end = Instant::now() + session.options.patience();
        let mut asked = pin!(asked);
        let mut given_up = None;
        loop {
            let row = session.call("temporary_get", json!({ "id": id })).await?;
            let state = &row[self.at];
            match state["status"].as_str() {
                Some("running") => {}
                Some("done") => return Ok(row),
                _ => return Err(self.failure(state, given_up)),
            }
            if given_up.is_some() {
                sleep(LOOK).await;
                continue;
            }
            given_up = reason(end, asked.as_mut()).await;
            if given_up.is_some() {
                session.call("job_cancel", json!({ "id": job })).await?;
            }
        }
    }

    fn failure(&self, state: &Value, given_up: Option<ErrorCode>) -> Failure {
        let left = (self.left)(state);
        // It may have failed by itself just before.
        let is_stopped = matches!(state["status"].as_str(), Some("cancelled" | "partial"));
        match given_up.filter(|_| is_stopped) {
            Some(ErrorCode::Timeout) => Failure::new(
                ErrorCode::Timeout,
                format!("{} in time", self.unfinished),
                format!("Wait longer with --timeout. {left}"),
            ),
            Some(code) => Failure::new(
                code,
                format!("{}: a signal stopped it", self.unfinished),
                left,
            ),
            None => {
                let mut message = self.unfinished.to_owned();
                if let Some(why) = state["error"].as_str() {
                    message.push_str(". ");
                    message.push_str(why);
                }
                let code = serde_json::from_value(state["code"].clone());
                Failure::new(code.unwrap_or(ErrorCode::Database), message, left)
            }
        }
    }
}

/// Why it is given up; nothing where it is looked at again first.
async fn reason(end: Instant, asked: Pin<&mut impl Future<Output = ()>>) -> Option<ErrorCode> {
    tokio::select! {
        biased;
        () = asked => Some(ErrorCode::Cancelled),
        () = sleep_until(end) => Some(ErrorCode::Timeout),
        () = sleep(LOOK) => None,
    }
}
