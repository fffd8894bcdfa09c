//! Domains that the auth provider may send people back to.

use serde::{Deserialize, Serialize};

use crate::Error;
use crate::accounts::client;
use crate::base::conflict::Conflict;
use crate::base::{check, ids};
use crate::platform::Platform;
use crate::platform::mutation::{
    self, Mutation, Observed, Reader, ReconcileOutcome, Sent, Stop, Subject, done_if,
};
use crate::view::ErrorCode;
use crate::view::words::Action;

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
    let mutation = DomainMutation::Add {
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
        Error::new(ErrorCode::Exists, format!("{named} is already trusted"))
            .hint("Nothing to do.")
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
        return Err(Error::invalid("No domain selected").hint("Choose at least one."));
    }
    let domains = domains.to_vec();
    let mutation = DomainMutation::Delete {
        project: project.to_string(),
        domains: domains.clone(),
    };
    let send = async move |api: api::Management| {
        let domains = domains.iter().map(String::as_str).collect::<Vec<_>>();
        api.auth(&project).delete_domains(&provider, &domains).await
    };
    mutation::run(app, account_id, mutation, send).await
}

/// The mutations of trusted domains, as they are journalled.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(tag = "verb")]
pub(crate) enum DomainMutation {
    #[serde(rename = "addDomain")]
    Add { project: String, domain: String },
    #[serde(rename = "deleteDomains")]
    Delete {
        project: String,
        domains: Vec<String>,
    },
}

impl DomainMutation {
    fn project(&self) -> &str {
        match self {
            Self::Add { project, .. } | Self::Delete { project, .. } => project,
        }
    }
}

impl Mutation for DomainMutation {
    type Item = String;

    fn subject(&self) -> Subject<'_> {
        let project = self.project();
        let lock = ["domains", project];
        let subject = match self {
            Self::Add { domain, .. } => Subject::new(Action::AddDomain, domain, &lock),
            Self::Delete { domains, .. } => {
                Subject::new(Action::RemoveDomains, domains.join(", "), &lock).removes()
            }
        };
        subject.project(project)
    }

    async fn observe(&self, reader: &Reader<'_>) -> Result<Option<Observed<String>>, Stop> {
        let auth = reader.api.auth(&ids::project(self.project())?);
        let found = reader.value(auth.domains()).await?;
        let domains: Vec<_> = found.into_iter().map(|domain| domain.domain).collect();
        Ok(Some(domains.into()))
    }

    fn decide(&self, _: &Sent<'_>, seen: Observed<String>) -> ReconcileOutcome<String> {
        done_if(match self {
            Self::Add { domain, .. } => seen.items.contains(domain),
            Self::Delete { domains, .. } => !domains.iter().any(|it| seen.items.contains(it)),
        })
    }

    fn publish(&self, app: &Platform, account: &str) {
        app.events.auth_changed(account, self.project());
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::platform::mutation::testing::{one, verdict};

    #[test]
    fn domains_are_known_by_their_list() {
        let domains = |found: &[&str]| found.iter().map(ToString::to_string).collect::<Vec<_>>();
        let add = || {
            one::<DomainMutation>(
                json!({ "verb": "addDomain", "project": "p", "domain": "https://a.example" }),
            )
        };
        assert_eq!(verdict(add(), &[], domains(&["https://a.example"])), "done");
        assert_eq!(verdict(add(), &[], domains(&[])), "not done");
    }
}
