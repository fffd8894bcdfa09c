use std::fmt;
use std::path::PathBuf;

use app::connect::PsqlParameters;
use app::view::words::Action;
use app::view::{ConnectSource, FormId};
use app::{ExposeSecret as _, SecretString};
use serde::{Deserialize, Serialize};
use specta::Type;

use crate::opening::Core;
use crate::operation::{Entry, operation};
use crate::reply::Reply;

/// A secret for the clipboard.
#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TakenSecret {
    pub text: String,
    /// How long it may stay there; 0 where it stays until the program ends.
    pub clipboard_seconds: u32,
}

/// A program that takes a connection.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum DatabaseApp {
    TablePlus,
    Dbeaver,
}

app::words! {
    DatabaseApp {
        TablePlus: "TablePlus",
        Dbeaver: "DBeaver",
    }
}

impl DatabaseApp {
    /// What the log calls that it was opened.
    fn action(self) -> Action {
        match self {
            Self::TablePlus => Action::OpenInTablePlus,
            Self::Dbeaver => Action::OpenInDbeaver,
        }
    }
}

/// What another program needs to connect.
#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Session {
    host: String,
    port: u16,
    database: String,
    role: String,
    password: Option<String>,
    channel_binding: String,
    ca_file: Option<PathBuf>,
    /// How long the password may stay on the clipboard; 0 where it stays until the program ends.
    pub clipboard_seconds: u32,
    /// For the program's window, such as `shop-prod / main`.
    pub title: String,
}

impl TakenSecret {
    pub(super) fn new(core: &Core, text: &SecretString) -> Self {
        Self {
            text: text.expose_secret().to_owned(),
            clipboard_seconds: app::settings::get(core).clipboard_seconds,
        }
    }
}

impl Session {
    fn new(core: &Core, of: PsqlParameters, title: String) -> Self {
        let password = of.password.map(|it| it.expose_secret().to_owned());
        Self {
            host: of.host,
            port: of.port,
            database: of.database,
            role: of.role,
            password,
            channel_binding: of.channel_binding,
            ca_file: of.ca_file,
            clipboard_seconds: app::settings::get(core).clipboard_seconds,
            title,
        }
    }

    /// As psql takes them.
    pub fn into_parameters(self) -> PsqlParameters {
        PsqlParameters {
            host: self.host,
            port: self.port,
            database: self.database,
            role: self.role,
            password: self.password.map(SecretString::from),
            sslmode: PsqlParameters::SSLMODE,
            channel_binding: self.channel_binding,
            ca_file: self.ca_file,
        }
    }
}

impl fmt::Debug for TakenSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TakenSecret").finish_non_exhaustive()
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session").finish_non_exhaustive()
    }
}

pub(super) const OPERATIONS: &[Entry<Core>] = &[
    ConnectTake::ENTRY,
    ConnectSession::ENTRY,
    ConnectOpened::ENTRY,
];

/// One form of the connect card for the clipboard.
#[operation(Program, Read)]
pub async fn connect_take(core: &Core, source: ConnectSource, form: FormId) -> Reply<TakenSecret> {
    let text = app::connection_card::take(core, &source, form).await?;
    Ok(TakenSecret::new(core, &text))
}

/// What psql or another program needs to be opened.
#[operation(Program, Read)]
pub async fn connect_session(core: &Core, source: ConnectSource) -> Reply<Session> {
    let (parameters, title) = app::connection_card::parameters(core, &source).await?;
    Ok(Session::new(core, parameters, title))
}

/// A connection was opened in psql, or in this program.
#[operation(Program, Change)]
pub async fn connect_opened(
    core: &Core,
    source: ConnectSource,
    program: Option<DatabaseApp>,
) -> Reply<()> {
    let action = program.map_or(Action::OpenPsql, DatabaseApp::action);
    Ok(app::connection_card::opened(core, &source, action).await?)
}
