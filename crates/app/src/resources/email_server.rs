//! The server that the auth integration sends its mail through.

use api::resource::email_server as wire;
use serde::Deserialize;
use serde_json::json;
use specta::Type;

use crate::Error;
use crate::accounts::client;
use crate::base::secret_edit::SecretEdit;
use crate::base::{check, ids};
use crate::platform::Platform;
use crate::platform::mutation::{self, Mutation};
use crate::view::EmailServerView;

/// What the email server becomes.
#[derive(Clone, Debug, Deserialize, Type)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum EmailServerEdit {
    /// The platform's.
    Shared,
    /// One's own. All of it is needed.
    Own {
        /// Its host.
        host: String,
        /// Its port, 1 to 65535.
        port: u32,
        /// Who logs in.
        username: String,
        /// The password. It can be kept only while the server is one's own already.
        password: SecretEdit,
        /// The sender's address.
        sender_email: String,
        /// The sender's name.
        sender_name: String,
    },
}

/// How the email server of a project is set (`GET /projects/{project_id}/auth/email_server`).
///
/// # Errors
/// As every look at an account: [`crate::view::ErrorCode::Invalid`] for ids that cannot be, what the platform says while
/// the account has no address, [`crate::view::ErrorCode::Unauthorized`] for a key that is refused.
pub async fn get(
    app: &Platform,
    account_id: &str,
    project_id: &str,
) -> Result<EmailServerView, Error> {
    let account_client = client::of(app, account_id).await?;
    let server = account_client
        .click()
        .email_server(&ids::project(project_id)?);
    Ok(EmailServerView::from(
        &account_client.send_value(server.get()).await?,
    ))
}

/// Sets the email server of a project (`PATCH /projects/{project_id}/auth/email_server`).
///
/// # Errors
/// [`crate::view::ErrorCode::Invalid`] for a server that cannot be, and for a password that is to be kept where none is
/// set; else as every mutation.
pub async fn update(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    edit: EmailServerEdit,
) -> Result<EmailServerView, Error> {
    let project = ids::project(project_id)?;
    let wanted = checked(edit)?;
    let keeps =
        matches!(&wanted, wire::EmailServerEdit::Standard { password, .. } if password.is_keep());
    // A call that is only taken down changes nothing, whatever is in use.
    let keeps = keeps && app.drafts_to().is_none();
    if keeps && get(app, account_id, project_id).await?.kind != "standard" {
        return Err(Error::invalid("The password is missing")
            .hint("The server in use is the platform's: fill in the password of your own."));
    }
    let (expected, has_secret) = seen_later(&wanted);
    let mutation = Mutation::UpdateEmailServer {
        project: project.to_string(),
        expected,
        has_secret,
    };
    let send = async move |api: api::Management| api.email_server(&project).update(&wanted).await;
    let set: wire::EmailServer = mutation::run(app, account_id, mutation, send).await?;
    Ok(EmailServerView::from(&set))
}

fn checked(edit: EmailServerEdit) -> Result<wire::EmailServerEdit, Error> {
    match edit {
        EmailServerEdit::Shared => Ok(wire::EmailServerEdit::Shared {
            sender_email: None,
            sender_name: None,
        }),
        EmailServerEdit::Own {
            host,
            port,
            username,
            password,
            sender_email,
            sender_name,
        } => Ok(wire::EmailServerEdit::Standard {
            host: check::host(&host)?,
            port: check::port(port)?,
            username: check::filled(&username, "user name")?,
            password: password.checked("password")?,
            sender_email: check::mailbox(&sender_email, "the sender")?,
            sender_name: check::filled(&sender_name, "sender's name")?,
        }),
    }
}

/// What of an edit can be seen afterwards, and whether something of it cannot.
fn seen_later(edit: &wire::EmailServerEdit) -> (serde_json::Value, bool) {
    match edit {
        wire::EmailServerEdit::Shared { .. } => (json!({ "type": "shared" }), false),
        wire::EmailServerEdit::Standard {
            host,
            port,
            username,
            password,
            sender_email,
            sender_name,
        } => (
            json!({
                "type": "standard",
                "host": host,
                "port": port,
                "username": username,
                "sender_email": sender_email,
                "sender_name": sender_name,
            }),
            !password.is_keep(),
        ),
    }
}
