use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use specta::Type;

/// A host that was contacted for one reason.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ContactView {
    /// Its name or IP address, the latter without brackets.
    pub host: String,
    /// The port, 1 to 65535.
    pub port: u16,
    /// Both as an address has them, such as `[::1]:5432`.
    pub address: String,
    /// Why.
    pub reason: ContactReason,
    /// Whether it is this computer.
    pub is_local: bool,
    /// How many requests were sent or connections opened.
    #[specta(type = u32)]
    pub count: f64,
    /// How many of them got no answer.
    #[specta(type = u32)]
    pub unanswered: f64,
    /// The first of them.
    pub first_at: DateTime<Utc>,
    /// The latest of them.
    pub last_at: DateTime<Utc>,
}

/// Every host that Plinth contacted lately.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct NetworkView {
    /// The latest first, one for each host, port and reason.
    pub items: Vec<ContactView>,
    /// A host that was not contacted for so many days is no longer listed.
    pub kept_days: u32,
}

/// Why a host is contacted. There is no other reason.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Hash, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum ContactReason {
    /// Requests of an account with its key.
    ManagementApi,
    /// Requests for temporary databases.
    InstantService,
    /// A connection that was tested, by a click or after one.
    ConnectionTest,
    /// The users that an auth integration keeps in a database.
    AuthUsers,
    /// An SQL file that is run.
    SqlFile,
    /// Statements that are run, and the tables of a database.
    Sql,
    /// A temporary database that is saved to a file or copied into a project.
    DatabaseCopy,
    /// The rows of a branch that are counted before a restore.
    RestorePreview,
    /// A mail server that was tried.
    MailServerTest,
    /// A test message of the sandbox.
    SandboxMail,
    /// A connection that was handed to psql or another program.
    OtherProgram,
    /// A page that was opened in the browser.
    Browser,
    /// A newer Plinth was looked for or downloaded.
    Updates,
    /// The proxy of this system, in place of the service.
    Proxy,
}
