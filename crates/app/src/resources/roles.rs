//! Roles of a branch, and their passwords.

use api::resource::roles as wire;
use secrecy::{ExposeSecret, SecretString};

use crate::Error;
use crate::accounts::client;
use crate::base::{check, ids};
use crate::platform::Platform;
use crate::platform::mutation::{self, Mutation};
use crate::view::{ChangeView, OperationView, RoleView, SHOWN_FOR, SecretView, page};

/// A role whose password was just made. Never serialised.
#[derive(Debug)]
pub struct RolePassword {
    /// The role.
    pub role: RoleView,
    /// Its new password; `None` after a lost reply, and then to be revealed or reset, and for a role that cannot log in.
    pub password: Option<SecretString>,
    /// What still goes on: until these have ended the old password holds.
    pub operations: Vec<OperationView>,
}

/// All roles of a branch, without passwords (`GET /projects/{project_id}/branches/{branch_id}/roles`).
///
/// # Errors
/// As every look at an account: [`crate::view::ErrorCode::Invalid`] for ids that cannot be, what the platform says while
/// the account has no address, [`crate::view::ErrorCode::Unauthorized`] for a key that is refused.
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
pub async fn create(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    branch_id: &str,
    name: &str,
    no_login: bool,
) -> Result<RolePassword, Error> {
    check::identifier(name, "role")?;
    let (project, branch) = (ids::project(project_id)?, ids::branch(branch_id)?);
    let name = name.to_owned();
    let mutation = Mutation::CreateRole {
        project: project.to_string(),
        branch: branch.to_string(),
        name: name.clone(),
    };
    let send = async move |api: api::Management| {
        let options = wire::CreateRole { no_login };
        api.roles(&project, &branch).create(&name, &options).await
    };
    let change = mutation::run(app, account_id, mutation, send).await?;
    Ok(with_password(change))
}

/// Deletes a role (`DELETE /projects/{project_id}/branches/{branch_id}/roles/{role_name}`). `None` when nothing is left to
/// show of it.
///
/// # Errors
/// As [`create`].
pub async fn delete(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    branch_id: &str,
    name: &str,
) -> Result<Option<ChangeView<RoleView>>, Error> {
    check::identifier(name, "role")?;
    let (project, branch) = (ids::project(project_id)?, ids::branch(branch_id)?);
    let name = name.to_owned();
    let mutation = Mutation::DeleteRole {
        project: project.to_string(),
        branch: branch.to_string(),
        name: name.clone(),
    };
    let send = async move |api: api::Management| api.roles(&project, &branch).delete(&name).await;
    let gone: Option<wire::RoleChange> = mutation::run(app, account_id, mutation, send).await?;
    Ok(gone.map(|change| ChangeView {
        item: RoleView::from(&change.role),
        operations: page::operations(&change.operations),
    }))
}

/// Gives a role a new password
/// (`POST /projects/{project_id}/branches/{branch_id}/roles/{role_name}/reset_password`).
///
/// # Errors
/// As [`create`].
pub async fn reset_password(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    branch_id: &str,
    name: &str,
) -> Result<RolePassword, Error> {
    check::identifier(name, "role")?;
    let (project, branch) = (ids::project(project_id)?, ids::branch(branch_id)?);
    let name = name.to_owned();
    let mutation = Mutation::ResetPassword {
        project: project.to_string(),
        branch: branch.to_string(),
        name: name.clone(),
    };
    let send =
        async move |api: api::Management| api.roles(&project, &branch).reset_password(&name).await;
    let change = mutation::run(app, account_id, mutation, send).await?;
    Ok(with_password(change))
}

/// A role's password (`GET /projects/{project_id}/branches/{branch_id}/roles/{role_name}/reveal_password`).
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
pub async fn show_password(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    branch_id: &str,
    name: &str,
) -> Result<SecretView, Error> {
    let password = reveal_password(app, account_id, project_id, branch_id, name).await?;
    Ok(SecretView {
        text: password.expose_secret().to_owned(),
        hide_at: app.clock.now() + SHOWN_FOR,
    })
}

fn with_password(change: wire::RoleChange) -> RolePassword {
    RolePassword {
        role: RoleView::from(&change.role),
        operations: page::operations(&change.operations),
        password: change.role.password,
    }
}
