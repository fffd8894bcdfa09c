//! Actions of the icon's menu.

use app::settings::SettingsGet;
use app::temporary::TemporaryCreate;
use app::view::{ConnectSource, DeepLink, ErrorCode, ErrorView, FormId};
use host::clipboard::Clipboard;
use host::command::sandbox::SandboxStart;
use host::notice::{Notice, Show as _};
use host::{Connection, Reply};
use tokio::task::JoinSet;

use super::core::send;
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
        let create = TemporaryCreate {
            options: send(&self.core, SettingsGet {}).await?.temporary,
        };
        let made = match send(&self.core, create.clone()).await {
            Err(ErrorView {
                code: ErrorCode::SandboxStopped,
                ..
            }) => {
                send(&self.core, SandboxStart {}).await?;
                send(&self.core, create).await?
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
