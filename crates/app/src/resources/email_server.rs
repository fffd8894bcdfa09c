//! The server that the auth integration sends its mail through.

use api::resource::auth::TestEmail;
use api::resource::email_server as wire;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use specta::Type;

use super::auth::{AuthIds, AuthPlace};
use crate::Error;
use crate::accounts::client;
use crate::base::check;
use crate::base::secret_edit::SecretEdit;
use crate::core::operation::{Entry, operation};
use crate::platform::Platform;
use crate::platform::mutation::{
    self, Answer, Compared, Mutation, Observed, Reader, ReconcileOutcome, Sent, Stop, Subject,
    covers, present,
};
use crate::view::EmailServerView;
use crate::view::words::Action;

/// What the email server becomes.
#[derive(Clone, Debug, Deserialize, Serialize, Type)]
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
/// As every read of an account: [`crate::view::ErrorCode::Invalid`] for ids that cannot be, what the platform says while
/// the account has no address, [`crate::view::ErrorCode::Unauthorized`] for a key that is refused.
#[operation(Page, Read, email_get, text)]
pub async fn get(
    app: &Platform,
    account_id: &str,
    #[fields(project_id: String, branch_id: Option<String>)] place: impl Into<AuthPlace<'_>>,
) -> Result<EmailServerView, Error> {
    let place = place.into();
    let account_client = client::of(app, account_id).await?;
    let at = place.ids(account_client.profile)?;
    let server = at.email_server(&account_client.click());
    Ok(EmailServerView::from(
        &account_client.send_value(server.get()).await?,
    ))
}

/// Sets the email server of a project (`PATCH /projects/{project_id}/auth/email_server`).
///
/// # Errors
/// [`crate::view::ErrorCode::Invalid`] for a server that cannot be, and for a password that is to be kept where none is
/// set; else as every mutation.
#[operation(Guarded, Change, email_update, text)]
pub async fn update(
    app: &Platform,
    account_id: &str,
    #[fields(project_id: String, branch_id: Option<String>)] place: impl Into<AuthPlace<'_>>,
    edit: EmailServerEdit,
) -> Result<EmailServerView, Error> {
    let place = place.into();
    let at = place.ids(client::of(app, account_id).await?.profile)?;
    let wanted = checked(edit)?;
    let keeps =
        matches!(&wanted, wire::EmailServerEdit::Standard { password, .. } if password.is_keep());
    // A call that is only taken down changes nothing, whatever is in use.
    let keeps = keeps && app.drafts_to().is_none();
    if keeps && get(app, account_id, place).await?.kind != "standard" {
        return Err(Error::invalid("The password is missing")
            .hint("The current server is the platform's. Enter your own server's password."));
    }
    let (expected, has_secret) = seen_later(&wanted);
    let mutation = EmailMutation::Update {
        project: at.project.to_string(),
        branch: at.branch_text(),
        expected,
        has_secret,
    };
    let send = async move |api: api::Management| at.email_server(&api).update(&wanted).await;
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
            sender_email: check::mailbox(&sender_email, "sender's")?,
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

/// The mutations of email servers, as they are journalled.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(tag = "verb", rename_all_fields = "camelCase")]
pub(crate) enum EmailMutation {
    #[serde(rename = "sendTestEmail")]
    SendTest { project: String, recipient: String },
    #[serde(rename = "updateEmailServer")]
    Update {
        project: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        branch: Option<String>,
        expected: Value,
        has_secret: bool,
    },
}

impl EmailMutation {
    fn project(&self) -> &str {
        match self {
            Self::SendTest { project, .. } | Self::Update { project, .. } => project,
        }
    }
}

impl Mutation for EmailMutation {
    type Item = wire::EmailServer;

    fn subject(&self) -> Subject<'_> {
        let project = self.project();
        let (action, target) = match self {
            Self::SendTest { recipient, .. } => (Action::SendTestEmail, recipient.as_str()),
            Self::Update { .. } => (Action::ChangeEmailServer, project),
        };
        Subject::new(action, target, &["email", project]).project(project)
    }

    async fn observe(
        &self,
        reader: &Reader<'_>,
    ) -> Result<Option<Observed<wire::EmailServer>>, Stop> {
        let Self::Update {
            project, branch, ..
        } = self
        else {
            return Ok(None);
        };
        let at = AuthIds::of(project, branch.as_deref())?;
        let server = at.email_server(&reader.api);
        Ok(Some(vec![reader.value(server.get()).await?].into()))
    }

    fn decide(
        &self,
        _: &Sent<'_>,
        seen: Observed<wire::EmailServer>,
    ) -> ReconcileOutcome<wire::EmailServer> {
        let (
            Self::Update {
                expected,
                has_secret,
                ..
            },
            Some(server),
        ) = (self, seen.one())
        else {
            return ReconcileOutcome::Unclear(self.what_to_check());
        };
        match covers(expected, &fields(&server)) {
            Compared::Different => ReconcileOutcome::NotDone,
            Compared::Same if !has_secret => ReconcileOutcome::Done(Some(server)),
            _ => ReconcileOutcome::Unclear(
                "Couldn't verify the password. Send a test email, or set the password again."
                    .to_owned(),
            ),
        }
    }

    fn what_to_check(&self) -> String {
        match self {
            Self::SendTest { recipient, .. } => {
                format!("Check the mailbox of {recipient} before you send another one.")
            }
            Self::Update { .. } => "Check on the platform whether it was done.".to_owned(),
        }
    }

    fn publish(&self, app: &Platform, account: &str) {
        app.events.auth_changed(account, self.project());
    }
}

/// What is there, in the words of the request.
fn fields(server: &wire::EmailServer) -> Value {
    present(json!({
        "type": server.kind,
        "host": server.host,
        "port": server.port,
        "username": server.username,
        "sender_email": server.sender_email,
        "sender_name": server.sender_name,
    }))
}

impl Answer<wire::EmailServer> for wire::EmailServer {
    fn of(found: Option<Self>) -> Option<Self> {
        found
    }
}

impl Answer<wire::EmailServer> for TestEmail {
    fn of(_: Option<wire::EmailServer>) -> Option<Self> {
        None
    }
}

pub(crate) const OPERATIONS: &[Entry<Platform>] = &[EmailGet::ENTRY, EmailUpdate::ENTRY];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::mutation::testing::{one, verdict, verdict_unseen};

    #[test]
    fn an_email_server_is_known_by_its_fields() {
        let server = json!({ "type": "standard", "host": "a.example", "port": 25 });
        let edit = |host: &str, secret: bool| {
            one::<EmailMutation>(
                json!({ "verb": "updateEmailServer", "project": "p", "expected": { "type": "standard", "host": host }, "hasSecret": secret }),
            )
        };
        for (mutation, end) in [
            (edit("a.example", false), "done"),
            (edit("a.example", true), "unclear"),
            (edit("b.example", true), "not done"),
        ] {
            assert_eq!(verdict(mutation, &[], vec![one(server.clone())]), end);
        }
    }

    #[test]
    fn a_message_that_may_have_been_sent_is_unclear() {
        let mutation =
            json!({ "verb": "sendTestEmail", "project": "p", "recipient": "a@b.example" });
        assert_eq!(
            verdict_unseen(one::<EmailMutation>(mutation)),
            "Check the mailbox of a@b.example before you send another one."
        );
    }
}
