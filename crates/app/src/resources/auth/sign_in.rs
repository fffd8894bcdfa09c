//! How people sign in on a branch.

use api::resource::auth as wire;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use specta::Type;

use crate::Error;
use crate::accounts::client;
use crate::base::calls::calls;
use crate::base::ids;
use crate::platform::Platform;
use crate::platform::mutation::{
    self, Answer, Compared, Mutation, Observed, Reader, ReconcileOutcome, Sent, Stop, Subject,
    covers, present,
};
use crate::view::words::Action;
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

/// How people sign in on a branch, and whether apps of this machine may send them there
/// (`GET /projects/{project_id}/branches/{branch_id}/auth/email_and_password` and `…/allow_localhost`).
///
/// # Errors
/// As every read of an account: [`crate::view::ErrorCode::Invalid`] for ids that cannot be, what the platform says while
/// the account has no address, [`crate::view::ErrorCode::Unauthorized`] for a key that is refused.
pub async fn sign_in(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    branch_id: &str,
) -> Result<SignInView, Error> {
    let with_password = email_and_password(app, account_id, project_id, branch_id).await?;
    let allows_localhost = allows_localhost(app, account_id, project_id, branch_id).await?;
    Ok(SignInView {
        with_password,
        allows_localhost,
    })
}

async fn email_and_password(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    branch_id: &str,
) -> Result<EmailAndPasswordView, Error> {
    let account_client = client::of(app, account_id).await?;
    let auth = account_client.click().auth(&ids::project(project_id)?);
    let auth = auth.of_branch(&ids::branch(branch_id)?);
    let found = account_client.send_value(auth.email_and_password()).await?;
    Ok(EmailAndPasswordView::from(&found))
}

async fn allows_localhost(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    branch_id: &str,
) -> Result<bool, Error> {
    let account_client = client::of(app, account_id).await?;
    let auth = account_client.click().auth(&ids::project(project_id)?);
    let auth = auth.of_branch(&ids::branch(branch_id)?);
    account_client.send_value(auth.allows_localhost()).await
}

/// Changes how people sign in with email and password
/// (`PATCH /projects/{project_id}/branches/{branch_id}/auth/email_and_password`).
///
/// # Errors
/// As every mutation, and [`crate::view::ErrorCode::Invalid`] where nothing would change.
pub async fn update_sign_in(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    branch_id: &str,
    edit: SignInEdit,
) -> Result<EmailAndPasswordView, Error> {
    if edit == SignInEdit::default() {
        return Err(Error::invalid("Nothing to change").hint("Change something first."));
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

/// The mutations of how people sign in, as they are journalled.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(tag = "verb")]
pub(crate) enum SignInMutation {
    #[serde(rename = "changeSignIn")]
    Change {
        project: String,
        branch: String,
        expected: Value,
    },
    #[serde(rename = "allowLocalhost")]
    Localhost {
        project: String,
        branch: String,
        allow: bool,
    },
}

impl SignInMutation {
    fn place(&self) -> (&str, &str) {
        match self {
            Self::Change {
                project, branch, ..
            }
            | Self::Localhost {
                project, branch, ..
            } => (project, branch),
        }
    }
}

impl Mutation for SignInMutation {
    /// The fields in the words of the requests.
    type Item = Value;

    fn subject(&self) -> Subject<'_> {
        let (project, branch) = self.place();
        let action = match self {
            Self::Change { .. } => Action::ChangeSignIn,
            Self::Localhost { .. } => Action::ChangeLocalhost,
        };
        Subject::new(action, project, &["signIn", project, branch])
            .project(project)
            .branch(branch)
    }

    async fn observe(&self, reader: &Reader<'_>) -> Result<Option<Observed<Value>>, Stop> {
        let (project, branch) = self.place();
        let auth = reader.api.auth(&ids::project(project)?);
        let auth = auth.of_branch(&ids::branch(branch)?);
        let found = match self {
            Self::Change { .. } => fields(&reader.value(auth.email_and_password()).await?),
            Self::Localhost { .. } => json!(reader.value(auth.allows_localhost()).await?),
        };
        Ok(Some(vec![found].into()))
    }

    fn decide(&self, _: &Sent<'_>, seen: Observed<Value>) -> ReconcileOutcome<Value> {
        let Some(found) = seen.one() else {
            return ReconcileOutcome::Unclear(self.what_to_check());
        };
        let expected = match self {
            Self::Change { expected, .. } => expected.clone(),
            Self::Localhost { allow, .. } => json!(allow),
        };
        match covers(&expected, &found) {
            Compared::Different => ReconcileOutcome::NotDone,
            Compared::Same => ReconcileOutcome::Done(Some(found)),
            Compared::Unseen => ReconcileOutcome::Unclear(self.what_to_check()),
        }
    }

    fn what_to_check(&self) -> String {
        "Check how people sign in on the branch before you try again.".to_owned()
    }

    fn publish(&self, app: &Platform, account: &str) {
        app.events.auth_changed(account, self.place().0);
    }
}

/// What is there, in the words of the request.
fn fields(found: &wire::EmailAndPassword) -> Value {
    present(json!({
        "enabled": found.enabled,
        "email_verification_method": found.email_verification_method.as_ref().map(ToString::to_string),
        "require_email_verification": found.require_email_verification,
        "auto_sign_in_after_verification": found.auto_sign_in_after_verification,
        "send_verification_email_on_sign_up": found.send_verification_email_on_sign_up,
        "send_verification_email_on_sign_in": found.send_verification_email_on_sign_in,
        "disable_sign_up": found.disable_sign_up,
    }))
}

impl Answer<Value> for wire::EmailAndPassword {
    fn of(found: Option<Value>) -> Option<Self> {
        serde_json::from_value(found?).ok()
    }
}

impl Answer<Value> for bool {
    fn of(found: Option<Value>) -> Option<Self> {
        found?.as_bool()
    }
}

calls! {
    /// Calls about how people sign in on a branch, to be shown as text.
    SignInCall(app: Platform, account, project_id) {
        GetSignIn { branch_id: String } => email_and_password(app, account, &project_id, &branch_id),
        UpdateSignIn { branch_id: String, edit: SignInEdit } => update_sign_in(app, account, &project_id, &branch_id, edit),
        GetLocalhost { branch_id: String } => allows_localhost(app, account, &project_id, &branch_id),
        AllowLocalhost { branch_id: String, allow: bool } => allow_localhost(app, account, &project_id, &branch_id, allow),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::mutation::testing::{one, verdict};

    #[test]
    fn a_change_is_known_by_what_is_there() {
        let change = json!({
            "verb": "changeSignIn", "project": "p", "branch": "br-1", "expected": { "disable_sign_up": true },
        });
        let localhost =
            json!({ "verb": "allowLocalhost", "project": "p", "branch": "br-1", "allow": false });
        for (mutation, found, end) in [
            (
                &change,
                json!({ "disable_sign_up": true, "enabled": true }),
                "done",
            ),
            (&change, json!({ "disable_sign_up": false }), "not done"),
            (&change, json!({ "enabled": true }), "unclear"),
            (&localhost, json!(false), "done"),
            (&localhost, json!(true), "not done"),
        ] {
            let mutation = one::<SignInMutation>(mutation.clone());
            assert_eq!(verdict(mutation, &[], vec![found.clone()]), end, "{found}");
        }
    }
}
