//! What an organization may spend in a month. Nothing costs anything here: the limit is kept and given back.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};

use crate::access::Caller;
use crate::reply::Failure;
use crate::route::body::{EmptyBody, JsonBody, invalid};
use crate::route::call::commit;
use crate::route::keys::issue::must_be_admin;
use crate::shared::Shared;
use crate::state::{Organization, Record};

#[derive(Debug, Serialize)]
pub struct LimitBody {
    spending_limit_cents: Option<i64>,
}

#[derive(Debug, Deserialize)]
pub struct LimitRequest {
    spending_limit_cents: i64,
}

pub async fn show(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path(org_id): Path<String>,
) -> Result<Json<LimitBody>, Failure> {
    shared.store.read(|state| {
        let found = caller.organization(state, &org_id)?;
        Ok(Json(LimitBody {
            spending_limit_cents: found.spending_limit_cents,
        }))
    })
}

pub async fn set(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path(org_id): Path<String>,
    JsonBody(request): JsonBody<LimitRequest>,
) -> Result<Json<LimitBody>, Failure> {
    if request.spending_limit_cents < 1 {
        return Err(invalid(
            "spending_limit_cents: must be 1 or more; to have no limit, delete it",
        ));
    }
    let spending_limit_cents = Some(request.spending_limit_cents);
    change(&shared, caller, org_id, spending_limit_cents).await?;
    Ok(Json(LimitBody {
        spending_limit_cents,
    }))
}

/// Also where there is none.
pub async fn delete(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path(org_id): Path<String>,
) -> Result<Json<EmptyBody>, Failure> {
    change(&shared, caller, org_id, None).await?;
    Ok(Json(EmptyBody {}))
}

async fn change(
    shared: &Shared,
    caller: Caller,
    org_id: String,
    spending_limit_cents: Option<i64>,
) -> Result<(), Failure> {
    commit(shared, move |state| {
        let found = caller.organization(state, &org_id)?;
        must_be_admin(&caller, state, &found.id)?;
        let changed = Organization {
            spending_limit_cents,
            ..found.clone()
        };
        Ok((vec![Record::Organization(changed)], ()))
    })
    .await
}
