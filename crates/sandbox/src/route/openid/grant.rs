//! Refresh tokens. Each use gives another one in its place; one that comes back ends them all.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use super::provider::Provider;
use crate::reply::Failure;
use crate::route::call::commit;
use crate::secret_digest::{hash, same};
use crate::shared::Shared;
use crate::sign_ins::SignedIn;
use crate::state::{Delete, Document, DocumentKey, PlatformState, Record, StoredDocument};

const LASTS: TimeDelta = TimeDelta::days(30);

/// What a person granted an app beyond one access token.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Grant {
    id: String,
    project_id: String,
    client_id: String,
    pub user_id: String,
    pub scope: String,
    pub signed_in_at: DateTime<Utc>,
    /// SHA-256 of the token's secret half.
    token_hash: String,
    expires_at: DateTime<Utc>,
}

impl Document for Grant {
    const KIND: &'static str = "auth_grant";

    fn project_id(&self) -> &str {
        &self.project_id
    }

    fn id(&self) -> &str {
        &self.id
    }
}

/// The first token of a sign-in.
pub async fn begin(
    shared: &Shared,
    provider: &Provider,
    signed_in: &SignedIn,
) -> Result<String, Failure> {
    let secret = shared.random.token(40);
    let grant = Grant {
        id: signed_in.grant_id.clone(),
        project_id: provider.integration.project_id.clone(),
        client_id: provider.client_id().to_owned(),
        user_id: signed_in.account.id.clone(),
        scope: signed_in.authorization.scope.clone(),
        signed_in_at: signed_in.at,
        token_hash: hash(&secret),
        expires_at: shared.now() + LASTS,
    };
    let (token, now) = (format!("{}.{secret}", grant.id), shared.now());
    commit(shared, move |state| {
        let mut records = vec![Record::Document(StoredDocument::of(&grant)?)];
        let all = state.documents.of_project::<Grant>(&grant.project_id)?;
        let over = all.iter().filter(|it| it.expires_at <= now);
        records.extend(over.map(|it| Record::Delete(Delete::Document(DocumentKey::of(it)))));
        Ok((records, ()))
    })
    .await?;
    Ok(token)
}

/// Another token in the place of one; none where that one is not the present one of its grant.
pub async fn renew(
    shared: &Shared,
    provider: &Provider,
    token: &str,
) -> Result<Option<(Grant, String)>, Failure> {
    let Some((id, secret)) = token.split_once('.') else {
        return Ok(None);
    };
    let (id, token_hash) = (id.to_owned(), hash(secret));
    let next = shared.random.token(40);
    let (project_id, now) = (provider.integration.project_id.clone(), shared.now());
    let client_id = provider.client_id().to_owned();
    commit(shared, move |state| {
        let Some(found) = find(state, &project_id, &client_id, &id)? else {
            return Ok((Vec::new(), None));
        };
        let is_present = same(found.token_hash.as_bytes(), token_hash.as_bytes());
        if !is_present || found.expires_at <= now {
            let gone = Delete::Document(DocumentKey::of(&found));
            return Ok((vec![Record::Delete(gone)], None));
        }
        let renewed = Grant {
            token_hash: hash(&next),
            expires_at: now + LASTS,
            ..found
        };
        let record = Record::Document(StoredDocument::of(&renewed)?);
        Ok((vec![record], Some((renewed, format!("{id}.{next}")))))
    })
    .await
}

pub async fn end(shared: &Shared, provider: &Provider, id: String) -> Result<(), Failure> {
    let project_id = provider.integration.project_id.clone();
    let client_id = provider.client_id().to_owned();
    commit(shared, move |state| {
        let found = find(state, &project_id, &client_id, &id)?;
        let gone = found.map(|it| Record::Delete(Delete::Document(DocumentKey::of(&it))));
        Ok((gone.into_iter().collect(), ()))
    })
    .await
}

fn find(
    state: &PlatformState,
    project_id: &str,
    client_id: &str,
    id: &str,
) -> Result<Option<Grant>, Failure> {
    let all = state.documents.of_project::<Grant>(project_id)?;
    let mut all = all.into_iter();
    Ok(all.find(|it| it.id == id && it.client_id == client_id))
}
