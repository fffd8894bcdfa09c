//! A test message through an email server.

use api::resource::auth as wire;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use specta::Type;

use crate::Error;
use crate::base::exposed;
use crate::base::secret_edit::check_secret;
use crate::base::{check, ids};
use crate::core::operation::operation;
use crate::features::Features;
use crate::platform::mutation;
use crate::resources::email_server::EmailMutation;
use crate::view::TestEmailView;

/// Through which server a test message goes, and to whom. Holds the server's password.
#[derive(Clone, Debug, Deserialize, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct TestEmail {
    /// The branch of the integration.
    pub branch_id: String,
    /// The server's host.
    pub host: String,
    /// Its port, 1 to 65535.
    pub port: u32,
    /// Who logs in.
    pub username: String,
    /// The password.
    #[serde(serialize_with = "exposed::secret")]
    #[specta(type = String)]
    pub password: SecretString,
    /// The sender's address.
    pub sender_email: String,
    /// The sender's name.
    pub sender_name: String,
    /// Who gets it.
    pub recipient: String,
}

/// Sends a test message through a server, whether or not that is the one in use
/// (`POST /projects/{project_id}/branches/{branch_id}/auth/send_test_email`). A server that refuses is no error.
///
/// # Errors
/// As every mutation, and [`crate::view::ErrorCode::Invalid`] for a server or an address that cannot be. A lost reply ends
/// as [`crate::view::ErrorCode::MaybeCreated`]: the mailbox says whether it was sent.
#[operation(Guarded, Change, email_test, text)]
pub async fn send_test_email(
    app: &Features,
    account_id: &str,
    project_id: &str,
    test: TestEmail,
) -> Result<TestEmailView, Error> {
    let (project, branch) = (ids::project(project_id)?, ids::branch(&test.branch_id)?);
    let recipient = check::mailbox(&test.recipient, "recipient's")?;
    check_secret(&test.password, "password")?;
    let server = wire::TestEmailServer {
        host: check::host(&test.host)?,
        port: check::port(test.port)?,
        username: check::filled(&test.username, "user name")?,
        password: test.password,
        sender_email: check::mailbox(&test.sender_email, "sender's")?,
        sender_name: check::filled(&test.sender_name, "sender's name")?,
    };
    let mutation = EmailMutation::SendTest {
        project: project.to_string(),
        recipient: recipient.clone(),
    };
    let send = async move |api: api::Management| {
        let auth = api.auth(&project);
        auth.send_test_email(&branch, &server, &recipient).await
    };
    let sent: wire::TestEmail = mutation::run(app, account_id, mutation, send).await?;
    Ok(TestEmailView {
        sent: sent.success,
        error: sent.error_message,
    })
}
