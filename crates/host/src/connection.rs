use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use app::FolderLock;
use app::operation::Answer;
use app::view::{ErrorCode, ErrorView, EventView, JobVerb, JobView};
use serde::de::DeserializeOwned;
use serde_json::json;
use tokio::sync::broadcast::Receiver;
use tokio::sync::watch;
use tokio::time::{Instant, sleep, timeout};

use crate::abort_on_drop::AbortOnDrop;
use crate::command::{self, Args, Effect};
use crate::count::Count;
use crate::events::Events;
use crate::host::{Config, Host};
use crate::link::{Link, LinkError, Outcome};
use crate::reply::Reply;
use crate::server::Server;
use crate::socket;
use crate::wire;

/// How long a call waits for a host.
const PATIENCE: Duration = Duration::from_secs(20);
/// How long a program that starts waits for one that has the folder and does not answer.
const SILENCE: Duration = Duration::from_secs(20);
/// Between two tries to become the host or to reach it.
const PAUSE: Duration = Duration::from_millis(30);
/// An agent that is older ends in this time, with what it does for others; a window of another version does not.
const GIVES_WAY: Duration = Duration::from_secs(10);
/// Between two looks whether others still have work here.
const LOOK: Duration = Duration::from_millis(100);
const CONNECT: Duration = Duration::from_secs(2);
/// How long who closes waits for the host of this process to open.
const OPENING: Duration = Duration::from_secs(5);

/// A program's way to the core: the first program in a data folder is its host, the others ask that one, and one of them takes
/// over when it ends. Clones are handles on the same one.
#[derive(Clone, Debug)]
pub struct Connection(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    config: Config,
    events: Events,
    clients: Count,
    superseded: watch::Sender<bool>,
    way: watch::Sender<Way>,
    /// What the host of this process needs besides.
    hosting: Mutex<Option<Hosting>>,
    /// Held while the host of this process opens, until what it needs besides is kept.
    opening: tokio::sync::Mutex<()>,
    is_closed: AtomicBool,
    /// Takes over when another host ends.
    successor: Mutex<Option<AbortOnDrop>>,
}

#[derive(Clone, Debug)]
enum Way {
    /// Nobody is found yet.
    None,
    Host(Host),
    Client(Link),
    Failed(ErrorView),
}

/// It ends in the order of its fields.
#[derive(Debug)]
struct Hosting {
    /// Starts the sandbox beside.
    starting: Option<AbortOnDrop>,
    /// Missing where the system gives no socket.
    server: Option<Server>,
    lock: FolderLock,
}

impl Connection {
    /// Becomes the host of the data folder, or connects to it.
    ///
    /// # Errors
    /// The folder cannot be opened; its host is of another version, or does not answer.
    pub async fn open(config: Config) -> Reply<Self> {
        let connection = Self::new(config);
        connection.start().await?;
        Ok(connection)
    }

    /// Opens nothing yet: what is asked waits for [`Connection::start`].
    pub fn new(config: Config) -> Self {
        Self(Arc::new(Inner {
            config,
            events: Events::default(),
            clients: Count::default(),
            superseded: watch::Sender::new(false),
            way: watch::Sender::new(Way::None),
            hosting: Mutex::default(),
            opening: tokio::sync::Mutex::default(),
            is_closed: AtomicBool::new(false),
            successor: Mutex::default(),
        }))
    }

    /// As [`Connection::open`].
    pub async fn start(&self) -> Reply<()> {
        self.0.find(Some(SILENCE)).await?;
        let of = Arc::downgrade(&self.0);
        let succeeding = async move {
            while let Some(inner) = of.upgrade() {
                let Way::Client(link) = inner.now() else {
                    return;
                };
                drop(inner);
                link.lost().await;
                let Some(inner) = of.upgrade() else {
                    return;
                };
                tracing::info!("the process that had the data folder ended");
                inner.way.send_replace(Way::None);
                if inner.find(None).await.is_err() {
                    return;
                }
                inner.events.publish(EventView::MuchChanged);
            }
        };
        *lock(&self.0.successor) = Some(AbortOnDrop::spawn(succeeding));
        Ok(())
    }

    /// Runs a command by its name and reads what it answers.
    ///
    /// # Errors
    /// Those of the command, as the window has them.
    pub async fn call<T: DeserializeOwned>(&self, name: &str, args: impl Into<Args>) -> Reply<T> {
        match self.answer(name, args.into()).await? {
            Answer::Json(answer) => serde_json::from_str(answer.get()).map_err(|_| unread(name)),
            Answer::Bytes(_) => Err(unread(name)),
        }
    }

    /// Runs a command by its name; the answer is as the window gets it. When the host dies meanwhile, what only reads is run
    /// once more by the next one, and a change is not: the error says that it may have been done.
    pub async fn answer(&self, name: &str, args: Args) -> Reply<Answer> {
        let command = command::find(name).ok_or_else(|| command::unknown(name))?;
        let mut may_repeat = command.info().effect == Effect::Read;
        loop {
            let link = match self.0.ready().await? {
                Way::Host(host) => return host.call(name, args).await,
                Way::Client(link) => link,
                Way::Failed(error) => return Err(error),
                Way::None => return Err(late()),
            };
            match link.call(name, &args).await {
                Outcome::Answered(answer) => return answer,
                Outcome::NotBegun => link.lost().await,
                Outcome::Lost if may_repeat => may_repeat = false,
                Outcome::Lost => return Err(interrupted()),
            }
        }
    }

    /// What happens from now on.
    pub fn events(&self) -> Receiver<EventView> {
        self.0.events.listen()
    }

    /// Whether a call is answered at once: else it waits.
    pub fn is_open(&self) -> bool {
        match self.0.now() {
            Way::Host(host) => host.core.now().is_some(),
            Way::Client(link) => !link.is_lost(),
            Way::None | Way::Failed(_) => false,
        }
    }

    /// Whether this process has the data folder.
    pub fn is_host(&self) -> bool {
        matches!(self.0.now(), Way::Host(_))
    }

    /// Waits until a newer Plinth asks for the data folder.
    pub async fn superseded(&self) {
        let mut superseded = self.0.superseded.subscribe();
        // The sender is the connection's own.
        drop(superseded.wait_for(|it| *it).await);
    }

    /// How many other processes this one answers.
    pub fn clients(&self) -> watch::Receiver<usize> {
        self.0.clients.watch()
    }

    /// Waits until no other process changes, saves or seeds anything through the host in this one, with which it would end.
    pub async fn others_done(&self) {
        let mut clients = self.clients();
        // Its first call may be over before it is all there.
        drop(timeout(OPENING, self.0.opening.lock()).await);
        while self.is_host() && *clients.borrow_and_update() > 0 {
            // First, as a change begins the work that is listed.
            if !self.0.is_changing() && !self.has_work().await {
                return;
            }
            // The sender is the connection's own.
            drop(timeout(LOOK, clients.changed()).await);
        }
    }

    /// Whether something runs that is not taken up again by the next host.
    async fn has_work(&self) -> bool {
        let jobs = self.call::<Vec<JobView>>("job_list", json!({})).await;
        let ends_with_it = |job: &JobView| matches!(job.verb, JobVerb::Save | JobVerb::Seed);
        jobs.is_ok_and(|jobs| jobs.iter().any(ends_with_it))
    }

    /// Ends it, and the host in this process: changes of others that are under way go on for a few seconds.
    pub async fn close(&self) {
        self.0.is_closed.store(true, Ordering::SeqCst);
        // Its first call may be over before it is all there. Others must hear of its end.
        if timeout(OPENING, self.0.opening.lock()).await.is_err() {
            tracing::warn!("the core did not open in time");
        }
        drop(lock(&self.0.successor).take());
        let way = self.0.way.send_replace(Way::Failed(closed()));
        let hosting = lock(&self.0.hosting).take();
        let Some(Hosting {
            starting,
            server,
            lock,
        }) = hosting
        else {
            return;
        };
        if let Some(server) = server {
            server.finish().await;
        }
        if let Way::Host(host) = way {
            host.close().await;
        }
        drop(starting);
        // Only now may the next one open it.
        drop(lock);
    }
}

impl Inner {
    /// Whether the host of this process changes something for another one.
    fn is_changing(&self) -> bool {
        let hosting = lock(&self.hosting);
        let server = hosting.as_ref().and_then(|it| it.server.as_ref());
        server.is_some_and(Server::is_changing)
    }

    fn now(&self) -> Way {
        self.way.borrow().clone()
    }

    /// Waits for a host that is not known to be gone.
    async fn ready(&self) -> Reply<Way> {
        let mut way = self.way.subscribe();
        let found = way.wait_for(|way| match way {
            Way::None => false,
            Way::Client(link) => !link.is_lost(),
            Way::Host(_) | Way::Failed(_) => true,
        });
        match timeout(PATIENCE, found).await {
            Ok(Ok(way)) => Ok(way.clone()),
            Ok(Err(_)) | Err(_) => Err(late()),
        }
    }

    /// Becomes the host, or connects to it: whoever gets the folder's lock is.
    async fn find(&self, patience: Option<Duration>) -> Reply<()> {
        let found = self.search(patience).await;
        if let Err(error) = &found {
            tracing::error!(code = ?error.code, message = error.message, "the core could not be opened");
            self.way.send_replace(Way::Failed(error.clone()));
        }
        found
    }

    async fn search(&self, patience: Option<Duration>) -> Reply<()> {
        let begun = Instant::now();
        loop {
            let dir = self.config.data.dir.clone();
            let locked = tokio::task::spawn_blocking(move || FolderLock::try_take(&dir)).await;
            match locked.map_err(|_| late())?? {
                Some(lock) => return self.host(lock).await,
                None => match self.connect().await {
                    Ok(link) => {
                        self.way.send_replace(Way::Client(link));
                        return Ok(());
                    }
                    Err(LinkError::OtherVersion(version)) => {
                        let is_older = wire::is_newer(env!("CARGO_PKG_VERSION"), &version);
                        if !is_older || begun.elapsed() > GIVES_WAY {
                            return Err(other_version(&version));
                        }
                    }
                    // It has just begun or just ended, or hangs.
                    Err(LinkError::Silent(error)) => {
                        tracing::debug!(kind = ?error.kind(), "the host does not answer");
                    }
                },
            }
            if patience.is_some_and(|patience| begun.elapsed() > patience) {
                return Err(silent());
            }
            sleep(PAUSE).await;
        }
    }

    async fn connect(&self) -> Result<Link, LinkError> {
        let stream = timeout(CONNECT, socket::connect(&self.config.data.dir)).await;
        let stream = stream.map_err(std::io::Error::from)??;
        Link::open(stream, self.events.clone()).await
    }

    async fn host(&self, lock: FolderLock) -> Reply<()> {
        let _opening = self.opening.lock().await;
        if self.is_closed.load(Ordering::SeqCst) {
            return Err(closed());
        }
        let host = Host::new(self.config.clone(), self.events.clone());
        let server = match socket::listen(&self.config.data.dir) {
            Ok(listener) => Some(Server::start(
                host.clone(),
                listener,
                self.clients.clone(),
                self.superseded.clone(),
            )),
            Err(error) => {
                tracing::warn!(%error, "other processes cannot connect");
                None
            }
        };
        // What is asked from now on waits until it is open.
        self.way.send_replace(Way::Host(host.clone()));
        host.open(&lock).await?;
        let is_closed = self.is_closed.load(Ordering::SeqCst);
        let starting = (self.config.starts_sandbox && !is_closed).then(|| {
            let host = host.clone();
            AbortOnDrop::spawn(async move { host.start_sandbox_if_wanted().await })
        });
        *self::lock(&self.hosting) = Some(Hosting {
            starting,
            server,
            lock,
        });
        Ok(())
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn late() -> ErrorView {
    let hint = "Wait a moment, then try again: the disk may be busy";
    ErrorView::new(ErrorCode::Timeout, "Plinth is still opening its data", hint)
}

fn interrupted() -> ErrorView {
    ErrorView::new(
        ErrorCode::MaybeCreated,
        "The other Plinth process ended while it did this",
        "See History for what was done before you try again",
    )
}

fn silent() -> ErrorView {
    ErrorView::new(
        ErrorCode::File,
        "Another Plinth process has the data folder open and doesn't answer",
        "End that process, then try again",
    )
}

fn other_version(version: &str) -> ErrorView {
    let own = env!("CARGO_PKG_VERSION");
    ErrorView::new(
        ErrorCode::File,
        format!("Plinth {version} has the data folder open, and this is Plinth {own}"),
        "Quit the other one, or start the same version",
    )
}

fn closed() -> ErrorView {
    ErrorView::new(ErrorCode::Cancelled, "Plinth is closing", "Start it again")
}

fn unread(name: &str) -> ErrorView {
    ErrorView::new(
        ErrorCode::Internal,
        format!("Plinth can't read the answer to {name}"),
        "Restart Plinth, and update it if this happens again",
    )
}
