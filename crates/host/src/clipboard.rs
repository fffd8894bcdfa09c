//! Puts secrets on the clipboard, marked so that no history and no other device gets them, and takes them off again unless
//! something else stands there by then.

use std::hash::{BuildHasher as _, RandomState};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use app::view::{ConnectSource, ErrorCode, ErrorView, FormId};
use app::{ExposeSecret as _, SecretString};

use serde_json::{Value, json};

use crate::abort_on_drop::AbortOnDrop;
use crate::command::connect::TakenSecret;
use crate::connection::Connection;
use crate::reply::Reply;

/// The clipboard belongs to another program by now; that program may hang.
const DEADLINE: Duration = Duration::from_secs(3);

/// Owns the timer that clears the clipboard. What was copied is not kept, only its keyed hash.
#[derive(Clone, Debug, Default)]
pub struct Clipboard(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    keys: RandomState,
    /// More than one while it is not sure which of them stands there.
    pending: Mutex<Vec<Pending>>,
    board: SharedClipboard,
}

#[derive(Debug)]
struct Pending {
    hash: u64,
    timer: AbortOnDrop,
}

impl Pending {
    fn start(of: &Clipboard, hash: u64, kept: Option<Duration>) -> Self {
        let of = Arc::downgrade(&of.0);
        let timer = AbortOnDrop::spawn(async move {
            match kept {
                Some(kept) => tokio::time::sleep(kept).await,
                // Cleared when the app quits: only this program serves it from then on.
                None => std::future::pending().await,
            }
            if let Some(of) = of.upgrade() {
                clear_if_held(&Clipboard(of), vec![hash]).await;
            }
        });
        Self { hash, timer }
    }
}

impl Clipboard {
    /// Copies a secret, and clears it after so many seconds if it is still there. Returns the seconds; 0 where it stays until
    /// the app quits.
    pub async fn copy(&self, secret: SecretString, seconds: u32) -> Reply<u32> {
        let text = secret.expose_secret().to_owned();
        let kept = (seconds > 0).then(|| Duration::from_secs(u64::from(seconds)));
        let hash = self.0.keys.hash_one(&text);
        // Before the write: one that is given up may still land.
        self.expect(Pending::start(self, hash, kept));
        let board = self.0.board.clone();
        on_thread(move || board.write(text))
            .await
            .map_err(|failure| {
                ErrorView::new(
                    ErrorCode::Internal,
                    "Couldn't copy to the clipboard",
                    format!("Reveal the text and copy it by hand. The system said: {failure}"),
                )
            })?;
        self.landed(Pending::start(self, hash, kept));
        Ok(seconds)
    }

    /// Copies what a command of the core takes out, and tells the core by another that it was copied.
    ///
    /// # Errors
    /// Those of the commands and of [`Clipboard::copy`].
    pub async fn copy_taken(
        &self,
        core: &Connection,
        (take, copied): (&str, &str),
        args: Value,
    ) -> Reply<u32> {
        let taken: TakenSecret = core.call(take, args.clone()).await?;
        let seconds = taken.clipboard_seconds;
        self.copy(taken.text.into(), seconds).await?;
        core.call::<()>(copied, args).await?;
        Ok(seconds)
    }

    /// Copies one form of a connection.
    ///
    /// # Errors
    /// As [`Clipboard::copy_taken`].
    pub async fn copy_connection(
        &self,
        core: &Connection,
        source: &ConnectSource,
        form: FormId,
    ) -> Reply<u32> {
        let args = json!({ "source": source, "form": form });
        let commands = ("connect_take", "connect_copied");
        self.copy_taken(core, commands, args).await
    }

    /// Clears what is still waiting to be cleared, such as when the app quits.
    pub async fn clear(&self) {
        let hashes = self.take();
        if !hashes.is_empty() {
            clear_if_held(self, hashes).await;
        }
        let board = self.0.board.clone();
        let closed = on_thread(move || {
            board.close();
            Ok(())
        });
        if let Err(failure) = closed.await {
            tracing::warn!(failure, "the clipboard could not be closed");
        }
    }

    /// This one may come to stand there, or what was there before stays.
    fn expect(&self, pending: Pending) {
        let mut all = self.pending();
        all.retain(|it| !it.timer.is_finished());
        all.push(pending);
    }

    /// This one stands there and nothing else.
    fn landed(&self, pending: Pending) {
        *self.pending() = vec![pending];
    }

    fn take(&self) -> Vec<u64> {
        let taken = std::mem::take(&mut *self.pending());
        taken.iter().map(|pending| pending.hash).collect()
    }

    fn pending(&self) -> MutexGuard<'_, Vec<Pending>> {
        self.0
            .pending
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn holds(&self, now: Option<&str>, hashes: &[u64]) -> bool {
        now.is_some_and(|now| hashes.contains(&self.0.keys.hash_one(now)))
    }
}

async fn clear_if_held(clipboard: &Clipboard, hashes: Vec<u64>) {
    let clipboard = clipboard.clone();
    let cleared = on_thread(move || {
        let now = clipboard.0.board.read().ok();
        if clipboard.holds(now.as_deref(), &hashes) {
            clipboard.0.board.clear()
        } else {
            Ok(())
        }
    });
    if let Err(failure) = cleared.await {
        tracing::warn!(failure, "the clipboard was not cleared");
    }
}

/// The clipboard is asked on a thread of its own: it may have to wait for another program.
async fn on_thread<F>(ask: F) -> Result<(), String>
where
    F: FnOnce() -> Result<(), arboard::Error> + Send + 'static,
{
    let asking = tokio::task::spawn_blocking(ask);
    match tokio::time::timeout(DEADLINE, asking).await {
        Ok(Ok(result)) => result.map_err(|error| error.to_string()),
        Ok(Err(error)) => Err(error.to_string()),
        Err(_) => Err("no answer in time".to_owned()),
    }
}

/// The system's clipboard, opened when it is first needed. On X11 it is served by this program as long as it is open.
#[derive(Clone, Default)]
struct SharedClipboard(Arc<Mutex<Option<arboard::Clipboard>>>);

impl SharedClipboard {
    fn write(&self, text: String) -> Result<(), arboard::Error> {
        self.with(|board| as_secret(board.set()).text(text))
    }

    fn read(&self) -> Result<String, arboard::Error> {
        self.with(arboard::Clipboard::get_text)
    }

    fn clear(&self) -> Result<(), arboard::Error> {
        self.with(arboard::Clipboard::clear)
    }

    fn close(&self) {
        drop(self.lock().take());
    }

    fn with<T>(
        &self,
        ask: impl FnOnce(&mut arboard::Clipboard) -> Result<T, arboard::Error>,
    ) -> Result<T, arboard::Error> {
        let mut board = self.lock();
        let open = match board.take() {
            Some(open) => open,
            None => arboard::Clipboard::new()?,
        };
        ask(board.insert(open))
    }

    fn lock(&self) -> MutexGuard<'_, Option<arboard::Clipboard>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl std::fmt::Debug for SharedClipboard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Board").finish_non_exhaustive()
    }
}

/// Marks what is set as a secret, in each system's own way: the hint for password managers, `org.nspasteboard.ConcealedType`,
/// and the format that excludes it from monitoring, history and cloud.
fn as_secret(set: arboard::Set<'_>) -> arboard::Set<'_> {
    #[cfg(target_os = "linux")]
    let set = arboard::SetExtLinux::exclude_from_history(set);
    #[cfg(target_os = "macos")]
    let set = arboard::SetExtApple::exclude_from_history(set);
    #[cfg(windows)]
    let set = arboard::SetExtWindows::exclude_from_monitoring(set);
    set
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_copied_is_cleared() {
        let clipboard = Clipboard::default();
        let hash = clipboard
            .0
            .keys
            .hash_one("postgresql://role:secret@host/db".to_owned());
        assert!(clipboard.holds(Some("postgresql://role:secret@host/db"), &[hash]));
        assert!(!clipboard.holds(Some("postgresql://role:secret@host/db "), &[hash]));
        assert!(!clipboard.holds(Some(""), &[hash]));
        assert!(!clipboard.holds(None, &[hash]));
    }

    #[tokio::test]
    async fn a_secret_whose_write_was_given_up_is_cleared_like_the_one_before_it() {
        let pending = |hash| Pending {
            hash,
            timer: AbortOnDrop::spawn(std::future::pending()),
        };
        let clipboard = Clipboard::default();
        clipboard.expect(pending(1));
        clipboard.landed(pending(1));
        clipboard.expect(pending(2));
        assert_eq!(clipboard.take(), [1, 2]);
        clipboard.expect(pending(3));
        clipboard.landed(pending(3));
        assert_eq!(clipboard.take(), [3], "what it took the place of is gone");
    }

    #[test]
    fn a_hash_means_nothing_elsewhere() {
        let text = "postgresql://role:secret@host/db";
        assert_ne!(
            Clipboard::default().0.keys.hash_one(text),
            Clipboard::default().0.keys.hash_one(text)
        );
    }
}
