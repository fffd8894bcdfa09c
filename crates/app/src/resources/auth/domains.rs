//! Domains that the auth provider may send people back to.

use serde::{Deserialize, Serialize};

use super::place::{AuthIds, AuthPlace};
use crate::Error;
use crate::accounts::client;
use crate::base::check;
use crate::base::conflict::Conflict;
use crate::core::operation::operation;
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
#[operation(Page, Read, auth_domains, text)]
pub async fn domains(
    app: &Platform,
    account_id: &str,
    #[fields(project_id: String, branch_id: Option<String>)] place: impl Into<AuthPlace<'_>>,
) -> Result<Vec<String>, Error> {
    let place = place.into();
    let account_client = client::of(app, account_id).await?;
    let at = place.ids(account_client.profile)?;
    let api = account_client.click();
    let found = account_client.send_value(at.domains(&api)).await?;
    Ok(found.into_iter().map(|domain| domain.domain).collect())
}

/// Adds a trusted domain, with its scheme (`POST /projects/{project_id}/auth/domains`).
///
/// # Errors
/// As every mutation, and [`crate::view::ErrorCode::Invalid`] for what is no domain.
#[operation(Guarded, Change, auth_add_domain, text)]
pub async fn add_domain(
    app: &Platform,
    account_id: &str,
    #[fields(project_id: String, branch_id: Option<String>)] place: impl Into<AuthPlace<'_>>,
    provider: Option<&str>,
    domain: &str,
) -> Result<(), Error> {
    let place = place.into();
    let profile = client::of(app, account_id).await?.profile;
    let at = place.ids(profile)?;
    let provider = check::filled(provider.unwrap_or(profile.auth_provider), "auth provider")?;
    let domain = check::domain(domain)?;
    let mutation = DomainMutation::Add {
        project: at.project.to_string(),
        branch: at.branch_text(),
        domain: domain.clone(),
    };
    let (conflict, named) = (Conflict::default(), domain.clone());
    let noted = conflict.clone();
    let send = async move |api: api::Management| {
        let auth = api.auth(&at.project);
        noted.note(match &at.branch {
            Some(branch) => auth.of_branch(branch).add_domain(&provider, &domain).await,
            None => auth.add_domain(&provider, &domain).await,
        })
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
#[operation(Page, Change, auth_delete_domains, text)]
pub async fn delete_domains(
    app: &Platform,
    account_id: &str,
    #[fields(project_id: String, branch_id: Option<String>)] place: impl Into<AuthPlace<'_>>,
    provider: Option<&str>,
    domains: &[String],
) -> Result<(), Error> {
    let place = place.into();
    let profile = client::of(app, account_id).await?.profile;
    let at = place.ids(profile)?;
    let provider = check::filled(provider.unwrap_or(profile.auth_provider), "auth provider")?;
    if domains.is_empty() {
        return Err(Error::invalid("No domain selected").hint("Choose at least one."));
    }
    let domains = domains.to_vec();
    let mutation = DomainMutation::Delete {
        project: at.project.to_string(),
        branch: at.branch_text(),
        domains: domains.clone(),
    };
    let send = async move |api: api::Management| {
        let domains = domains.iter().map(String::as_str).collect::<Vec<_>>();
        let auth = api.auth(&at.project);
        match &at.branch {
            Some(branch) => {
                auth.of_branch(branch)
                    .delete_domains(&provider, &domains)
                    .await
            }
            None => auth.delete_domains(&provider, &domains).await,
        }
    };
    mutation::run(app, account_id, mutation, send).await
}

/// The mutations of trusted domains, as they are journalled.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(tag = "verb")]
pub(crate) enum DomainMutation {
    #[serde(rename = "addDomain")]
    Add {
        project: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        branch: Option<String>,
        domain: String,
    },
    #[serde(rename = "deleteDomains")]
    Delete {
        project: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        branch: Option<String>,
        domains: Vec<String>,
    },
}

impl DomainMutation {
    fn project(&self) -> &str {
        match self {
            Self::Add { project, .. } | Self::Delete { project, .. } => project,
        }
    }

    fn branch(&self) -> Option<&str> {
        match self {
            Self::Add { branch, .. } | Self::Delete { branch, .. } => branch.as_deref(),
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
        let at = AuthIds::of(self.project(), self.branch())?;
        let found = reader.value(at.domains(&reader.api)).await?;
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
