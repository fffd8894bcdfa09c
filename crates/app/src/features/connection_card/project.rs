use std::path::Path;

use api::resource::projects::ConnectionUriOptions;
use api::{Management, ProjectId};
use pgclient::percent_encoded;
use secrecy::{ExposeSecret as _, SecretString};

use crate::Error;
use crate::accounts;
use crate::accounts::client::{self, AccountClient};
use crate::base::ids;
use crate::features::Features;
use crate::resources::branches;
use crate::tools::connect::{DatabaseUrl, Given};
use crate::tools::target::Target;
use crate::view::{ComputeView, ConnectionRequest};

/// Said of a project that keeps no passwords.
const NO_PASSWORDS: &str = "This project stores no passwords, so these strings contain none. Add yours, or reset the role's password to get a new one, shown once.";

/// Asks for a connection string (`GET /projects/{project_id}/connection_uri`). Where the project keeps no passwords it is
/// put together from the compute's host, with `password` where it is known.
pub(super) async fn of(
    app: &Features,
    account_id: &str,
    project_id: &str,
    request: &ConnectionRequest,
    password: Option<&SecretString>,
) -> Result<Target, Error> {
    let account_client = client::of(app, account_id).await?;
    let (project, options) = (ids::project(project_id)?, request.checked()?);
    let client = account_client.click();
    let (url, note) = match ask(&account_client, &client, &project, request, &options).await {
        Ok(url) => (url?, None),
        Err(error) if error.is_precondition() => {
            let url = put_together(app, &account_client, project_id, request, password).await?;
            (url, password.is_none().then(|| NO_PASSWORDS.to_owned()))
        }
        // The platform's 404 does not say what is not there.
        Err(error) if error.is_not_found() => {
            let none = matches!(
                find_compute(app, &account_client, project_id, request).await,
                Ok(None)
            );
            return Err(if none { no_compute() } else { error.into() });
        }
        Err(error) => return Err(error.into()),
    };
    let is_pooled = request.pooled.unwrap_or_else(|| url.is_pooled());
    Ok(Target {
        url,
        given: if is_pooled {
            Given::Pooled
        } else {
            Given::Direct
        },
        ca_file: accounts::ca_file_of(app, &account_client.account, client.base()),
        sandbox: accounts::sandbox_of(app, account_id),
        always_equal: account_client.profile.pooled_note,
        note,
        account_id: account_client.account.id,
        place: account_client.account.name,
        project_id: Some(project_id.to_owned()),
        names: Target::names(&app.settings.now()),
        claim: None,
        before_claim: false,
    })
}

async fn ask(
    account_client: &AccountClient,
    client: &Management,
    project: &ProjectId,
    request: &ConnectionRequest,
    options: &ConnectionUriOptions,
) -> Result<Result<DatabaseUrl, Error>, api::Error> {
    let projects = client.projects();
    let call = projects.connection_uri(project, &request.database, &request.role, options);
    let found = account_client.send(call).await?.value;
    Ok(found.expose().parse::<DatabaseUrl>().map_err(Error::from))
}

async fn put_together(
    app: &Features,
    account_client: &AccountClient,
    project_id: &str,
    request: &ConnectionRequest,
    password: Option<&SecretString>,
) -> Result<DatabaseUrl, Error> {
    let compute = find_compute(app, account_client, project_id, request).await?;
    let compute = compute.ok_or_else(no_compute)?;
    let pooled = request
        .pooled
        .unwrap_or_default()
        .then_some(compute.pooler_host)
        .flatten();
    let host = pooled.or(compute.host).ok_or_else(no_compute)?;
    let base = account_client.click();
    let ca_file = accounts::ca_file_of(app, &account_client.account, base.base());
    let ca = ca_file.as_deref().and_then(Path::to_str);
    let ca = ca.map_or_else(String::new, |path| {
        let names = path.split('/').map(percent_encoded);
        format!("&sslrootcert={}", names.collect::<Vec<_>>().join("/"))
    });
    let password = password.map_or_else(String::new, |password| {
        format!(":{}", percent_encoded(password.expose_secret()))
    });
    let url = format!(
        "postgresql://{}{password}@{host}/{}?sslmode=require&channel_binding=require{ca}",
        percent_encoded(&request.role),
        percent_encoded(&request.database)
    );
    Ok(url.parse::<DatabaseUrl>()?)
}

/// The compute that is named, else the writable one of the branch that is named, else that of the default branch.
async fn find_compute(
    app: &Features,
    account_client: &AccountClient,
    project_id: &str,
    request: &ConnectionRequest,
) -> Result<Option<ComputeView>, Error> {
    let client = account_client.click();
    let computes = client.computes(&ids::project(project_id)?);
    if let Some(id) = &request.compute_id {
        let found = account_client
            .send_value(computes.get(&ids::compute(id)?))
            .await?;
        return Ok(Some(ComputeView::from(&found)));
    }
    let branch = match &request.branch_id {
        Some(id) => id.clone(),
        None => {
            let all = branches::all(app, &account_client.account.id, project_id, false).await?;
            let default = all.into_iter().find(|branch| branch.is_default);
            let Some(default) = default else {
                return Ok(None);
            };
            default.id
        }
    };
    let found = account_client
        .send_value(computes.list_of_branch(&ids::branch(&branch)?))
        .await?;
    let mut views = found.iter().map(ComputeView::from);
    Ok(views.find(|compute| compute.is_writable))
}

fn no_compute() -> Error {
    Error::new(
        crate::view::ErrorCode::NotFound,
        "This branch has no compute",
    )
    .hint("Create a compute for the branch.")
}
