//! Changes of the platform's state as they happen, for a client that shows it.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{ConnectInfo, State};
use axum::http::StatusCode;
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use axum::routing::get;
use futures::{Stream, StreamExt as _, stream};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;

use crate::open_connections::NoPlace;
use crate::reply::Failure;
use crate::shared::Shared;
use crate::state::StateChange;
use crate::write_limit::WriteLimit;

/// A client that hears nothing for longer than this may take the connection for dead.
const HEARTBEAT: Duration = Duration::from_secs(15);

pub fn routes() -> Router<Arc<Shared>> {
    Router::new().route("/sandbox/events", get(events))
}

/// Sends an event for each change until the client goes away or the sandbox stops.
async fn events(
    State(shared): State<Arc<Shared>>,
    ConnectInfo(write_limit): ConnectInfo<WriteLimit>,
) -> Result<Sse<impl Stream<Item = Result<Event, axum::Error>>>, Failure> {
    let activity = write_limit.activity();
    let place = activity.take_stream().map_err(too_many_streams)?;
    let changes = followed(shared.store.changes());
    let events = changes.map(move |change| {
        let _held_until_the_stream_ends = &place;
        Event::default().json_data(change)
    });
    let until_stop = events
        .take_until(shared.stop.clone().cancelled_owned())
        .take_until(activity.sent_all());
    Ok(Sse::new(until_stop).keep_alive(KeepAlive::new().interval(HEARTBEAT)))
}

fn too_many_streams(NoPlace { most }: NoPlace) -> Failure {
    let message = format!("the sandbox has as many streams of events as it may have ({most})");
    Failure::new(StatusCode::SERVICE_UNAVAILABLE, message)
        .hint("Close a client that follows the sandbox.")
        .retry_after(Some(1))
}

/// Each change. A reader that is too slow gets one for all that it missed: anything may have changed.
fn followed(changes: Receiver<StateChange>) -> impl Stream<Item = StateChange> {
    stream::unfold(changes, async |mut changes| {
        let change = match changes.recv().await {
            Ok(change) => change,
            Err(RecvError::Lagged(_)) => {
                // The changes that still wait are part of everything.
                changes = changes.resubscribe();
                StateChange::default()
            }
            Err(RecvError::Closed) => return None,
        };
        Some((change, changes))
    })
}

#[cfg(test)]
mod tests {
    use tokio::sync::broadcast;

    use super::*;

    #[tokio::test]
    async fn a_slow_reader_learns_that_anything_may_have_changed() {
        let (sender, receiver) = broadcast::channel(4);
        let change = |project: u32| StateChange {
            project_id: Some(format!("p{project}")),
            part: None,
        };
        let mut changes = Box::pin(followed(receiver));
        for project in 0..9 {
            sender.send(change(project)).unwrap();
        }
        assert_eq!(changes.next().await, Some(StateChange::default()));
        sender.send(change(9)).unwrap();
        assert_eq!(changes.next().await, Some(change(9)));
        drop(sender);
        assert_eq!(changes.next().await, None);
    }
}
