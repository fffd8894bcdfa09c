use serde::Serialize;

use crate::route::body::Seconds;
use crate::state::{Key, KeyScope, PlatformState, Secret};

/// What each reply says of a key.
#[derive(Debug, Serialize)]
struct KeyBody<C> {
    id: i64,
    name: String,
    created_at: Seconds,
    created_by: C,
    #[serde(skip_serializing_if = "Option::is_none")]
    project_id: Option<String>,
}

impl<C> KeyBody<C> {
    fn of(key: &Key, created_by: C) -> Self {
        Self {
            id: key.id,
            name: key.name.clone(),
            created_at: Seconds(key.created_at),
            created_by,
            project_id: match &key.scope {
                KeyScope::Project { project_id, .. } => Some(project_id.clone()),
                KeyScope::Personal | KeyScope::Organization { .. } => None,
            },
        }
    }
}

#[derive(Debug, Serialize)]
struct UseBody {
    last_used_at: Option<Seconds>,
    last_used_from_addr: String,
}

impl UseBody {
    fn of(key: &Key) -> Self {
        Self {
            last_used_at: key.last_used_at.map(Seconds),
            last_used_from_addr: key.last_used_from_addr.clone(),
        }
    }
}

#[derive(Serialize)]
pub struct CreatedBody {
    #[serde(flatten)]
    about: KeyBody<String>,
    key: String,
}

impl std::fmt::Debug for CreatedBody {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CreatedBody")
            .field("about", &self.about)
            .finish_non_exhaustive()
    }
}

impl CreatedBody {
    pub fn of(key: &Key, token: &Secret) -> Self {
        Self {
            about: KeyBody::of(key, key.created_by.clone()),
            key: token.reveal().to_owned(),
        }
    }
}

#[derive(Debug, Serialize)]
pub struct ListedBody {
    #[serde(flatten)]
    about: KeyBody<CreatorBody>,
    #[serde(flatten)]
    used: UseBody,
}

#[derive(Debug, Serialize)]
struct CreatorBody {
    id: String,
    name: String,
    image: String,
}

impl ListedBody {
    pub fn of(state: &PlatformState, key: &Key) -> Self {
        let user = state.users.get(&key.created_by);
        let creator = CreatorBody {
            id: key.created_by.clone(),
            name: user.map(|user| user.name.clone()).unwrap_or_default(),
            image: String::new(),
        };
        Self {
            about: KeyBody::of(key, creator),
            used: UseBody::of(key),
        }
    }
}

#[derive(Debug, Serialize)]
pub struct RevokedBody {
    #[serde(flatten)]
    about: KeyBody<String>,
    #[serde(flatten)]
    used: UseBody,
    revoked: bool,
}

impl RevokedBody {
    pub fn of(key: &Key) -> Self {
        Self {
            about: KeyBody::of(key, key.created_by.clone()),
            used: UseBody::of(key),
            revoked: key.revoked_at.is_some(),
        }
    }
}
