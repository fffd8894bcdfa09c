//! The thread the keychain is spoken to from.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use tokio::sync::oneshot;

use super::platform::Session;
use crate::{Error, ErrorKind};

/// Threads that may hang at once in a keychain that never answers.
const MOST_STUCK: usize = 4;

type Job = Box<dyn FnOnce(&mut Option<Session>) + Send>;

/// Runs calls one after another on a thread of its own. Not on the runtime's blocking threads: a call can hang for as
/// long as a window asks for a password, and a runtime that shuts down would wait for it. A call that passes its
/// deadline is left behind with its thread and the next one starts afresh. Dropping the worker ends the thread after
/// the call it is in.
#[derive(Debug, Default)]
pub(super) struct Worker {
    jobs: Mutex<Option<Sender<Job>>>,
    alive: Arc<AtomicUsize>,
}

impl Worker {
    /// Runs `action` with an open session, within `deadline`. When a session from an earlier call turns out to be dead
    /// (the keychain was restarted), the action runs once more with a new one, so it must be repeatable.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        service: &Arc<str>,
        deadline: Duration,
        action: impl Fn(&Session) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let (reply, answer) = oneshot::channel();
        let service = Arc::clone(service);
        let job: Job = Box::new(move |session| {
            // Nobody waits any longer: nothing may happen behind their back.
            if !reply.is_closed() {
                drop(reply.send(attempt(&service, session, &action)));
            }
        });
        self.send(job)?;
        let result = match tokio::time::timeout(deadline, answer).await {
            Ok(Ok(result)) => result,
            Ok(Err(_)) => Err(Error::from(ErrorKind::Failed)),
            Err(_) => {
                self.leave();
                Err(Error::from(ErrorKind::TimedOut))
            }
        };
        if let Err(error) = &result {
            tracing::debug!(kind = ?error.kind(), "keychain call failed");
        }
        result
    }

    fn send(&self, job: Job) -> Result<(), Error> {
        let mut jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        let job = match jobs.as_ref() {
            Some(sender) => match sender.send(job) {
                Ok(()) => return Ok(()),
                Err(unsent) => unsent.0,
            },
            None => job,
        };
        if self.alive.load(Ordering::Acquire) >= MOST_STUCK {
            return Err(Error::from(ErrorKind::TimedOut));
        }
        let (sender, receiver) = channel();
        let guard = Alive::new(&self.alive);
        thread::Builder::new()
            .name("keychain".to_owned())
            .spawn(move || work(&receiver, guard))
            .map_err(|error| Error::new(ErrorKind::Failed, error))?;
        drop(sender.send(job));
        *jobs = Some(sender);
        Ok(())
    }

    fn leave(&self) {
        *self.jobs.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

/// Counts a thread for as long as it runs.
struct Alive(Arc<AtomicUsize>);

impl Alive {
    fn new(count: &Arc<AtomicUsize>) -> Self {
        count.fetch_add(1, Ordering::AcqRel);
        Self(Arc::clone(count))
    }
}

impl Drop for Alive {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}

fn work(jobs: &Receiver<Job>, _alive: Alive) {
    let mut session = None;
    while let Ok(job) = jobs.recv() {
        job(&mut session);
    }
}

fn attempt<T>(
    service: &str,
    slot: &mut Option<Session>,
    action: &impl Fn(&Session) -> Result<T, Error>,
) -> Result<T, Error> {
    if let Some(session) = slot.as_ref() {
        let result = action(session);
        let is_dead = matches!(&result, Err(error) if matches!(error.kind(), ErrorKind::Absent | ErrorKind::Failed));
        if !is_dead {
            return result;
        }
        *slot = None;
    }
    let session = Session::open(service)?;
    let result = action(&session);
    *slot = Some(session);
    result
}
