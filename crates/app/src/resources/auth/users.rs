//! Users of the auth integration.

use api::resource::auth as wire;

use super::mutations::AuthMutation;
use super::place::AuthPlace;
use crate::Error;
use crate::accounts::client;
use crate::base::conflict::Conflict;
use crate::base::{check, ids};
use crate::core::operation::operation;
use crate::platform::Platform;
use crate::platform::mutation;
use crate::view::{ErrorCode, NewAuthUserView};

/// Longest name of a user, and of a role, in characters.
const LONGEST_NAME: usize = 255;

/// Makes a user and gives the user's id (`POST /projects/auth/user`). The name has 1 to 255 characters.
///
/// # Errors
/// As every mutation, and [`ErrorCode::Invalid`] for an address or a name that cannot be. A lost reply ends as
/// [`ErrorCode::MaybeCreated`]: the users' table says whether the user is there. [`ErrorCode::Exists`] about the address
/// when there is such a user.
#[operation(Page, Change, auth_create_user, text)]
pub async fn create_user(
    app: &Platform,
    account_id: &str,
    #[fields(project_id: String, branch_id: Option<String>)] place: impl Into<AuthPlace<'_>>,
    provider: Option<&str>,
    email: &str,
    name: Option<&str>,
) -> Result<NewAuthUserView, Error> {
    let place = place.into();
    let profile = client::of(app, account_id).await?.profile;
    let at = place.ids(profile)?;
    let provider = check::filled(provider.unwrap_or(profile.auth_provider), "auth provider")?;
    let email = check::mailbox(email, "user's")?;
    let options = wire::CreateAuthUser {
        name: check::optional_name(name, "user", LONGEST_NAME)?,
    };
    let mutation = AuthMutation::CreateUser {
        project: at.project.to_string(),
        email: email.clone(),
        schema: profile.users_schema.to_owned(),
    };
    let (conflict, address) = (Conflict::default(), email.clone());
    let noted = conflict.clone();
    let send = async move |api: api::Management| {
        let auth = api.auth(&at.project);
        noted.note(match &at.branch {
            Some(branch) => auth.of_branch(branch).create_user(&email, &options).await,
            None => auth.create_user(&provider, &email, &options).await,
        })
    };
    let made = mutation::run(app, account_id, mutation, send).await;
    let id = conflict.explain(made, || {
        Error::new(
            ErrorCode::Exists,
            format!("A user with the address {address} already exists"),
        )
        .hint("Use that user, or enter another address.")
        .about(address)
    })?;
    Ok(NewAuthUserView { id })
}

/// Deletes a user (`DELETE /projects/{project_id}/branches/{branch_id}/auth/users/{auth_user_id}`, and
/// `DELETE /projects/{project_id}/auth/users/{auth_user_id}` where a project has one integration). `email` is how the
/// activity log calls the user.
///
/// # Errors
/// As every mutation, and [`ErrorCode::NotFound`] for a user who was deleted already. A lost reply ends as
/// [`ErrorCode::MaybeCreated`]: the same can be sent again.
#[operation(Guarded, Change, auth_delete_user, text)]
pub async fn delete_user(
    app: &Platform,
    account_id: &str,
    #[fields(project_id: String, branch_id: Option<String>)] place: impl Into<AuthPlace<'_>>,
    user_id: &str,
    email: &str,
) -> Result<(), Error> {
    let place = place.into();
    let at = place.ids(client::of(app, account_id).await?.profile)?;
    let user = check::segment(user_id, "user")?;
    let mutation = AuthMutation::DeleteUser {
        project: at.project.to_string(),
        branch: at.branch_text(),
        user: user.clone(),
        email: email.to_owned(),
    };
    let send = async move |api: api::Management| {
        let auth = api.auth(&at.project);
        match &at.branch {
            Some(branch) => auth.of_branch(branch).delete_user(&user).await,
            None => auth.delete_user(&user).await,
        }
    };
    mutation::run(app, account_id, mutation, send).await
}

/// Gives a user these roles, at least one, in place of those that the user has
/// (`PUT /projects/{project_id}/branches/{branch_id}/auth/users/{auth_user_id}/role`).
///
/// # Errors
/// As every mutation, and [`ErrorCode::Invalid`] for no role at all or one that cannot be. A lost reply ends as
/// [`ErrorCode::MaybeCreated`]: the same can be sent again.
#[operation(Page, Change, auth_set_user_roles, text)]
pub async fn set_user_roles(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    branch_id: &str,
    user_id: &str,
    roles: &[String],
) -> Result<(), Error> {
    let (project, branch) = (ids::project(project_id)?, ids::branch(branch_id)?);
    let user = check::segment(user_id, "user")?;
    if roles.is_empty() {
        return Err(Error::invalid("No role is named").hint("A user has at least one role."));
    }
    let roles = roles
        .iter()
        .map(|role| check::name(role, "role", LONGEST_NAME));
    let roles: Vec<String> = roles.collect::<Result<_, _>>()?;
    let mutation = AuthMutation::SetRoles {
        project: project.to_string(),
        branch: branch.to_string(),
        user: user.clone(),
    };
    let send = async move |api: api::Management| {
        let roles: Vec<&str> = roles.iter().map(String::as_str).collect();
        let auth = api.auth(&project).of_branch(&branch);
        auth.set_user_roles(&user, &roles).await
    };
    let _: String = mutation::run(app, account_id, mutation, send).await?;
    Ok(())
}
