use chrono::{DateTime, TimeDelta, Utc};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use specta::Type;

/// The connect card: every form with its secret parts masked.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ConnectView {
    /// The forms in the order of the tabs.
    pub forms: Vec<ConnectFormView>,
    /// True when the pooled and the direct string are the same text.
    pub pooled_equals_direct: bool,
    /// Why they are the same, in a sentence, when they are.
    pub pooled_note: Option<String>,
    /// Path of the certificate authority that signs this server, when it is not a public one.
    pub ca_file: Option<String>,
    /// Path of the file on this machine that the strings themselves name as their certificate authority.
    pub named_ca_file: Option<String>,
    /// True when the string is from before the claim, so that its password may have been changed since.
    pub before_claim: bool,
    /// What to know about all of them, such as why there is no password in them and what to do, in sentences.
    pub note: Option<String>,
}

/// One way to write the connection down.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ConnectFormView {
    /// Which form, to name it when revealing or copying.
    pub id: FormId,
    /// What kind of form, to show those of a kind together.
    pub group: FormGroup,
    /// Tab label.
    pub label: String,
    /// The text with every secret part replaced by bullets.
    pub masked: String,
    /// A sentence to show under it.
    pub note: Option<String>,
}

/// Kinds of forms, in the order in which they are shown.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Hash, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum FormGroup {
    /// The connection itself: strings, parameters, a command, lines for a file.
    String,
    /// A program for a driver.
    Driver,
    /// The settings of a framework.
    Framework,
}

/// The forms of a connect card.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Hash, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum FormId {
    /// Pooled connection string.
    Pooled,
    /// Direct connection string.
    Direct,
    /// A `psql` command line.
    Psql,
    /// Host, port, database, user, password and TLS settings as lines.
    Parameters,
    /// node-postgres.
    Node,
    /// postgres.js.
    PostgresJs,
    /// The serverless driver over HTTP.
    ServerlessHttp,
    /// The serverless driver over a WebSocket.
    ServerlessWebSocket,
    /// psycopg.
    Python,
    /// asyncpg.
    Asyncpg,
    /// Lines for an env file.
    Env,
    /// `NODE_EXTRA_CA_CERTS` with the certificate authority's path.
    Ca,
    /// The claim link.
    ClaimLink,
    /// The id that a service without accounts knows a temporary database by: whoever has it reads the connection string.
    DatabaseId,
    /// The password alone.
    Password,
    /// An API key.
    ApiKey,
    /// The auth provider's key of servers.
    ServerKey,
    /// The link that hands the auth provider's project over.
    TransferLink,
    /// A JDBC address.
    Jdbc,
    /// pgx.
    Go,
    /// tokio-postgres.
    Rust,
    /// Npgsql.
    Dotnet,
    /// The pg gem.
    Ruby,
    /// PDO.
    Php,
    /// Prisma.
    Prisma,
    /// Drizzle.
    Drizzle,
    /// Knex.
    Knex,
    /// Django.
    Django,
    /// SQLAlchemy.
    Sqlalchemy,
    /// Rails.
    Rails,
}

/// What a connection is made with: which secret the forms are about.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum ConnectSource {
    /// A temporary database, by its local id.
    Temporary {
        /// Its local id.
        id: String,
    },
    /// A database of a project, whose connection string is asked of the platform on every click.
    Project {
        /// Local id of the account.
        account_id: String,
        /// The project.
        project_id: String,
        /// Branch, compute, database, role, and whether through the pooler.
        request: ConnectionRequest,
    },
    /// The same as a role whose new password is a one-time secret in memory, for a project that stores no passwords.
    NewPassword {
        /// The id of the secret.
        id: String,
        /// Local id of the account.
        account_id: String,
        /// The project.
        project_id: String,
        /// As of a project.
        request: ConnectionRequest,
    },
    /// A secret that was shown once and is in memory.
    OneTimeSecret {
        /// Its id.
        id: String,
    },
}

/// Through what a connection goes.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase", default)]
pub struct ConnectionRequest {
    /// Name of the database.
    pub database: String,
    /// Name of the role.
    pub role: String,
    /// The branch; the default branch when `None`.
    pub branch_id: Option<String>,
    /// The compute; the branch's writable one when `None`.
    pub compute_id: Option<String>,
    /// Through the pooler, or not; the platform's choice when `None`.
    pub pooled: Option<bool>,
}

/// How long a revealed secret stays on screen.
const SHOWN_FOR: TimeDelta = TimeDelta::seconds(30);

/// A secret that a person asked to see. Never cached, never logged.
#[derive(Clone, Deserialize, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SecretView {
    /// The whole text.
    pub text: String,
    /// When the window hides it again.
    pub hide_at: DateTime<Utc>,
}

impl SecretView {
    /// A secret that is shown from now on.
    pub(crate) fn new(text: &SecretString, now: DateTime<Utc>) -> Self {
        Self {
            text: text.expose_secret().to_owned(),
            hide_at: now + SHOWN_FOR,
        }
    }
}

impl std::fmt::Debug for SecretView {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SecretView").finish_non_exhaustive()
    }
}

/// A connection that was tried on a click.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CheckView {
    /// What the server says of its version, such as `17.10`.
    pub server_version: String,
    /// From the first byte to the answer of `SELECT 1`, in milliseconds.
    pub milliseconds: u32,
    /// True when the session was bound to the server's certificate.
    pub channel_binding: bool,
}

/// Where a link leads, before it is opened.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct LinkTargetView {
    /// Host and, when not the default, port.
    pub host: String,
    /// True when this host has been opened before, so that it need not be asked again.
    pub known: bool,
}
