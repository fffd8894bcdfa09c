//! Whose tokens a project takes in place of passwords: addresses of the public keys of those who sign them.

use api::BranchId;
use api::resource::jwks::{self as wire, AddedJwks, Jwks, JwksId};
use api::resource::operations::Operation;
use chrono::{DateTime, Utc};
use secrecy::ExposeSecret as _;
use serde::{Deserialize, Serialize};
use specta::Type;

use crate::Error;
use crate::accounts::client;
use crate::base::link::{self, Origins};
use crate::base::{check, ids};
use crate::core::operation::{Entry, operation};
use crate::platform::Platform;
use crate::platform::mutation::{
    self, Answer, Mutation, Observed, Reader, ReconcileOutcome, Sent, Stop, Subject, done_if,
};
use crate::view::words::Action;
use crate::view::{ChangeView, page};

/// An address of public keys.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct JwksView {
    /// Which one.
    pub id: String,
    /// The address.
    pub url: String,
    /// Who signs the tokens, such as `Clerk`.
    pub provider: String,
    /// The branch that takes them; all branches when `None`.
    pub branch_id: Option<String>,
    /// Whom a token must be meant for; anybody when `None`.
    pub audience: Option<String>,
    /// The roles that tokens log in as; the platform's own choice when empty.
    pub roles: Vec<String>,
    /// When it was added.
    pub created_at: Option<DateTime<Utc>>,
}

impl From<&Jwks> for JwksView {
    fn from(jwks: &Jwks) -> Self {
        Self {
            id: jwks.id.to_string(),
            url: jwks.jwks_url.clone(),
            provider: jwks.provider_name.clone(),
            branch_id: jwks.branch_id.as_ref().map(ToString::to_string),
            audience: jwks.jwt_audience.clone(),
            roles: jwks.role_names.clone(),
            created_at: jwks.created_at,
        }
    }
}

/// An address of public keys to add.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase", default)]
pub struct AddJwks {
    /// The address, with https.
    pub url: String,
    /// Who signs the tokens.
    pub provider: String,
    /// The branch that takes them; all branches when `None`.
    pub branch_id: Option<String>,
    /// Whom a token must be meant for; anybody when `None`.
    pub audience: Option<String>,
    /// The roles that tokens log in as, at most 10; the platform's own choice when empty.
    pub roles: Vec<String>,
}

/// Most roles of one address.
const MOST_ROLES: usize = 10;

/// The addresses of a project (`GET /projects/{project_id}/jwks`).
///
/// # Errors
/// As every read of an account: [`crate::view::ErrorCode::Invalid`] for ids that cannot be, what the platform says while
/// the account has no address, [`crate::view::ErrorCode::Unauthorized`] for a key that is refused.
#[operation(Page, Read, jwks_list, text)]
pub async fn list(
    app: &Platform,
    account_id: &str,
    project_id: &str,
) -> Result<Vec<JwksView>, Error> {
    let account_client = client::of(app, account_id).await?;
    let jwks = account_client.click().jwks(&ids::project(project_id)?);
    let found = account_client.send_value(jwks.list()).await?;
    Ok(found.iter().map(JwksView::from).collect())
}

/// Adds an address (`POST /projects/{project_id}/jwks`).
///
/// # Errors
/// [`crate::view::ErrorCode::Invalid`] for what cannot be asked, and as every mutation
/// ([`crate::view::ErrorCode::MaybeCreated`] when its end is not known).
#[operation(Guarded, Change, jwks_add, text)]
pub async fn add(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    add: AddJwks,
) -> Result<ChangeView<JwksView>, Error> {
    let project = ids::project(project_id)?;
    let wanted = add.checked()?;
    let mutation = JwksMutation::Add {
        project: project.to_string(),
        url: wanted.jwks_url.clone(),
        branch: wanted.branch_id.as_ref().map(ToString::to_string),
    };
    let send = async move |api: api::Management| api.jwks(&project).add(&wanted).await;
    let added: AddedJwks = mutation::run(app, account_id, mutation, send).await?;
    Ok(ChangeView {
        item: JwksView::from(&added.jwks),
        operations: page::operations(&added.operations),
    })
}

/// Removes an address (`DELETE /projects/{project_id}/jwks/{jwks_id}`). `url` is how the activity log calls it.
///
/// # Errors
/// As [`add`], and [`crate::view::ErrorCode::NotFound`] when it is not there.
#[operation(Page, Change, jwks_remove, text)]
pub async fn remove(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    jwks_id: &str,
    url: &str,
) -> Result<(), Error> {
    let project = ids::project(project_id)?;
    let id = JwksId::parse(jwks_id).map_err(|_| ids::unfit("JWKS"))?;
    let mutation = JwksMutation::Remove {
        project: project.to_string(),
        id: id.to_string(),
        url: url.to_owned(),
    };
    let send = async move |api: api::Management| {
        let removed = api.jwks(&project).delete(&id).await;
        removed.map(|reply| reply.map(drop))
    };
    mutation::run(app, account_id, mutation, send).await
}

pub(crate) const OPERATIONS: &[Entry<Platform>] =
    &[JwksList::ENTRY, JwksAdd::ENTRY, JwksRemove::ENTRY];

impl AddJwks {
    fn checked(self) -> Result<wire::AddJwks, Error> {
        let link = link::check(self.url.trim(), &Origins::default()).map_err(|error| {
            Error::invalid(error.to_string())
                .hint("Enter an https address, such as https://example.com/.well-known/jwks.json.")
        })?;
        if self.roles.len() > MOST_ROLES {
            return Err(Error::invalid(format!("More than {MOST_ROLES} roles"))
                .hint(format!("Use at most {MOST_ROLES} roles.")));
        }
        for role in &self.roles {
            check::identifier(role, "role")?;
        }
        let branch: Option<BranchId> = self.branch_id.as_deref().map(ids::branch).transpose()?;
        let audience = self.audience.as_deref().map(str::trim);
        Ok(wire::AddJwks {
            jwks_url: link.url.expose_secret().to_owned(),
            provider_name: check::name(&self.provider, "provider", check::LONG_NAME)?,
            branch_id: branch,
            jwt_audience: check::optional_name(audience, "audience", check::LONG_NAME)?,
            role_names: (!self.roles.is_empty()).then_some(self.roles),
            skip_role_creation: None,
        })
    }
}

/// The mutations of addresses of public keys, as they are journalled.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(tag = "verb")]
pub(crate) enum JwksMutation {
    #[serde(rename = "addJwks")]
    Add {
        project: String,
        url: String,
        branch: Option<String>,
    },
    #[serde(rename = "removeJwks")]
    Remove {
        project: String,
        id: String,
        url: String,
    },
}

impl JwksMutation {
    fn project(&self) -> &str {
        match self {
            Self::Add { project, .. } | Self::Remove { project, .. } => project,
        }
    }
}

impl Mutation for JwksMutation {
    type Item = Jwks;

    fn subject(&self) -> Subject<'_> {
        let project = self.project();
        let lock = ["jwks", project];
        let subject = match self {
            Self::Add { url, .. } => Subject::new(Action::AddJwks, url, &lock),
            Self::Remove { url, .. } => Subject::new(Action::RemoveJwks, url, &lock).removes(),
        };
        subject.project(project)
    }

    async fn observe(&self, reader: &Reader<'_>) -> Result<Option<Observed<Jwks>>, Stop> {
        let jwks = reader.api.jwks(&ids::project(self.project())?);
        Ok(Some(reader.value(jwks.list()).await?.into()))
    }

    /// One address is there once for a branch, so that one that is there is the one that was asked for, whoever added it.
    fn decide(&self, _: &Sent<'_>, seen: Observed<Jwks>) -> ReconcileOutcome<Jwks> {
        let mut all = seen.items.into_iter();
        match self {
            Self::Add { url, branch, .. } => {
                let is_it = |it: &Jwks| {
                    &it.jwks_url == url
                        && it.branch_id.as_ref().map(BranchId::as_str) == branch.as_deref()
                };
                match all.find(is_it) {
                    Some(jwks) => ReconcileOutcome::Done(Some(jwks)),
                    None => ReconcileOutcome::NotDone,
                }
            }
            Self::Remove { id, .. } => done_if(!all.any(|it| it.id.as_str() == id)),
        }
    }

    fn id(jwks: &Jwks) -> Option<String> {
        Some(jwks.id.to_string())
    }
}

impl Answer<Jwks> for AddedJwks {
    fn operations(&self) -> &[Operation] {
        &self.operations
    }

    fn id(&self) -> Option<String> {
        Some(self.jwks.id.to_string())
    }

    fn of(found: Option<Jwks>) -> Option<Self> {
        Some(Self {
            jwks: found?,
            operations: Vec::new(),
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::platform::mutation::testing::{all, one, verdict, verdict_gone};

    const URL: &str = "https://keys.example.com/jwks.json";

    #[test]
    fn addresses_are_known_by_their_list() {
        let add = |branch: Value| {
            one::<JwksMutation>(
                json!({ "verb": "addJwks", "project": "p", "url": URL, "branch": branch }),
            )
        };
        let remove = || {
            one::<JwksMutation>(
                json!({ "verb": "removeJwks", "project": "p", "id": "1", "url": URL }),
            )
        };
        let of_all = json!([{ "id": "1", "jwks_url": URL }]);
        let of_one = json!([{ "id": "2", "jwks_url": URL, "branch_id": "br-1" }]);
        for (found, for_all, for_one, removed) in [
            (of_all, "done 1", "not done", "not done"),
            (of_one, "not done", "done 2", "done"),
            (json!([]), "not done", "not done", "done"),
        ] {
            let seen = || all::<Jwks>(found.clone());
            assert_eq!(verdict(add(Value::Null), &[], seen()), for_all, "{found}");
            assert_eq!(verdict(add(json!("br-1")), &[], seen()), for_one, "{found}");
            assert_eq!(verdict(remove(), &[], seen()), removed, "{found}");
        }
        assert_eq!(verdict_gone(add(Value::Null)), "not done");
        assert_eq!(verdict_gone(remove()), "done");
    }

    #[test]
    fn an_address_that_cannot_be_is_not_sent() {
        let request = |url: &str, provider: &str| AddJwks {
            url: url.to_owned(),
            provider: provider.to_owned(),
            ..AddJwks::default()
        };
        let good = request(&format!(" {URL} "), "Clerk").checked().unwrap();
        assert_eq!(
            (good.jwks_url.as_str(), good.provider_name.as_str()),
            (URL, "Clerk")
        );
        for (url, provider) in [
            ("http://keys.example.com", "Clerk"),
            ("keys", "Clerk"),
            ("https://me:secret@keys.example.com", "Clerk"),
            (URL, " "),
        ] {
            assert!(
                request(url, provider).checked().is_err(),
                "{url} {provider}"
            );
        }
        let roles = AddJwks {
            roles: vec!["role".to_owned(); 11],
            ..request(URL, "Clerk")
        };
        assert!(roles.checked().is_err());
    }
}
