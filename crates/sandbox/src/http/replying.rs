//! The body of a reply, which knows when the reply has been sent or given up.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes};
use http_body::{Frame, SizeHint};

use crate::open_connections::{Activity, Turn};

/// Lets the client have its turn again when it is dropped.
#[derive(Debug)]
pub struct Replying {
    body: Body,
    activity: Arc<Activity>,
}

impl Replying {
    pub fn new(body: Body, activity: Arc<Activity>) -> Self {
        Self { body, activity }
    }
}

impl Drop for Replying {
    fn drop(&mut self) {
        self.activity.begin(Turn::Idle);
    }
}

impl http_body::Body for Replying {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
