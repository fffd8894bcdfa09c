//! Temporary databases of the instant service.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Deserializer, Serialize};

use crate::client::Instant;
use crate::error::Error;
use crate::reply::Reply;
use crate::request::{Method, Request};
use crate::{ClaimUrl, DatabaseId, DatabaseUrl, ProjectId};

const IF_LOST: &str = "it may have been created";

/// A temporary database as the service describes it (`GET /api/v1/database/:id`). Only id and status are always there.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Database {
    /// A secret: whoever knows it can read the connection string.
    pub id: DatabaseId,
    /// Whether it has been claimed.
    pub status: DatabaseStatus,
    /// The project behind it (`neon_project_id`).
    #[serde(default, rename = "neon_project_id")]
    pub project_id: Option<ProjectId>,
    /// Goes through the connection pooler; `None` once it is claimed.
    #[serde(default)]
    pub connection_string: Option<DatabaseUrl>,
    /// Where it is claimed.
    #[serde(default)]
    pub claim_url: Option<ClaimUrl>,
    /// When it goes if nobody claims it: 72 hours after its creation.
    #[serde(default)]
    pub expires_at: Option<DateTime<Utc>>,
    /// When it was made.
    #[serde(default)]
    pub created_at: Option<DateTime<Utc>>,
    /// When its record last changed.
    #[serde(default)]
    pub updated_at: Option<DateTime<Utc>>,
}

/// Where a temporary database stands on its way into an account.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum DatabaseStatus {
    /// Nobody's, and it expires.
    Unclaimed,
    /// Somebody has begun to claim it.
    Claiming,
    /// In somebody's account, for good.
    Claimed,
    /// A word this version does not know, kept as it came.
    Other(String),
}

impl DatabaseStatus {
    /// The platform's word for it.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Unclaimed => "UNCLAIMED",
            Self::Claiming => "CLAIMING",
            Self::Claimed => "CLAIMED",
            Self::Other(word) => word,
        }
    }
}

impl From<String> for DatabaseStatus {
    fn from(word: String) -> Self {
        match word.as_str() {
            "UNCLAIMED" => Self::Unclaimed,
            "CLAIMING" => Self::Claiming,
            "CLAIMED" => Self::Claimed,
            _ => Self::Other(word),
        }
    }
}

impl<'de> Deserialize<'de> for DatabaseStatus {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(Self::from)
    }
}

/// What a new temporary database may be asked to have.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CreateDatabase {
    /// `wal_level=logical`. Cannot be taken back.
    pub enable_logical_replication: bool,
}

#[derive(Serialize)]
struct CreateBody<'a> {
    #[serde(rename = "ref", skip_serializing_if = "Option::is_none")]
    reference: Option<&'a str>,
    enable_logical_replication: bool,
}

impl Instant {
    /// Makes a database (`POST /api/v1/database`). `reference` says who sends people here and must not be empty: else
    /// the service answers 400 `Missing referrer`. Never sent twice unless the first provably did nothing; an error
    /// with `is_maybe_applied` may have left a database behind that nobody can find.
    pub async fn create(
        &self,
        reference: &str,
        options: CreateDatabase,
    ) -> Result<Reply<Database>, Error> {
        let url = self.base().0.join(["api", "v1", "database"]);
        self.call(create_request(url, Some(reference), options, None))
            .await
    }

    /// Makes a database under an id of one's own (`POST /api/v1/database/{uuid}?referrer=`, the form the platform's
    /// own tools send). If the reply is lost, the database is looked up by that id, once. Fails with `is_maybe_applied`
    /// only when that fails too or finds nothing.
    pub async fn create_with_id(
        &self,
        id: &DatabaseId,
        reference: &str,
        options: CreateDatabase,
    ) -> Result<Reply<Database>, Error> {
        let mut url = self.base().0.join(["api", "v1", "database", id.expose()]);
        url.query_pairs_mut().append_pair("referrer", reference);
        match self
            .call(create_request(url, None, options, Some(id)))
            .await
        {
            Err(error) if error.is_maybe_applied() => self.get(id).await.map_err(|_| error),
            result => result,
        }
    }

    /// Looks a database up (`GET /api/v1/database/:id`). One that has expired or never was is an error with
    /// `is_not_found`.
    pub async fn get(&self, id: &DatabaseId) -> Result<Reply<Database>, Error> {
        self.call(Request {
            method: Method::Get,
            purpose: "look up the temporary database",
            if_lost: "",
            url: self.base().0.join(["api", "v1", "database", id.expose()]),
            body: None,
            secrets: vec![id.expose().into()],
            known_fields: Vec::new(),
        })
        .await
    }
}

fn create_request(
    url: url::Url,
    reference: Option<&str>,
    options: CreateDatabase,
    id: Option<&DatabaseId>,
) -> Request {
    let CreateDatabase {
        enable_logical_replication,
    } = options;
    let body = serde_json::json!(CreateBody {
        reference,
        enable_logical_replication
    });
    Request {
        method: Method::Post,
        purpose: "create a temporary database",
        if_lost: IF_LOST,
        url,
        body: Some(body.to_string().into_bytes()),
        secrets: id.iter().map(|id| id.expose().into()).collect(),
        known_fields: std::iter::once(("", "status", "UNCLAIMED".to_owned()))
            .chain(id.map(|id| ("", "id", id.expose().to_owned())))
            .collect(),
    }
}
