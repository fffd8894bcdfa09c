//! The mutations of API keys, as they are journalled.

use api::KeyId;
use api::resource::keys::{ApiKey, NewApiKey, RevokedApiKey};
use serde::{Deserialize, Serialize};

use crate::base::ids;
use crate::core::event::Event;
use crate::core::names::{self, NameUpdate, SeenName};
use crate::model::name::Key;
use crate::platform::Platform;
use crate::platform::mutation::{
    AffectedResources, Answer, Effects, Mutation, Observed, PlatformClient, Reader,
    ReconcileOutcome, Sent, Stop, Subject,
};
use crate::view::words::Action;
use crate::view::{BulkVerb, ErrorCode};
use crate::{Error, accounts};

#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(tag = "verb")]
pub(crate) enum KeyMutation {
    #[serde(rename = "createKey")]
    Create {
        organization: Option<String>,
        name: String,
        project: Option<String>,
    },
    #[serde(rename = "revokeKey")]
    Revoke {
        organization: Option<String>,
        key: i64,
    },
}

impl Mutation for KeyMutation {
    type Item = ApiKey;

    fn subject(&self) -> Subject<'_> {
        match self {
            Self::Create {
                organization,
                name,
                project,
            } => {
                let organization = organization.as_deref().unwrap_or_default();
                let subject = Subject::new(Action::CreateKey, name, &["keys", organization, name]);
                match project {
                    Some(project) => subject.project(project),
                    None => subject,
                }
            }
            Self::Revoke { key, .. } => {
                let lock = ["key", &key.to_string()];
                Subject::new(Action::RevokeKey, format!("Key {key}"), &lock)
            }
        }
    }

    /// The keys of an organization or of the caller. Revoking by the caller's own route reaches an organization's key too, so
    /// that one is looked for in both.
    async fn observe(&self, reader: &Reader<'_>) -> Result<Option<Observed<ApiKey>>, Stop> {
        let (Self::Create { organization, .. } | Self::Revoke { organization, .. }) = self;
        if let Some(organization) = organization {
            let keys = reader
                .api
                .organization_keys(&ids::organization(organization)?);
            return Ok(Some(reader.value(keys.list()).await?.into()));
        }
        let mut found = reader.value(reader.api.keys().list()).await?;
        if let Self::Revoke { .. } = self {
            // What cannot be seen could not be revoked either.
            let organizations = visible(reader.value(reader.api.organizations().list()).await)?;
            for organization in organizations {
                let keys = reader.api.organization_keys(&organization.id);
                found.extend(visible(reader.value(keys.list()).await)?);
            }
        }
        Ok(Some(found.into()))
    }

    fn decide(&self, sent: &Sent<'_>, seen: Observed<ApiKey>) -> ReconcileOutcome<ApiKey> {
        match self {
            Self::Create { name, project, .. } => {
                let is_it = |it: &ApiKey| {
                    let opens = it.project_id.as_ref().map(api::ProjectId::as_str);
                    &it.name == name && opens == project.as_deref()
                };
                let like_it = seen.items.into_iter().filter(is_it);
                sent.made(like_it, |it| it.id.to_string(), |it| it.created_at)
            }
            Self::Revoke { key, .. } => {
                let key = KeyId(*key);
                if seen.items.iter().any(|it| it.id == key) {
                    ReconcileOutcome::NotDone
                } else {
                    ReconcileOutcome::Done(Some(revoked(key)))
                }
            }
        }
    }

    fn id(key: &ApiKey) -> Option<String> {
        Some(key.id.to_string())
    }

    fn affected(key: &ApiKey) -> AffectedResources<'_> {
        AffectedResources {
            key: Some((key.id.0, Some(&key.name))),
            ..AffectedResources::default()
        }
    }

    fn effects(&self, client: &PlatformClient, affected: AffectedResources<'_>) -> Effects {
        let account = client.account.id.as_str();
        match (self, affected.key) {
            (Self::Revoke { key, .. }, _) => {
                let key = key.to_string();
                Effects {
                    names: vec![NameUpdate::Gone(Key::api_key(account, None, &key))],
                    bulk: Some((BulkVerb::RevokeKeys, key)),
                    ..Effects::default()
                }
            }
            (
                Self::Create {
                    organization,
                    name,
                    project,
                },
                Some((id, named)),
            ) => {
                let key = Key::api_key(account, project.as_deref(), &id.to_string());
                let name = named.unwrap_or(name).to_owned();
                let seen = SeenName::of(key, name, organization.clone());
                Effects {
                    names: vec![NameUpdate::Seen(vec![seen])],
                    ..Effects::default()
                }
            }
            (Self::Create { .. }, None) => Effects::default(),
        }
    }

    fn lost_secret(&self, key: &ApiKey) -> Option<Error> {
        let Self::Create { name, .. } = self else {
            return None;
        };
        let message = format!(
            "The key {name} was created (ID {}), but its secret did not arrive",
            key.id
        );
        let error = Error::new(ErrorCode::SecretLost, message);
        let error = error.hint("Revoke it and create it again.");
        Some(error.about(key.id.to_string()))
    }

    fn publish(&self, app: &Platform, account: &str) {
        // Accounts of one owner have one list of keys.
        for account in accounts::all_at_address_of(app, account) {
            app.events.publish(Event::KeysChanged {
                account_id: account.id,
            });
        }
    }

    async fn target_name(&self, app: &Platform, account: &str) -> Option<String> {
        match self {
            Self::Create { .. } => None,
            Self::Revoke { key, .. } => names::key_name(app, account, &key.to_string()).await,
        }
    }
}

/// Nothing of what the caller may not see.
fn visible<T>(listed: Result<Vec<T>, api::Error>) -> Result<Vec<T>, api::Error> {
    match listed {
        Err(error) if error.is_not_found() || error.is_forbidden() => Ok(Vec::new()),
        listed => listed,
    }
}

fn revoked(id: KeyId) -> ApiKey {
    ApiKey {
        id,
        name: String::new(),
        created_at: None,
        created_by: None,
        project_id: None,
        last_used_at: None,
        last_used_from_addr: None,
    }
}

impl Answer<ApiKey> for NewApiKey {
    fn affected(&self) -> AffectedResources<'_> {
        AffectedResources {
            key: self.id.map(|id| (id.0, self.name.as_deref())),
            ..AffectedResources::default()
        }
    }

    fn id(&self) -> Option<String> {
        self.id.map(|id| id.to_string())
    }

    fn of(_: Option<ApiKey>) -> Option<Self> {
        None
    }
}

impl Answer<ApiKey> for RevokedApiKey {
    fn of(found: Option<ApiKey>) -> Option<Self> {
        Some(Self {
            key: found?,
            revoked: true,
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::platform::mutation::testing::{AFTER, BEFORE, all, verdict};

    #[test]
    fn keys_are_known_by_name_place_and_time() {
        let create = |project: Option<&str>| KeyMutation::Create {
            organization: None,
            name: "ci".to_owned(),
            project: project.map(ToOwned::to_owned),
        };
        let keys = json!([
            { "id": 1, "name": "ci", "created_at": BEFORE },
            { "id": 2, "name": "ci", "created_at": AFTER },
            { "id": 3, "name": "ci", "created_at": AFTER, "project_id": "p" },
        ]);
        let seen = || all(keys.clone());
        assert_eq!(verdict(create(None), &[], seen()), "done 2");
        assert_eq!(verdict(create(None), &["2"], seen()), "not done");
        assert_eq!(verdict(create(Some("p")), &[], seen()), "done 3");
        let revoke = |key: i64| KeyMutation::Revoke {
            organization: None,
            key,
        };
        assert_eq!(verdict(revoke(2), &[], seen()), "not done");
        assert_eq!(verdict(revoke(4), &[], seen()), "done 4");
    }
}
