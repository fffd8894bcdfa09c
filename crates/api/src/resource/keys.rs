//! API keys of a person and of an organization.

use chrono::{DateTime, Utc};
use secrecy::SecretString;
use serde::de::{self, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::{lenient, whole};
use crate::call::Call;
use crate::{Error, KeyId, Listed, Management, OrgId, ProjectId, Reply};

/// A key as lists show it, without its token. Only the id is always there.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct ApiKey {
    /// The platform's number for it.
    pub id: KeyId,
    /// What it was named. Empty when the reply has none.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub name: String,
    /// When it was made.
    #[serde(default, deserialize_with = "lenient::time")]
    pub created_at: Option<DateTime<Utc>>,
    /// Who made it.
    pub created_by: Option<KeyCreator>,
    /// The one project it opens, for a key of an organization that opens only one.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub project_id: Option<ProjectId>,
    /// When it was last used; `None` is never.
    #[serde(default, deserialize_with = "lenient::time")]
    pub last_used_at: Option<DateTime<Utc>>,
    /// The address it was last used from.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub last_used_from_addr: Option<String>,
}

impl Listed for ApiKey {
    const FIELD: &'static str = "api_keys";
}

/// A key just made. Its token is in this reply and in none after it.
#[derive(Debug, Clone, Deserialize)]
pub struct NewApiKey {
    /// The platform's number for it; `None` when the reply has none, and then to be looked for in the list.
    pub id: Option<KeyId>,
    /// The token. Whoever holds it can do what the key may. Empty when the reply has none.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub key: SecretString,
    /// What it was named, where the platform says so.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub name: Option<String>,
    /// When it was made.
    #[serde(default, deserialize_with = "lenient::time")]
    pub created_at: Option<DateTime<Utc>>,
    /// Who made it.
    pub created_by: Option<KeyCreator>,
    /// The one project it opens, if only one.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub project_id: Option<ProjectId>,
}

/// A key that has just been revoked, for good.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct RevokedApiKey {
    /// The key, as it last was.
    #[serde(flatten)]
    pub key: ApiKey,
    /// True.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub revoked: bool,
}

/// Who made a key: an id alone when the key is made or revoked, with a name in lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyCreator {
    /// Id of an account.
    pub id: String,
    /// Its name.
    pub name: Option<String>,
    /// Address of a picture.
    pub image: Option<String>,
}

impl<'de> Deserialize<'de> for KeyCreator {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(CreatorVisitor)
    }
}

struct CreatorVisitor;

impl<'de> Visitor<'de> for CreatorVisitor {
    type Value = KeyCreator;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("an account")
    }

    fn visit_str<E: de::Error>(self, id: &str) -> Result<KeyCreator, E> {
        Ok(KeyCreator {
            id: id.to_owned(),
            name: None,
            image: None,
        })
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<KeyCreator, A::Error> {
        #[derive(Deserialize)]
        struct CreatorFields {
            #[serde(default, deserialize_with = "lenient::or_default")]
            id: String,
            #[serde(default, deserialize_with = "lenient::filled")]
            name: Option<String>,
            #[serde(default, deserialize_with = "lenient::filled")]
            image: Option<String>,
        }
        let CreatorFields { id, name, image } =
            CreatorFields::deserialize(de::value::MapAccessDeserializer::new(map))?;
        Ok(KeyCreator { id, name, image })
    }
}

/// What a new key of an organization may be asked to be.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CreateOrganizationKey {
    /// The one project it shall open; all of the organization when `None`.
    pub project_id: Option<ProjectId>,
}

/// The caller's own keys.
#[derive(Debug, Clone)]
pub struct Keys {
    management: Management,
}

/// The keys of one organization.
#[derive(Debug, Clone)]
pub struct OrganizationKeys {
    management: Management,
    organization: OrgId,
}

impl Management {
    /// The caller's own keys.
    #[must_use]
    pub fn keys(&self) -> Keys {
        Keys {
            management: self.clone(),
        }
    }

    /// The keys of an organization.
    #[must_use]
    pub fn organization_keys(&self, organization: &OrgId) -> OrganizationKeys {
        OrganizationKeys {
            management: self.clone(),
            organization: organization.clone(),
        }
    }
}

#[derive(Serialize)]
struct CreateBody<'a> {
    key_name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    project_id: Option<&'a ProjectId>,
}

const IF_CREATE_LOST: &str = "a key may have been created, and its token can't be shown again";

impl Keys {
    /// All of them, without tokens (`GET /api_keys`).
    pub async fn list(&self) -> Result<Reply<Vec<ApiKey>>, Error> {
        let call = Call::get("list the API keys", "/api_keys", &[]);
        whole(&self.management, call).await
    }

    /// Makes one (`POST /api_keys`). The name has at most 64 characters. The token is in this reply and nowhere else.
    pub async fn create(&self, name: &str) -> Result<Reply<NewApiKey>, Error> {
        let body = CreateBody {
            key_name: name,
            project_id: None,
        };
        let call = Call::post("create the API key", "/api_keys", &[])
            .json(&body)
            .if_lost(IF_CREATE_LOST);
        self.management.fetch(call).await
    }

    /// Revokes one at once and for good (`DELETE /api_keys/{key_id}`).
    pub async fn revoke(&self, key: KeyId) -> Result<Reply<RevokedApiKey>, Error> {
        let call = Call::delete(
            "revoke the API key",
            "/api_keys/{key_id}",
            &[&key.to_string()],
        )
        .if_lost("the key may have been revoked");
        self.management.fetch(call).await
    }
}

impl OrganizationKeys {
    /// All of them, without tokens (`GET /organizations/{org_id}/api_keys`).
    pub async fn list(&self) -> Result<Reply<Vec<ApiKey>>, Error> {
        let call = Call::get(
            "list the organization's API keys",
            "/organizations/{org_id}/api_keys",
            &[self.organization.as_str()],
        );
        whole(&self.management, call).await
    }

    /// Makes one (`POST /organizations/{org_id}/api_keys`). The name has at most 64 characters. The token is in this
    /// reply and nowhere else.
    pub async fn create(
        &self,
        name: &str,
        options: &CreateOrganizationKey,
    ) -> Result<Reply<NewApiKey>, Error> {
        let body = CreateBody {
            key_name: name,
            project_id: options.project_id.as_ref(),
        };
        let call = Call::post(
            "create the organization's API key",
            "/organizations/{org_id}/api_keys",
            &[self.organization.as_str()],
        )
        .json(&body)
        .if_lost(IF_CREATE_LOST);
        self.management.fetch(call).await
    }

    /// Revokes one at once and for good (`DELETE /organizations/{org_id}/api_keys/{key_id}`).
    pub async fn revoke(&self, key: KeyId) -> Result<Reply<RevokedApiKey>, Error> {
        let call = Call::delete(
            "revoke the organization's API key",
            "/organizations/{org_id}/api_keys/{key_id}",
            &[self.organization.as_str(), &key.to_string()],
        )
        .if_lost("the key may have been revoked");
        self.management.fetch(call).await
    }
}
