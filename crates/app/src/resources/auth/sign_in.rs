//! How people sign in on a branch.

use api::resource::auth as wire;
use serde::{Deserialize, Serialize};
use specta::Type;

use super::plugins::nothing_to_change;
use super::sign_in_mutations::SignInMutation;
use crate::Error;
use crate::accounts::client;
use crate::base::ids;
use crate::core::operation::operation;
use crate::platform::Platform;
use crate::platform::mutation;
use crate::view::{EmailAndPasswordView, SignInView};

/// What is changed of the sign-in with email and password; what is `None` stays.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase", default)]
pub struct SignInEdit {
    /// Whether there is such a sign-in.
    pub enabled: Option<bool>,
    /// How an address is verified: `link` or `otp`.
    pub verification_method: Option<String>,
    /// Whether an address must be verified before its owner can sign in.
    pub require_verification: Option<bool>,
    /// Whether people are signed in once they verified their address.
    pub auto_sign_in: Option<bool>,
    /// Whether a mail to verify the address is sent when somebody signs up.
    pub mail_on_sign_up: Option<bool>,
    /// Whether such a mail is sent when somebody signs in.
    pub mail_on_sign_in: Option<bool>,
    /// Whether nobody new can sign up.
    pub disable_sign_up: Option<bool>,
}

/// How people sign in on a branch (`GET /projects/{project_id}/branches/{branch_id}/auth/plugins`).
///
/// # Errors
/// As every read of an account: [`crate::view::ErrorCode::Invalid`] for ids that cannot be, what the platform says while
/// the account has no address, [`crate::view::ErrorCode::Unauthorized`] for a key that is refused.
#[operation(Page, Read, sign_in_get, text)]
pub async fn sign_in(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    branch_id: &str,
) -> Result<SignInView, Error> {
    let account_client = client::of(app, account_id).await?;
    let auth = account_client.click().auth(&ids::project(project_id)?);
    let auth = auth.of_branch(&ids::branch(branch_id)?);
    let found = account_client.send_value(auth.plugins()).await?;
    Ok(SignInView::from(&found))
}

/// Changes how people sign in with email and password
/// (`PATCH /projects/{project_id}/branches/{branch_id}/auth/email_and_password`).
///
/// # Errors
/// As every mutation, and [`crate::view::ErrorCode::Invalid`] where nothing would change.
#[operation(Page, Change, sign_in_update, text)]
pub async fn update_sign_in(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    branch_id: &str,
    edit: SignInEdit,
) -> Result<EmailAndPasswordView, Error> {
    if edit == SignInEdit::default() {
        return Err(nothing_to_change());
    }
    let (project, branch) = (ids::project(project_id)?, ids::branch(branch_id)?);
    let method = edit.verification_method.map(wire::VerificationMethod::from);
    let wanted = wire::UpdateEmailAndPassword {
        enabled: edit.enabled,
        email_verification_method: method,
        require_email_verification: edit.require_verification,
        auto_sign_in_after_verification: edit.auto_sign_in,
        send_verification_email_on_sign_up: edit.mail_on_sign_up,
        send_verification_email_on_sign_in: edit.mail_on_sign_in,
        disable_sign_up: edit.disable_sign_up,
    };
    let mutation = SignInMutation::Change {
        project: project.to_string(),
        branch: branch.to_string(),
        expected: serde_json::to_value(&wanted).unwrap_or_default(),
    };
    let send = async move |api: api::Management| {
        let auth = api.auth(&project).of_branch(&branch);
        auth.update_email_and_password(&wanted).await
    };
    let changed: wire::EmailAndPassword = mutation::run(app, account_id, mutation, send).await?;
    Ok(EmailAndPasswordView::from(&changed))
}

/// Lets apps of this machine send people to sign in, or no longer
/// (`PATCH /projects/{project_id}/branches/{branch_id}/auth/allow_localhost`), and gives what is so then.
///
/// # Errors
/// As every mutation.
#[operation(Page, Change, sign_in_allow_localhost, text)]
pub async fn allow_localhost(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    branch_id: &str,
    allow: bool,
) -> Result<bool, Error> {
    let (project, branch) = (ids::project(project_id)?, ids::branch(branch_id)?);
    let mutation = SignInMutation::Localhost {
        project: project.to_string(),
        branch: branch.to_string(),
        allow,
    };
    let send = async move |api: api::Management| {
        let auth = api.auth(&project).of_branch(&branch);
        auth.allow_localhost(allow).await
    };
    mutation::run(app, account_id, mutation, send).await
}
