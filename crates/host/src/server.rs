//! Answers the other processes of this user that work in the same data folder.

use std::collections::HashMap;
use std::io;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use app::view::{ErrorCode, ErrorView, EventView};
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{broadcast, mpsc, watch};
use tokio::task::JoinSet;

use crate::abort_on_drop::AbortOnDrop;
use crate::command::{self, Args, Effect};
use crate::count::Count;
use crate::host::Host;
use crate::socket::{self, Accept as _, Listener, Stream};
use crate::wire::{self, Hello, ToClient, ToHost};

/// Who says nothing for so long after connecting is no Plinth.
const HELLO: Duration = Duration::from_secs(5);
/// Who reads nothing for so long is given up.
const WRITE: Duration = Duration::from_secs(30);
/// Changes that are under way for others when the host closes have so long.
const GRACE: Duration = Duration::from_secs(5);
/// After a connection that could not be taken, such as for want of files.
const PAUSE: Duration = Duration::from_millis(100);

/// Serves until it is dropped.
#[derive(Debug)]
pub struct Server {
    serving: Arc<Serving>,
    /// The one task that has the connections.
    accepting: JoinSet<()>,
}

/// What the connections share.
#[derive(Debug)]
struct Serving {
    host: Host,
    clients: Count,
    /// A newer Plinth wants the data folder.
    superseded: watch::Sender<bool>,
    /// From then on no change is begun.
    is_closing: AtomicBool,
    /// From then on nothing is read any more, and what is answered already is still written.
    is_ending: watch::Sender<bool>,
    /// Changes go on when who asked for them is gone: half of one helps nobody.
    changes: Mutex<JoinSet<()>>,
}

impl Server {
    pub fn start(
        host: Host,
        listener: Listener,
        clients: Count,
        superseded: watch::Sender<bool>,
    ) -> Self {
        let serving = Arc::new(Serving {
            host,
            clients,
            superseded,
            is_closing: AtomicBool::new(false),
            is_ending: watch::Sender::new(false),
            changes: Mutex::default(),
        });
        let mut accepting = JoinSet::new();
        accepting.spawn(accept(listener, Arc::clone(&serving)));
        Self { serving, accepting }
    }

    /// Whether a change is under way for another process.
    pub fn is_changing(&self) -> bool {
        let mut changes = self.serving.changes();
        while changes.try_join_next().is_some() {}
        !changes.is_empty()
    }

    /// Begins no change any more, and waits a few seconds for those that are under way. Then the connections end.
    pub async fn finish(mut self) {
        self.serving.is_closing.store(true, Ordering::SeqCst);
        let mut changes = std::mem::take(&mut *self.serving.changes());
        let finishing = async {
            while changes.join_next().await.is_some() {}
            self.serving.is_ending.send_replace(true);
            while self.accepting.join_next().await.is_some() {}
        };
        if tokio::time::timeout(GRACE, finishing).await.is_err() {
            tracing::warn!("what other processes asked for did not end in time");
        }
    }
}

impl Serving {
    fn changes(&self) -> std::sync::MutexGuard<'_, JoinSet<()>> {
        self.changes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn accept(listener: Listener, serving: Arc<Serving>) {
    let mut connections = JoinSet::new();
    let mut is_ending = serving.is_ending.subscribe();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = is_ending.wait_for(|is_ending| *is_ending) => break,
        };
        match accepted {
            Ok(stream) => {
                while connections.try_join_next().is_some() {}
                let serving = Arc::clone(&serving);
                connections.spawn(async move {
                    if let Err(error) = serve(stream, &serving).await {
                        tracing::debug!(kind = ?error.kind(), "a connection of another process ended");
                    }
                });
            }
            Err(error) => {
                tracing::warn!(%error, "a connection of another process could not be taken");
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
    while connections.join_next().await.is_some() {}
}

async fn serve(stream: Stream, serving: &Arc<Serving>) -> io::Result<()> {
    if !socket::is_own_user(&stream)? {
        tracing::warn!("a connection of another user was refused");
        return Ok(());
    }
    let (reader, mut writer) = tokio::io::split(stream);
    let mut reader = BufReader::new(reader);
    // Before it knows that it is connected, so that it misses none.
    let events = serving.host.events();
    writer.write_all(&wire::frame(&Hello::own())?).await?;
    let hello: Hello = tokio::time::timeout(HELLO, wire::read(&mut reader)).await??;
    if hello != Hello::own() {
        tracing::warn!(
            version = hello.version,
            "a process of another version was refused"
        );
        // While others work with it, nothing ends for a newer one.
        if hello.is_newer() && *serving.clients.watch().borrow() == 0 {
            serving.superseded.send_replace(true);
        }
        return Ok(());
    }
    let _client = serving.clients.enter();
    let (answers, queue) = mpsc::unbounded_channel();
    let mut writing = pin!(write(writer, queue, events));
    let mut is_ending = serving.is_ending.subscribe();
    let answering = async move {
        tokio::select! {
            ended = answer(&mut reader, serving, &answers) => ended,
            _ = is_ending.wait_for(|is_ending| *is_ending) => {
                drop(answers.send(wire::frame(&ToClient::Ending)?));
                Ok(())
            }
        }
    };
    tokio::select! {
        // The other side reads no more.
        ended = &mut writing => ended,
        ended = answering => {
            // What is answered already; nobody can add to it.
            writing.await?;
            ended
        }
    }
}

type Answers = mpsc::UnboundedSender<Vec<u8>>;

async fn answer(
    reader: &mut (impl AsyncRead + Unpin),
    serving: &Arc<Serving>,
    answers: &Answers,
) -> io::Result<()> {
    let mut reads: HashMap<u64, AbortOnDrop> = HashMap::new();
    loop {
        match wire::read(reader).await? {
            ToHost::Call { id, name, args } => {
                reads.retain(|_, read| !read.is_finished());
                let is_change =
                    command::find(&name).is_some_and(|it| it.info().effect == Effect::Change);
                let call = run(Arc::clone(serving), answers.clone(), id, name, args);
                if !is_change {
                    reads.insert(id, AbortOnDrop::spawn(call));
                    continue;
                }
                let mut changes = serving.changes();
                while changes.try_join_next().is_some() {}
                // Within the lock: who closes waits for all that are begun.
                if !serving.is_closing.load(Ordering::SeqCst) {
                    changes.spawn(call);
                }
            }
            ToHost::Cancel { id } => drop(reads.remove(&id)),
        }
    }
}

async fn run(serving: Arc<Serving>, answers: Answers, id: u64, name: String, args: Args) {
    let answer = match serving.host.call(&name, args).await {
        Ok(answer) => wire::answer_frame(id, answer),
        Err(error) => wire::frame(&ToClient::Failed { id, error }),
    };
    let answer = answer.or_else(|_| {
        let error = too_long();
        wire::frame(&ToClient::Failed { id, error })
    });
    if let Ok(answer) = answer {
        // Who asked may be gone.
        drop(answers.send(answer));
    }
}

/// Writes answers and events until the other side is gone.
async fn write(
    mut writer: impl AsyncWrite + Unpin,
    mut answers: mpsc::UnboundedReceiver<Vec<u8>>,
    mut events: broadcast::Receiver<EventView>,
) -> io::Result<()> {
    loop {
        let frame = tokio::select! {
            answer = answers.recv() => match answer {
                Some(answer) => answer,
                None => return Ok(()),
            },
            event = events.recv() => match event {
                Ok(event) => wire::frame(&ToClient::Event(event))?,
                Err(RecvError::Lagged(_)) => wire::frame(&ToClient::Event(EventView::MuchChanged))?,
                Err(RecvError::Closed) => return Ok(()),
            },
        };
        tokio::time::timeout(WRITE, writer.write_all(&frame)).await??;
    }
}

fn too_long() -> ErrorView {
    ErrorView::new(
        ErrorCode::Internal,
        "The answer is too long for another process",
        "Ask for less of it",
    )
}
