//! The product's core, opened while others wait for it: a window comes up whatever the disk or the keychain do.

use std::ops::Deref;
use std::time::Duration;

use app::view::{ErrorCode, ErrorView};
use app::{App, Config, FolderLock};
use tokio::sync::watch;

use crate::reply::Reply;

/// How long a command waits for the core to open.
const PATIENCE: Duration = Duration::from_secs(20);

/// The open core, as a command gets it.
#[derive(Clone, Debug)]
pub struct Core(App);

impl Deref for Core {
    type Target = App;

    fn deref(&self) -> &App {
        &self.0
    }
}

/// It is no argument of a command to the window.
impl specta::function::FunctionArg for &Core {
    fn to_datatype(_: &mut specta::Types) -> Option<specta::datatype::DataType> {
        None
    }
}

/// The core as far as it is opened.
#[derive(Debug)]
pub struct Opening(watch::Sender<State>);

#[derive(Clone, Debug)]
enum State {
    UnderWay,
    Ready(Core),
    Failed(ErrorView),
}

impl Default for Opening {
    fn default() -> Self {
        Self(watch::Sender::new(State::UnderWay))
    }
}

impl Opening {
    /// Opens the data folder. Whoever waits in [`Opening::ready`] gets the core or why there is none.
    pub async fn open(&self, config: Config, lock: &FolderLock) -> Reply<Core> {
        let opened = App::open_locked(config, lock).await;
        let opened = opened.map(Core).map_err(ErrorView::from);
        if let Err(error) = &opened {
            tracing::error!(code = ?error.code, message = error.message, "the core could not be opened");
        }
        self.0.send_replace(match opened.clone() {
            Ok(core) => State::Ready(core),
            Err(error) => State::Failed(error),
        });
        opened
    }

    /// Waits until the core is open.
    pub async fn ready(&self) -> Reply<Core> {
        let mut opening = self.0.subscribe();
        let known = opening.wait_for(|opening| !matches!(opening, State::UnderWay));
        match tokio::time::timeout(PATIENCE, known).await {
            Ok(Ok(opening)) => match &*opening {
                State::Ready(core) => Ok(core.clone()),
                State::Failed(error) => Err(error.clone()),
                State::UnderWay => Err(late()),
            },
            Ok(Err(_)) | Err(_) => Err(late()),
        }
    }

    /// The core, when it is open already.
    pub fn now(&self) -> Option<Core> {
        match &*self.0.borrow() {
            State::Ready(core) => Some(core.clone()),
            _ => None,
        }
    }
}

fn late() -> ErrorView {
    ErrorView::new(
        ErrorCode::Timeout,
        "Plinth is still opening its data",
        "Wait a moment, then try again: the disk may be busy",
    )
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[tokio::test]
    async fn a_folder_that_cannot_be_used_is_reported_to_whoever_waits() {
        let world = tempfile::tempdir().unwrap();
        let lock = FolderLock::try_take(world.path()).unwrap().unwrap();
        std::fs::create_dir(world.path().join("plinth.db")).unwrap();
        let vault = Arc::new(vault::Keychain::new("unused"));
        let config = Config::new(world.path().to_owned(), vault);
        let opening = Opening::default();

        let (waited, opened) = tokio::join!(opening.ready(), opening.open(config, &lock));

        let error = opened.unwrap_err();
        assert_eq!(error.code, ErrorCode::File);
        assert_eq!(waited.unwrap_err(), error);
        assert!(opening.now().is_none());
    }
}
