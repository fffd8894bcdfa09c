//! The way to a compute where nobody named a database: to the branch's usual one, as its owner.

use crate::Error;
use crate::accounts::client;
use crate::features::Features;
use crate::resources::databases;
use crate::tools::target::Target;
use crate::view::{ConnectionRequest, ErrorCode};

use super::project;

/// With the password.
///
/// # Errors
/// As every read of an account, [`ErrorCode::NotFound`] where the branch has no database, and
/// [`ErrorCode::SecretMissing`] where the platform keeps no password.
pub(crate) async fn of_compute(
    app: &Features,
    account_id: &str,
    project_id: &str,
    branch_id: &str,
    compute_id: &str,
) -> Result<Target, Error> {
    let profile = client::of(app, account_id).await?.profile;
    let all = databases::list(app, account_id, project_id, branch_id).await?;
    let usual = all.iter().find(|it| it.name == profile.database);
    let database = usual.or(all.first()).ok_or_else(|| {
        Error::new(ErrorCode::NotFound, "This branch has no database").hint("Create a database.")
    })?;
    let request = ConnectionRequest {
        database: database.name.clone(),
        role: database.owner.clone(),
        branch_id: Some(branch_id.to_owned()),
        compute_id: Some(compute_id.to_owned()),
        pooled: Some(false),
    };
    let target = project::of(app, account_id, project_id, &request, None).await?;
    target.need_password()?;
    Ok(target)
}
