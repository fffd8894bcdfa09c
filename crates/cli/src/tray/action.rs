//! What a click in the icon's menu does.

use app::view::{
    ConnectSource, DeepLink, ErrorCode, ErrorView, FormId, SettingsView, TemporaryView,
};
use host::clipboard::Clipboard;
use host::notice::{Notice, Show as _};
use host::sandbox::view::SandboxView;
use host::{Connection, Reply};
use serde_json::json;
use tokio::task::JoinSet;

use super::warning::OfTray;
use super::window;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// The window, and in it what the link names.
    Open(Option<DeepLink>),
    /// A new temporary database as the settings have it.
    Create,
    /// The connection string of the temporary database with this id.
    Copy(String),
    Quit,
}

pub struct Actions {
    of: Of,
    under_way: std::sync::Mutex<JoinSet<()>>,
}

#[derive(Clone)]
struct Of {
    core: Connection,
    shows: OfTray,
    clipboard: Clipboard,
}

impl Actions {
    pub fn new(core: Connection, shows: OfTray, clipboard: Clipboard) -> Self {
        Self {
            of: Of {
                core,
                shows,
                clipboard,
            },
            under_way: std::sync::Mutex::default(),
        }
    }

    /// The menu does not wait for it.
    pub fn begin(&self, action: Action) {
        let of = self.of.clone();
        let mut under_way = self
            .under_way
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        while under_way.try_join_next().is_some() {}
        under_way.spawn(async move { of.carry_out(action).await });
    }
}

impl Of {
    async fn carry_out(&self, action: Action) {
        match action {
            Action::Open(link) => window::open(link.as_ref()),
            Action::Create => match self.create().await {
                Ok(notice) => self.shows.show(notice).await,
                Err(error) => {
                    self.refused("Couldn't create a temporary database", error)
                        .await;
                }
            },
            Action::Copy(id) => {
                if let Err(error) = self.copy(id).await {
                    self.refused("Couldn't copy the connection string", error)
                        .await;
                }
            }
            Action::Quit => {}
        }
    }

    async fn create(&self) -> Reply<Notice> {
        let settings: SettingsView = self.core.call("settings_get", json!({})).await?;
        let options = json!({ "options": settings.temporary });
        let made = self.core.call("temporary_create", options.clone()).await;
        let made: TemporaryView = match made {
            Err(ErrorView {
                code: ErrorCode::SandboxStopped,
                ..
            }) => {
                let _: SandboxView = self.core.call("sandbox_start", json!({})).await?;
                self.core.call("temporary_create", options).await?
            }
            made => made?,
        };
        let copied = self.copy(made.id.clone()).await;
        Ok(Notice {
            title: format!("{} created", made.name),
            body: match copied {
                Ok(_) => "Its connection string is on the clipboard.".to_owned(),
                Err(_) => "Copy its connection string from the menu.".to_owned(),
            },
            opens: Some(DeepLink::Temporary { id: made.id }),
        })
    }

    async fn copy(&self, id: String) -> Reply<u32> {
        let source = ConnectSource::Temporary { id };
        let (core, form) = (&self.core, FormId::Pooled);
        self.clipboard.copy_connection(core, &source, form).await
    }

    async fn refused(&self, what: &str, error: ErrorView) {
        let why = [Some(error.message), error.hint];
        let why = why.into_iter().flatten().collect::<Vec<_>>().join(". ");
        let notice = Notice {
            title: what.to_owned(),
            body: why,
            opens: None,
        };
        self.shows.show(notice).await;
    }
}
