//! Domains that the auth provider may send people back to.

use crate::Error;
use crate::accounts::client;
use crate::base::conflict::Conflict;
use crate::base::{check, ids};
use crate::platform::Platform;
use crate::platform::mutation::{self, Mutation};
use crate::view::ErrorCode;

/// The trusted domains of a project, each with its scheme (`GET /projects/{project_id}/auth/domains`).
///
/// # Errors
/// As [`super::integrations`].
pub async fn domains(
    app: &Platform,
    account_id: &str,
    project_id: &str,
) -> Result<Vec<String>, Error> {
    let account_client = client::of(app, account_id).await?;
    let auth = account_client.click().auth(&ids::project(project_id)?);
    let found = account_client.send_value(auth.domains()).await?;
    Ok(found.into_iter().map(|domain| domain.domain).collect())
}

/// Adds a trusted domain, with its scheme (`POST /projects/{project_id}/auth/domains`).
///
/// # Errors
/// As every mutation, and [`crate::view::ErrorCode::Invalid`] for what is no domain.
pub async fn add_domain(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    provider: Option<&str>,
    domain: &str,
) -> Result<(), Error> {
    let profile = client::of(app, account_id).await?.profile;
    let project = ids::project(project_id)?;
    let provider = check::filled(provider.unwrap_or(profile.auth_provider), "auth provider")?;
    let domain = check::domain(domain)?;
    let mutation = Mutation::AddDomain {
        project: project.to_string(),
        domain: domain.clone(),
    };
    let (conflict, named) = (Conflict::default(), domain.clone());
    let noted = conflict.clone();
    let send = async move |api: api::Management| {
        noted.note(api.auth(&project).add_domain(&provider, &domain).await)
    };
    let added = mutation::run(app, account_id, mutation, send).await;
    conflict.explain(added, || {
        Error::new(ErrorCode::Exists, format!("{named} is trusted already"))
            .hint("Nothing is to be done.")
            .about(named)
    })
}

/// Takes trusted domains away, exactly as they are listed (`DELETE /projects/{project_id}/auth/domains`).
///
/// # Errors
/// As every mutation, and [`crate::view::ErrorCode::Invalid`] when none is named.
pub async fn delete_domains(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    provider: Option<&str>,
    domains: &[String],
) -> Result<(), Error> {
    let profile = client::of(app, account_id).await?.profile;
    let project = ids::project(project_id)?;
    let provider = check::filled(provider.unwrap_or(profile.auth_provider), "auth provider")?;
    if domains.is_empty() {
        return Err(Error::invalid("No domain is named").hint("Choose at least one."));
    }
    let domains = domains.to_vec();
    let mutation = Mutation::DeleteDomains {
        project: project.to_string(),
        domains: domains.clone(),
    };
    let send = async move |api: api::Management| {
        let domains = domains.iter().map(String::as_str).collect::<Vec<_>>();
        api.auth(&project).delete_domains(&provider, &domains).await
    };
    mutation::run(app, account_id, mutation, send).await
}
