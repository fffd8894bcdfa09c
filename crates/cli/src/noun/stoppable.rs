//! Work on a temporary database that goes on in the core. A command that gives up stops the work: in this process or another it
//! would go on, or end with nobody told.

use std::pin::{Pin, pin};
use std::time::Duration;

use app::jobs::JobCancel;
use app::temporary::TemporaryGet;
use app::view::{ErrorCode, TemporaryView};
use tokio::time::{Instant, sleep, sleep_until};

use crate::failure::{Done, Failure};
use crate::session::Session;

const LOOK: Duration = Duration::from_millis(200);

pub struct Stoppable {
    /// Returns the state of the work on a database.
    pub state: fn(&TemporaryView) -> State,
    /// The message where the work did not come to its end.
    pub unfinished: &'static str,
}

/// The state of the work on a database.
pub enum State {
    Running,
    Done,
    Unfinished(Unfinished),
}

/// Work that ended before it was done.
pub struct Unfinished {
    /// True if the work was stopped; false if it failed by itself.
    pub is_stopped: bool,
    pub code: Option<ErrorCode>,
    pub error: Option<String>,
    /// Says what the work left, and what to do.
    pub left: String,
}

impl Stoppable {
    /// Waits for the end of this job, and returns the database as it is then. `asked`, which is of [`Session::asked_to_stop`]
    /// from before the job began, stops the job, and so does the end of the time.
    pub async fn until_done(
        &self,
        session: &Session,
        id: &str,
        job: &str,
        asked: impl Future<Output = ()>,
    ) -> Done<TemporaryView> {
        let end = Instant::now() + session.options.patience();
        let mut asked = pin!(asked);
        let mut given_up = None;
        loop {
            let id = id.to_owned();
            let database = session.run(TemporaryGet { id }).await?;
            match (self.state)(&database) {
                State::Running => {}
                State::Done => return Ok(database),
                State::Unfinished(end) => return Err(self.failure(end, given_up)),
            }
            if given_up.is_some() {
                sleep(LOOK).await;
                continue;
            }
            given_up = reason(end, asked.as_mut()).await;
            if given_up.is_some() {
                let id = job.to_owned();
                session.run(JobCancel { id }).await?;
            }
        }
    }

    fn failure(&self, end: Unfinished, given_up: Option<ErrorCode>) -> Failure {
        // The work may have failed by itself just before.
        match given_up.filter(|_| end.is_stopped) {
            Some(ErrorCode::Timeout) => Failure::new(
                ErrorCode::Timeout,
                format!("{} in time", self.unfinished),
                format!("Wait longer with --timeout. {}", end.left),
            ),
            Some(code) => Failure::new(
                code,
                format!("{}: a signal stopped it", self.unfinished),
                end.left,
            ),
            None => {
                let mut message = self.unfinished.to_owned();
                if let Some(why) = end.error {
                    message.push_str(". ");
                    message.push_str(&why);
                }
                Failure::new(end.code.unwrap_or(ErrorCode::Database), message, end.left)
            }
        }
    }
}

/// Returns the reason to give up; nothing where the work is looked at again first.
async fn reason(end: Instant, asked: Pin<&mut impl Future<Output = ()>>) -> Option<ErrorCode> {
    tokio::select! {
        biased;
        () = asked => Some(ErrorCode::Cancelled),
        () = sleep_until(end) => Some(ErrorCode::Timeout),
        () = sleep(LOOK) => None,
    }
}
