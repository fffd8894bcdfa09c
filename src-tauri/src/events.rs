//! Facts on their way to the window.

use app::view::{ExpiryWarning, FactView};
use app::{App, Fact};
use tauri::AppHandle;
use tauri_specta::Event as _;
use tokio::sync::broadcast::error::RecvError;

use crate::bindings::FactEvent;
use crate::owned::Owned;
use crate::{notice, window};

/// Tells the window of something that happened.
pub fn tell(app: &AppHandle, fact: FactView) {
    if let Err(error) = FactEvent(fact).emit(app) {
        tracing::warn!(%error, "a fact did not reach the window");
    }
}

/// Passes on what happens in the core until the returned owner is dropped.
pub fn listen(app: &AppHandle, core: &App) -> Owned {
    let (app, core) = (app.clone(), core.clone());
    let mut facts = core.facts();
    Owned::spawn(async move {
        loop {
            match facts.recv().await {
                Ok(fact) => pass_on(&app, &core, fact).await,
                Err(RecvError::Lagged(missed)) => {
                    tracing::warn!(
                        missed,
                        "facts were missed; the window looks at everything again"
                    );
                    // Which they were is not known: a row may be gone, and the settings may be others.
                    window::dress(&app, settings(&core).await.appearance);
                    tell(&app, FactView::MuchChanged);
                }
                Err(RecvError::Closed) => return,
            }
        }
    })
}

async fn pass_on(app: &AppHandle, core: &App, fact: Fact) {
    match &fact {
        Fact::ExpiryNeared { name, warning, .. } => warn(app, core, name, *warning).await,
        Fact::SettingsChanged => {
            let settings = settings(core).await;
            window::dress(app, settings.appearance);
        }
        Fact::OperationFailed { .. } | Fact::OperationEnded { .. } => {
            told_elsewhere(app, core, &fact).await;
        }
        _ => {}
    }
    tell(app, fact.into());
}

async fn warn(app: &AppHandle, core: &App, name: &str, warning: ExpiryWarning) {
    if settings(core).await.notifications {
        notice::expiry(app, name, warning).await;
    }
}

/// Whoever looks at the window sees how a click ends; others are told.
async fn told_elsewhere(app: &AppHandle, core: &App, fact: &Fact) {
    if window::is_looked_at(app) || !settings(core).await.notifications {
        return;
    }
    if let Some(news) = app::operations::news(core, fact).await {
        notice::click(app, news);
    }
}

async fn settings(core: &App) -> app::view::SettingsView {
    app::settings::get(core).await.unwrap_or_default()
}
