//! Projects that change hands: offered to whoever has the code of a request, accepted by them, or moved to an organization
//! of one's own.

use std::time::Duration;

use api::resource::projects::{ListProjects, Project};
use api::resource::transfer_requests::{TransferRequest, TransferRequestId};
use api::{OrgId, ProjectId};
use chrono::{DateTime, Utc};
use secrecy::{ExposeSecret as _, SecretString};
use serde::{Deserialize, Serialize};
use specta::Type;
use url::Url;

use super::projects;
use crate::Error;
use crate::accounts::client;
use crate::base::ids;
use crate::core::event::Event;
use crate::core::operation::{Entry, operation};
use crate::platform::mutation::{
    self, Answer, Mutation, Observed, Reader, ReconcileOutcome, Sent, Stop, Subject, done_if,
};
use crate::platform::{Platform, one_time_secrets};
use crate::view::words::Action;
use crate::view::{FormId, OneTimeSecretView};

/// A project that is offered.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct TransferRequestView {
    /// The link or code that takes the project, in memory. The platform shows it once.
    pub one_time_secret: OneTimeSecretView,
    /// Whether it is a link of the platform's console, which a browser opens.
    pub is_link: bool,
    /// Until when it can be accepted.
    pub expires_at: Option<DateTime<Utc>>,
}

/// The longest time that an offer can hold, in seconds.
const LONGEST: u32 = 365 * 86_400;

/// Offers a project to whoever has the request's code (`POST /projects/{project_id}/transfer_requests`), for a day when
/// `valid_seconds` is `None`.
///
/// # Errors
/// [`crate::view::ErrorCode::Invalid`] for a time that cannot be, and as every mutation
/// ([`crate::view::ErrorCode::MaybeCreated`] when its reply is lost: nobody has the code then).
#[operation(Page, Change, transfer_request_create, text)]
pub async fn create(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    valid_seconds: Option<u32>,
) -> Result<TransferRequestView, Error> {
    let project = ids::project(project_id)?;
    if valid_seconds.is_some_and(|seconds| !(1..=LONGEST).contains(&seconds)) {
        return Err(Error::invalid("This is not a valid duration")
            .hint("Choose between a second and 365 days."));
    }
    let valid_for = valid_seconds.map(|seconds| Duration::from_secs(seconds.into()));
    let mutation = TransferMutation::Offer {
        project: project.to_string(),
    };
    let of = project.clone();
    let send = async move |api: api::Management| api.transfer_requests(&of).create(valid_for).await;
    let made: TransferRequest = mutation::run(app, account_id, mutation, send).await?;
    let profile = client::of(app, account_id).await?.profile;
    let (text, is_link) = code(profile.console_claim, &project, &made.id);
    let label = if is_link {
        "Transfer link"
    } else {
        "Transfer code"
    };
    let form = (FormId::TransferLink, label);
    let kept = one_time_secrets::add_text(app, account_id, Some(project_id), label, form, text);
    Ok(TransferRequestView {
        one_time_secret: kept.ok_or_else(|| Error::internal("Couldn't keep the transfer code"))?,
        is_link,
        expires_at: made.expires_at,
    })
}

/// Takes a project over by its code or link (`PUT /projects/{project_id}/transfer_requests/{request_id}`), into an
/// organization or, when `None`, into the account of the key. Gives the project's id.
///
/// # Errors
/// [`crate::view::ErrorCode::Invalid`] for what is no code, [`crate::view::ErrorCode::NotFound`] for one that is over, and
/// as every mutation.
#[operation(Page, Change, transfer_request_accept, text)]
pub async fn accept(
    app: &Platform,
    account_id: &str,
    code: SecretString,
    organization_id: Option<&str>,
) -> Result<String, Error> {
    let (project, request) = read_code(&code)?;
    let organization = organization_id.map(ids::organization).transpose()?;
    let mutation = TransferMutation::Accept {
        project: project.to_string(),
        organization: organization.as_ref().map(ToString::to_string),
    };
    let of = project.clone();
    let send = async move |api: api::Management| {
        let requests = api.transfer_requests(&of);
        requests.accept(&request, organization.as_ref()).await
    };
    mutation::run::<_, (), _>(app, account_id, mutation, send).await?;
    projects::claimed(app, account_id, project.as_str()).await;
    Ok(project.to_string())
}

/// Moves a project to an organization (`POST /organizations/{source_org_id}/projects/transfer`), or one's own project that
/// no organization has (`POST /users/me/projects/transfer`).
///
/// # Errors
/// As every mutation; [`crate::view::ErrorCode::NotFound`] for what the key does not see.
#[operation(Page, Change, project_move, text)]
pub async fn move_project(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    from_id: Option<&str>,
    to_id: &str,
) -> Result<(), Error> {
    let project = ids::project(project_id)?;
    let from = from_id.map(ids::organization).transpose()?;
    let to = ids::organization(to_id)?;
    if from.as_ref() == Some(&to) {
        return Err(Error::invalid("The project is in this organization")
            .hint("Choose another organization."));
    }
    let mutation = TransferMutation::Move {
        project: project.to_string(),
        to: to.to_string(),
    };
    let send = async move |api: api::Management| {
        let all = [project];
        match &from {
            Some(from) => api.organizations().transfer_projects(from, &to, &all).await,
            None => api.users().transfer_projects(&to, &all).await,
        }
    };
    mutation::run::<_, (), _>(app, account_id, mutation, send).await?;
    projects::claimed(app, account_id, project_id).await;
    Ok(())
}

pub(crate) const OPERATIONS: &[Entry<Platform>] = &[
    TransferRequestCreate::ENTRY,
    TransferRequestAccept::ENTRY,
    ProjectMove::ENTRY,
];

/// What takes the project: a link of the platform's console where it has one, and otherwise both ids.
fn code(
    console_claim: Option<&str>,
    project: &ProjectId,
    request: &TransferRequestId,
) -> (SecretString, bool) {
    let (project, request) = (project.as_str(), request.expose());
    let link = console_claim
        .and_then(|base| Url::parse_with_params(base, [("p", project), ("tr", request)]).ok());
    match link {
        Some(link) => (String::from(link).into(), true),
        None => (format!("{project}/{request}").into(), false),
    }
}

/// The project and the request of a link or a code.
fn read_code(code: &SecretString) -> Result<(ProjectId, TransferRequestId), Error> {
    let unfit = || {
        Error::invalid("This is not a transfer link or code")
            .hint("Copy it again from whoever offers the project.")
    };
    let text = code.expose_secret().trim();
    let (project, request) = match Url::parse(text) {
        Ok(link) => {
            let value = |name: &str| {
                let mut pairs = link.query_pairs();
                let found = pairs.find(|(key, _)| key == name);
                found.map(|(_, value)| value.into_owned())
            };
            value("p").zip(value("tr")).ok_or_else(unfit)?
        }
        Err(_) => {
            let (project, request) = text.split_once('/').ok_or_else(unfit)?;
            (project.to_owned(), request.to_owned())
        }
    };
    let project = ProjectId::parse(&project).map_err(|_| unfit())?;
    let request = TransferRequestId::parse(&request).map_err(|_| unfit())?;
    Ok((project, request))
}

/// The mutations of projects that change hands, as they are journalled. The request's id is a secret and in none.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(tag = "verb")]
pub(crate) enum TransferMutation {
    #[serde(rename = "offerProject")]
    Offer { project: String },
    #[serde(rename = "acceptProject")]
    Accept {
        project: String,
        organization: Option<String>,
    },
    #[serde(rename = "moveProject")]
    Move { project: String, to: String },
}

impl TransferMutation {
    fn project(&self) -> &str {
        match self {
            Self::Offer { project } | Self::Accept { project, .. } | Self::Move { project, .. } => {
                project
            }
        }
    }
}

impl Mutation for TransferMutation {
    type Item = Project;

    fn subject(&self) -> Subject<'_> {
        let project = self.project();
        let lock = ["transfer", project];
        match self {
            Self::Offer { .. } => {
                Subject::new(Action::CreateTransferRequest, "transfer request", &lock)
                    .project(project)
            }
            // Before it is accepted, the account may not see the project.
            Self::Accept { .. } => Subject::new(Action::AcceptProject, project, &lock),
            Self::Move { .. } => {
                Subject::new(Action::TransferProject, "project", &lock).project(project)
            }
        }
    }

    async fn observe(&self, reader: &Reader<'_>) -> Result<Option<Observed<Project>>, Stop> {
        let project = ids::project(self.project())?;
        match self {
            // The platform lists no requests.
            Self::Offer { .. } => Ok(None),
            // Projects that are only shared are in another list.
            Self::Accept { organization, .. } => {
                let organization = organization.as_deref().map(ids::organization);
                let list = ListProjects {
                    search: Some(project.to_string()),
                    org_id: organization.transpose()?,
                    ..ListProjects::default()
                };
                let page = reader.value(reader.api.projects().list(list)).await?;
                Ok(Some(page.items.into()))
            }
            Self::Move { .. } => {
                let found = reader.value(reader.api.projects().get(&project)).await?;
                Ok(Some(vec![found].into()))
            }
        }
    }

    fn decide(&self, _: &Sent<'_>, seen: Observed<Project>) -> ReconcileOutcome<Project> {
        let mut found = seen
            .items
            .into_iter()
            .filter(|it| it.id.as_str() == self.project());
        match self {
            Self::Offer { .. } => ReconcileOutcome::Unclear(self.what_to_check()),
            Self::Accept { .. } => done_if(found.next().is_some()),
            Self::Move { to, .. } => {
                let is_there = |it: Project| it.org_id.as_ref().map(OrgId::as_str) == Some(to);
                done_if(found.next().is_some_and(is_there))
            }
        }
    }

    fn what_to_check(&self) -> String {
        "Nobody has its code, and it expires by itself. Create another one.".to_owned()
    }

    fn publish(&self, app: &Platform, account: &str) {
        if !matches!(self, Self::Offer { .. }) {
            app.events.publish(Event::ProjectsChanged {
                account_id: account.to_owned(),
            });
        }
    }
}

/// Its code was in the reply alone.
impl Answer<Project> for TransferRequest {
    fn of(_: Option<Project>) -> Option<Self> {
        None
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::platform::mutation::testing::{all, one, verdict, verdict_gone, verdict_unseen};

    const REQUEST: &str = "7c1c8e0b-6d5f-4f0e-9a0f-0c5d4e3b2a19";

    fn mutation(value: Value) -> TransferMutation {
        one(value)
    }

    #[test]
    fn a_code_is_read_as_it_was_written() {
        let project = ProjectId::parse("shop-1").unwrap();
        let request = TransferRequestId::parse(REQUEST).unwrap();
        for (claim, written, is_link) in [
            (None, format!("shop-1/{REQUEST}"), false),
            (
                Some("https://console.example.com/app/claim"),
                format!("https://console.example.com/app/claim?p=shop-1&tr={REQUEST}"),
                true,
            ),
        ] {
            let made = code(claim, &project, &request);
            assert_eq!(
                (made.0.expose_secret(), made.1),
                (written.as_str(), is_link)
            );
            let (of, id) = read_code(&format!(" {written}\n").into()).unwrap();
            assert_eq!((of.as_str(), id.expose()), ("shop-1", REQUEST));
        }
        for wrong in [
            "",
            "shop-1",
            "https://console.example.com/?p=shop-1",
            "a b/c",
            "shop-1/",
        ] {
            assert!(read_code(&wrong.to_owned().into()).is_err(), "{wrong}");
        }
    }

    #[test]
    fn whose_a_project_is_says_whether_it_was_taken_or_moved() {
        let accept =
            || mutation(json!({ "verb": "acceptProject", "project": "p", "organization": null }));
        let moved = || mutation(json!({ "verb": "moveProject", "project": "p", "to": "org-b-2" }));
        for (found, accepted, was_moved) in [
            (
                json!([{ "id": "p", "name": "p", "org_id": "org-b-2" }]),
                "done",
                "done",
            ),
            (
                json!([{ "id": "p", "name": "p", "org_id": "org-a-1" }]),
                "done",
                "not done",
            ),
            (
                json!([{ "id": "other", "name": "p", "org_id": "org-b-2" }]),
                "not done",
                "not done",
            ),
        ] {
            let seen = || all::<Project>(found.clone());
            assert_eq!(verdict(accept(), &[], seen()), accepted, "{found}");
            assert_eq!(verdict(moved(), &[], seen()), was_moved, "{found}");
        }
        assert_eq!(verdict_gone(moved()), "not done");
        let offer = mutation(json!({ "verb": "offerProject", "project": "p" }));
        assert!(verdict_unseen(offer).starts_with("Nobody has its code"));
    }
}
