//! Keys as they are made, listed and revoked, whoever they belong to.

use std::sync::Arc;

use axum::http::StatusCode;

use super::wire::{CreatedBody, ListedBody, RevokedBody};
use crate::access::{Caller, is_valid, not_found};
use crate::reply::Failure;
use crate::route::body::invalid;
use crate::route::call::commit;
use crate::route::text;
use crate::secret_digest::hash;
use crate::shared::Shared;
use crate::state::{Key, KeyScope, PlatformState, Record, Secret};

const LONGEST_NAME: usize = 64;

/// The keys that still open something, oldest first.
pub fn list(shared: &Shared, is_wanted: impl Fn(&Key) -> bool) -> Vec<ListedBody> {
    shared.store.read(|state| {
        let keys = state.keys.values();
        let keys = keys.filter(|key| is_wanted(key) && is_valid(state, key));
        keys.map(|key| ListedBody::of(state, &shared.uses.of(key)))
            .collect()
    })
}

/// Makes a key. Only this reply has the token.
pub async fn create(
    shared: &Shared,
    name: String,
    user_id: &str,
    scope: impl FnOnce(&PlatformState) -> Result<KeyScope, Failure> + Send + 'static,
) -> Result<CreatedBody, Failure> {
    text::check("key_name:", &name, LONGEST_NAME)?;
    let token = Secret::new(format!("napi_{}", shared.random.token(64)));
    let (token_hash, now, user_id) = (hash(token.reveal()), shared.now(), user_id.to_owned());
    let key = commit(shared, move |state| {
        let key = Key {
            id: state.next_key_id(),
            name,
            scope: scope(state)?,
            created_by: user_id,
            created_at: now,
            last_used_at: None,
            last_used_from_addr: String::new(),
            revoked_at: None,
            token_hash,
        };
        Ok((vec![Record::Key(key.clone())], key))
    })
    .await?;
    Ok(CreatedBody::of(&key, &token))
}

/// Revokes a key at once and for good.
pub async fn revoke(
    shared: &Arc<Shared>,
    key_id: &str,
    may: impl FnOnce(&PlatformState, &Key) -> Result<(), Failure> + Send + 'static,
) -> Result<RevokedBody, Failure> {
    let key_id: i64 = key_id
        .parse()
        .map_err(|_| invalid("path: key_id: a whole number is needed"))?;
    let (this, now) = (Arc::clone(shared), shared.now());
    let key = commit(shared, move |state| {
        let key = state.keys.get(&key_id).filter(|key| is_valid(state, key));
        let key = key.ok_or_else(|| not_found("API key"))?;
        may(state, key)?;
        let revoked = Key {
            revoked_at: Some(now),
            ..this.uses.of(key)
        };
        Ok((vec![Record::Key(revoked.clone())], revoked))
    })
    .await?;
    Ok(RevokedBody::of(&key))
}

pub fn organization_of(key: &Key) -> Option<&String> {
    match &key.scope {
        KeyScope::Personal => None,
        KeyScope::Organization { organization_id }
        | KeyScope::Project {
            organization_id, ..
        } => Some(organization_id),
    }
}

pub fn must_be_admin(
    caller: &Caller,
    state: &PlatformState,
    organization_id: &str,
) -> Result<(), Failure> {
    match caller.is_admin(state, organization_id) {
        true => Ok(()),
        false => Err(Failure::new(
            StatusCode::FORBIDDEN,
            "only administrators of the organization may do this",
        )),
    }
}
