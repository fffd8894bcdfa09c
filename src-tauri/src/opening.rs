//! The product's core, opened off the window's thread: the window comes up whatever the disk or the keychain do.

use std::sync::Arc;
use std::time::Duration;

use app::App;
use app::view::{ErrorCode, ErrorView};
use tokio::sync::watch;

use crate::data::Data;
use crate::psql;
use crate::reply::Reply;

/// How long a command waits for the core to open.
const PATIENCE: Duration = Duration::from_secs(20);

/// How long old sessions of psql may keep the core from being ready.
const SWEEP: Duration = Duration::from_secs(2);

/// The core as far as it is opened.
#[derive(Debug)]
pub struct Core(watch::Sender<Opening>);

#[derive(Clone, Debug)]
enum Opening {
    UnderWay,
    Ready(App),
    Failed(ErrorView),
}

impl Default for Core {
    fn default() -> Self {
        Self(watch::Sender::new(Opening::UnderWay))
    }
}

impl Core {
    /// Opens the data folder. Whoever waits in [`Core::ready`] gets the core or why there is none.
    pub async fn open(&self, data: &Data) -> Reply<App> {
        let vault = Arc::new(vault::Keychain::new(&data.keychain));
        let opened = App::open(app::Config::new(data.dir.clone(), vault))
            .await
            .map_err(ErrorView::from);
        if let Err(error) = &opened {
            tracing::error!(code = ?error.code, message = error.message, "the core could not be opened");
        }
        if opened.is_ok() {
            // The folder is locked by now and no session can be opened yet, so no live session is taken for a dead one.
            let run = data.run();
            let swept = tauri::async_runtime::spawn_blocking(move || psql::sweep(&run));
            if tokio::time::timeout(SWEEP, swept).await.is_err() {
                tracing::warn!("files of earlier psql sessions were not swept in time");
            }
        }
        self.0.send_replace(match opened.clone() {
            Ok(app) => Opening::Ready(app),
            Err(error) => Opening::Failed(error),
        });
        opened
    }

    /// Waits until the core is open.
    pub async fn ready(&self) -> Reply<App> {
        let mut opening = self.0.subscribe();
        let known = opening.wait_for(|opening| !matches!(opening, Opening::UnderWay));
        match tokio::time::timeout(PATIENCE, known).await {
            Ok(Ok(opening)) => match &*opening {
                Opening::Ready(app) => Ok(app.clone()),
                Opening::Failed(error) => Err(error.clone()),
                Opening::UnderWay => Err(late()),
            },
            Ok(Err(_)) | Err(_) => Err(late()),
        }
    }

    /// The core, when it is open already.
    pub fn now(&self) -> Option<App> {
        match &*self.0.borrow() {
            Opening::Ready(app) => Some(app.clone()),
            _ => None,
        }
    }
}

fn late() -> ErrorView {
    ErrorView {
        code: ErrorCode::Timeout,
        message: "Plinth is still opening its data".to_owned(),
        hint: Some("Wait a moment, then try again: the disk may be busy".to_owned()),
        request_id: None,
        about: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_folder_that_cannot_be_used_is_reported_to_whoever_waits() {
        let world = tempfile::tempdir().unwrap();
        let dir = world.path().join("a file");
        std::fs::write(&dir, "").unwrap();
        let data = Data {
            dir,
            keychain: "unused".to_owned(),
        };
        let core = Core::default();

        let (waited, opened) = tokio::join!(core.ready(), core.open(&data));

        let error = opened.unwrap_err();
        assert_eq!(error.code, ErrorCode::File);
        assert_eq!(waited.unwrap_err(), error);
        assert!(core.now().is_none());
    }
}
