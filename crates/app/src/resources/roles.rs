//! Roles of a branch, and their passwords.

use api::resource::operations::{Operation, OperationAction};
use api::resource::roles as wire;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};

use crate::Error;
use crate::accounts::client;
use crate::base::{check, ids};
use crate::core::operation::{Entry, operation};
use crate::platform::disclosure::{self, Disclosure};
use crate::platform::mutation::{
    self, Answer, Mutation, Observed, OnBranch, Reader, ReconcileOutcome, Sent, Stop, Subject,
};
use crate::platform::{Platform, one_time_secrets};
use crate::view::words::Action;
use crate::view::{FormId, NewPasswordView, RoleView, SecretView, page};

/// All roles of a branch, without passwords (`GET /projects/{project_id}/branches/{branch_id}/roles`).
///
/// # Errors
/// As every read of an account: [`crate::view::ErrorCode::Invalid`] for ids that cannot be, what the platform says while
/// the account has no address, [`crate::view::ErrorCode::Unauthorized`] for a key that is refused.
#[operation(Page, Read, role_list, text)]
pub async fn list(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    branch_id: &str,
) -> Result<Vec<RoleView>, Error> {
    let account_client = client::of(app, account_id).await?;
    let (project, branch) = (ids::project(project_id)?, ids::branch(branch_id)?);
    let found = account_client
        .send_value(account_client.click().roles(&project, &branch).list())
        .await?;
    Ok(found.iter().map(RoleView::from).collect())
}

/// One role, without its password (`GET /projects/{project_id}/branches/{branch_id}/roles/{role_name}`).
///
/// # Errors
/// As [`list`], and [`crate::view::ErrorCode::NotFound`] when it is not there.
pub async fn get(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    branch_id: &str,
    name: &str,
) -> Result<RoleView, Error> {
    check::identifier(name, "role")?;
    let account_client = client::of(app, account_id).await?;
    let (project, branch) = (ids::project(project_id)?, ids::branch(branch_id)?);
    let roles = account_client.click().roles(&project, &branch);
    let found = account_client.send_value(roles.get(name)).await?;
    Ok(RoleView::from(&found))
}

/// Makes a role, with its password unless it cannot log in
/// (`POST /projects/{project_id}/branches/{branch_id}/roles`).
///
/// # Errors
/// [`crate::view::ErrorCode::Invalid`] for what cannot be asked, and as every mutation
/// ([`crate::view::ErrorCode::MaybeCreated`] when its end is not known).
#[operation(Page, Change, role_create, text)]
pub async fn create(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    branch_id: &str,
    name: &str,
    no_login: bool,
) -> Result<NewPasswordView, Error> {
    check::identifier(name, "role")?;
    let (project, branch) = (ids::project(project_id)?, ids::branch(branch_id)?);
    let name = name.to_owned();
    let mutation = RoleMutation::Create(OnBranch::new(&project, &branch, &name));
    let send = async move |api: api::Management| {
        let options = wire::CreateRole { no_login };
        api.roles(&project, &branch).create(&name, &options).await
    };
    let change = mutation::run(app, account_id, mutation, send).await?;
    Ok(with_password(app, account_id, change))
}

/// Deletes a role (`DELETE /projects/{project_id}/branches/{branch_id}/roles/{role_name}`).
///
/// # Errors
/// As [`create`].
#[operation(Page, Change, role_delete, text)]
pub async fn delete(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    branch_id: &str,
    name: &str,
) -> Result<(), Error> {
    check::identifier(name, "role")?;
    let (project, branch) = (ids::project(project_id)?, ids::branch(branch_id)?);
    let name = name.to_owned();
    let mutation = RoleMutation::Delete(OnBranch::new(&project, &branch, &name));
    let send = async move |api: api::Management| api.roles(&project, &branch).delete(&name).await;
    let _gone: Option<wire::RoleChange> = mutation::run(app, account_id, mutation, send).await?;
    Ok(())
}

/// Gives a role a new password
/// (`POST /projects/{project_id}/branches/{branch_id}/roles/{role_name}/reset_password`).
///
/// # Errors
/// As [`create`].
#[operation(Page, Change, role_reset_password, text)]
pub async fn reset_password(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    branch_id: &str,
    name: &str,
) -> Result<NewPasswordView, Error> {
    check::identifier(name, "role")?;
    let (project, branch) = (ids::project(project_id)?, ids::branch(branch_id)?);
    let name = name.to_owned();
    let mutation = RoleMutation::ResetPassword(OnBranch::new(&project, &branch, &name));
    let send =
        async move |api: api::Management| api.roles(&project, &branch).reset_password(&name).await;
    let change = mutation::run(app, account_id, mutation, send).await?;
    Ok(with_password(app, account_id, change))
}

/// A role's password (`GET /projects/{project_id}/branches/{branch_id}/roles/{role_name}/reveal_password`). Whoever hands it
/// out notes it, as [`show_password`] and [`password_copied`] do.
///
/// # Errors
/// As [`get`], and [`crate::view::ErrorCode::Platform`] when the project does not store passwords.
pub async fn reveal_password(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    branch_id: &str,
    name: &str,
) -> Result<SecretString, Error> {
    check::identifier(name, "role")?;
    let account_client = client::of(app, account_id).await?;
    let (project, branch) = (ids::project(project_id)?, ids::branch(branch_id)?);
    let roles = account_client.click().roles(&project, &branch);
    account_client.send_value(roles.reveal_password(name)).await
}

/// A role's password, to be shown for 30 seconds.
///
/// # Errors
/// As [`reveal_password`].
#[operation(Page, Read, role_reveal_password, text)]
pub async fn show_password(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    branch_id: &str,
    name: &str,
) -> Result<SecretView, Error> {
    let password = reveal_password(app, account_id, project_id, branch_id, name).await?;
    let role = [account_id, project_id, branch_id, name];
    disclosed(app, Disclosure::Shown, role).await;
    Ok(SecretView::new(&password, app.clock.now()))
}

/// Notes that a role's password is on the clipboard.
#[operation(Program, Change, role_password_copied)]
pub async fn password_copied(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    branch_id: &str,
    name: &str,
) {
    let role = [account_id, project_id, branch_id, name];
    disclosed(app, Disclosure::Copied, role).await;
}

/// Notes that a password left.
async fn disclosed(app: &Platform, how: Disclosure, role: [&str; 4]) {
    let [account, project, branch, name] = role;
    let subject = disclosure::named(app, account, project, Some(branch), name).await;
    let action = how.of(Action::ShowPassword, Action::CopyPassword);
    disclosure::on_account(app, action, &subject, account, Some(project), None).await;
}

/// Keeps the new password, to be shown once.
fn with_password(app: &Platform, account_id: &str, change: wire::RoleChange) -> NewPasswordView {
    let role = RoleView::from(&change.role);
    let form = (FormId::Password, "Password");
    let keep = |text| one_time_secrets::add_text(app, account_id, None, &role.name, form, text);
    NewPasswordView {
        password: change.role.password.and_then(keep),
        operations: page::operations(&change.operations),
        role,
    }
}

/// The mutations of roles, as they are journalled.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(tag = "verb")]
pub(crate) enum RoleMutation {
    #[serde(rename = "createRole")]
    Create(OnBranch),
    #[serde(rename = "deleteRole")]
    Delete(OnBranch),
    #[serde(rename = "resetPassword")]
    ResetPassword(OnBranch),
}

impl RoleMutation {
    fn parts(&self) -> (Action, &OnBranch) {
        match self {
            Self::Create(at) => (Action::CreateRole, at),
            Self::Delete(at) => (Action::DeleteRole, at),
            Self::ResetPassword(at) => (Action::ResetPassword, at),
        }
    }
}

impl Mutation for RoleMutation {
    type Item = wire::Role;

    fn subject(&self) -> Subject<'_> {
        let (action, at) = self.parts();
        let subject = at.subject(action, "role");
        match self {
            Self::Delete(_) => subject.removes(),
            _ => subject,
        }
    }

    async fn observe(&self, reader: &Reader<'_>) -> Result<Option<Observed<wire::Role>>, Stop> {
        let (project, branch) = self.parts().1.ids()?;
        let roles = reader.api.roles(&project, &branch);
        let seen = reader.observed_on(&project, &branch, roles.list());
        Ok(Some(seen.await?))
    }

    fn decide(&self, sent: &Sent<'_>, seen: Observed<wire::Role>) -> ReconcileOutcome<wire::Role> {
        let name = &self.parts().1.name;
        let mut named = seen.items.into_iter().filter(|role| role.name == *name);
        match self {
            Self::Create(_) => sent.made(named, |_| String::new(), |it| it.created_at),
            Self::Delete(_) => sent.removed(named.next().is_some(), &seen.operations),
            Self::ResetPassword(_) => {
                let Some(role) = named.next() else {
                    return ReconcileOutcome::NotDone;
                };
                if role.updated_at.is_none_or(|at| at < sent.since) {
                    return sent.removed(true, &seen.operations);
                }
                // An earlier reset may have changed it in the same moment: this one began an operation of its own.
                let mut begun = sent.begun(&seen.operations);
                if sent.known.is_empty()
                    || begun.any(|it| it.action == Some(OperationAction::ApplyConfig))
                {
                    return ReconcileOutcome::Done(Some(role));
                }
                ReconcileOutcome::Unclear(
                    "This may be the old password. If it does not work, reset it again.".to_owned(),
                )
            }
        }
    }
}

impl Answer<wire::Role> for wire::RoleChange {
    fn operations(&self) -> &[Operation] {
        &self.operations
    }

    fn of(found: Option<wire::Role>) -> Option<Self> {
        Some(Self {
            role: found?,
            operations: Vec::new(),
        })
    }
}

pub(crate) const OPERATIONS: &[Entry<Platform>] = &[
    RoleList::ENTRY,
    RoleDelete::ENTRY,
    RoleCreate::ENTRY,
    RoleResetPassword::ENTRY,
    RoleRevealPassword::ENTRY,
    RolePasswordCopied::ENTRY,
];

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::platform::mutation::testing::{
        AFTER, BEFORE, all, operation, verdict, verdict_gone,
    };

    fn role() -> OnBranch {
        OnBranch {
            project: "p".to_owned(),
            branch: "br-1".to_owned(),
            name: "r".to_owned(),
        }
    }

    #[test]
    fn removed_roles_stay_until_their_operation_has_ended() {
        let delete = RoleMutation::Delete(role());
        let there = json!([{ "name": "r" }]);
        let apply = |status: &str, at: &str| json!([operation("op-1", "apply_config", status, at)]);
        for (roles, operations, known, end) in [
            (json!([]), json!([]), vec![], "done"),
            (there.clone(), json!([]), vec![], "not done"),
            (there.clone(), apply("running", AFTER), vec![], "later"),
            (there.clone(), apply("failed", AFTER), vec![], "later"),
            (there.clone(), apply("finished", AFTER), vec![], "not done"),
            (there.clone(), apply("running", BEFORE), vec![], "not done"),
            (there, apply("running", AFTER), vec!["op-1"], "not done"),
        ] {
            let seen = Observed {
                items: all(roles),
                operations: all(operations),
            };
            assert_eq!(verdict(delete.clone(), &known, seen), end);
        }
        assert_eq!(verdict_gone(delete), "done");
    }

    #[test]
    fn passwords_are_known_by_the_role_that_changed() {
        let reset = RoleMutation::ResetPassword(role());
        let updated = |at: &str| json!([{ "name": "r", "updated_at": at }]);
        let running = json!([operation("op-1", "apply_config", "running", AFTER)]);
        let earlier = &["op-1"][..];
        for (roles, operations, known, end) in [
            (updated(AFTER), json!([]), &[][..], "done"),
            (updated(BEFORE), json!([]), &[], "not done"),
            (updated(BEFORE), running.clone(), &[], "later"),
            (json!([]), json!([]), &[], "not done"),
            // What an earlier reset did is not taken for what this one did.
            (updated(AFTER), running.clone(), earlier, "unclear"),
            (updated(AFTER), running, &["op-0"], "done"),
        ] {
            let seen = Observed {
                items: all(roles),
                operations: all(operations),
            };
            assert_eq!(verdict(reset.clone(), known, seen), end);
        }
    }
}
