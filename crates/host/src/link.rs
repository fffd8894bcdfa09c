//! A connection to the process that has the data folder open.

use std::collections::HashMap;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use app::operation::Answer;
use app::view::{ErrorCode, ErrorView};
use tokio::io::{AsyncWrite, AsyncWriteExt as _, BufReader};
use tokio::sync::{mpsc, oneshot, watch};

use crate::abort_on_drop::AbortOnDrop;
use crate::command::Args;
use crate::events::Events;
use crate::reply::Reply;
use crate::socket::Stream;
use crate::wire::{self, Hello, ToClient, ToHost};

/// A host that says nothing for so long after the connection hangs.
const HELLO: Duration = Duration::from_secs(5);

/// Clones are handles on the same one.
#[derive(Clone, Debug)]
pub struct Link(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    frames: mpsc::UnboundedSender<Vec<u8>>,
    /// Who waits for which answer; none any more once the host is gone.
    waiting: Mutex<Option<HashMap<u64, oneshot::Sender<Outcome>>>>,
    next: AtomicU64,
    lost: watch::Sender<bool>,
    task: OnceLock<AbortOnDrop>,
}

/// How a call ended.
#[derive(Clone, Debug)]
pub enum Outcome {
    Answered(Reply<Answer>),
    /// The host closes, and did nothing of it.
    NotBegun,
    /// The host is gone: it may have done it, or a part.
    Lost,
}

/// Why there is no link.
#[derive(Debug)]
pub enum LinkError {
    /// The host is of this version.
    OtherVersion(String),
    /// Nobody answers, or nobody yet.
    Silent(io::Error),
}

impl From<io::Error> for LinkError {
    fn from(error: io::Error) -> Self {
        Self::Silent(error)
    }
}

impl Link {
    /// Greets the host. Its events go to `events`.
    pub async fn open(stream: Stream, events: Events) -> Result<Self, LinkError> {
        let (reader, mut writer) = tokio::io::split(stream);
        let mut reader = BufReader::new(reader);
        writer.write_all(&wire::frame(&Hello::own())?).await?;
        let hello = tokio::time::timeout(HELLO, wire::read::<Hello>(&mut reader)).await;
        let hello = hello.map_err(io::Error::from)??;
        if hello != Hello::own() {
            return Err(LinkError::OtherVersion(hello.version));
        }
        let (frames, queue) = mpsc::unbounded_channel();
        let link = Self(Arc::new(Inner {
            frames,
            waiting: Mutex::new(Some(HashMap::new())),
            next: AtomicU64::new(0),
            lost: watch::Sender::new(false),
            task: OnceLock::new(),
        }));
        // The task must not keep the link alive, which owns it.
        let inner = Arc::downgrade(&link.0);
        let task = async move {
            let read = async {
                loop {
                    let message = wire::read(&mut reader).await?;
                    let Some(inner) = inner.upgrade() else {
                        return Ok::<_, io::Error>(());
                    };
                    match message {
                        ToClient::Bytes { id, length } => {
                            let bytes = wire::read_bytes(&mut reader, length).await?;
                            inner.answer(id, Outcome::Answered(Ok(Answer::Bytes(bytes))));
                        }
                        message => inner.take(message, &events),
                    }
                }
            };
            // A host that reads no more may still have said why.
            let written = async {
                drop(write(writer, queue).await);
                std::future::pending::<()>().await;
            };
            tokio::select! {
                _ = read => {}
                () = written => {}
            }
            if let Some(inner) = inner.upgrade() {
                inner.lose(&Outcome::Lost);
            }
        };
        let _ = link.0.task.set(AbortOnDrop::spawn(task));
        Ok(link)
    }

    /// Asks the host. When the caller gives up, it hears of that.
    pub async fn call(&self, name: &str, args: &Args) -> Outcome {
        let id = self.0.next.fetch_add(1, Ordering::Relaxed);
        let call = ToHost::Call {
            id,
            name: name.to_owned(),
            args: args.clone(),
        };
        let Ok(frame) = wire::frame(&call) else {
            return Outcome::Answered(Err(too_long()));
        };
        let (sender, answer) = oneshot::channel();
        match self.0.waiting().as_mut() {
            Some(waiting) => drop(waiting.insert(id, sender)),
            None => return Outcome::NotBegun,
        }
        let mut waiting = Waiting {
            link: &self.0,
            id,
            is_over: false,
        };
        drop(self.0.frames.send(frame));
        let outcome = answer.await.unwrap_or(Outcome::Lost);
        waiting.is_over = true;
        outcome
    }

    pub fn is_lost(&self) -> bool {
        *self.0.lost.borrow()
    }

    /// Waits until the host is gone.
    pub async fn lost(&self) {
        let mut lost = self.0.lost.subscribe();
        // The sender is this one's own.
        drop(lost.wait_for(|lost| *lost).await);
    }
}

impl Inner {
    fn take(&self, message: ToClient, events: &Events) {
        let (id, outcome) = match message {
            ToClient::Answer { id, answer } => (id, Outcome::Answered(Ok(Answer::Json(answer)))),
            // The reader takes the bytes that follow.
            ToClient::Bytes { .. } => return,
            ToClient::Failed { id, error } => (id, Outcome::Answered(Err(error))),
            ToClient::Event(event) => return events.publish(event),
            ToClient::Ending => return self.lose(&Outcome::NotBegun),
        };
        self.answer(id, outcome);
    }

    fn answer(&self, id: u64, outcome: Outcome) {
        let waiting = self.waiting().as_mut().and_then(|it| it.remove(&id));
        if let Some(waiting) = waiting {
            // Who asked may have given up.
            drop(waiting.send(outcome));
        }
    }

    /// All who wait learn that there is no answer. It is known to be lost before.
    fn lose(&self, outcome: &Outcome) {
        self.lost.send_replace(true);
        let waiting = self.waiting().take().unwrap_or_default();
        for waiting in waiting.into_values() {
            // Who asked may have given up.
            drop(waiting.send(outcome.clone()));
        }
    }

    fn waiting(&self) -> MutexGuard<'_, Option<HashMap<u64, oneshot::Sender<Outcome>>>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Somebody who waits for an answer.
struct Waiting<'a> {
    link: &'a Inner,
    id: u64,
    is_over: bool,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        if self.is_over {
            return;
        }
        if let Some(waiting) = self.link.waiting().as_mut() {
            waiting.remove(&self.id);
        }
        if let Ok(frame) = wire::frame(&ToHost::Cancel { id: self.id }) {
            drop(self.link.frames.send(frame));
        }
    }
}

async fn write(
    mut writer: impl AsyncWrite + Unpin,
    mut frames: mpsc::UnboundedReceiver<Vec<u8>>,
) -> io::Result<()> {
    while let Some(frame) = frames.recv().await {
        writer.write_all(&frame).await?;
    }
    Ok(())
}

fn too_long() -> ErrorView {
    ErrorView::new(
        ErrorCode::Invalid,
        "This is too long for the other Plinth process",
        "Send less at once",
    )
}
