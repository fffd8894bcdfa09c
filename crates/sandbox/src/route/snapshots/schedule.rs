use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};

use super::lookup::must_be_root;
use crate::access::Caller;
use crate::reply::Failure;
use crate::route::body::{EmptyBody, JsonBody, invalid};
use crate::route::branches::lookup::find_branch;
use crate::route::call::commit;
use crate::shared::Shared;
use crate::state::{BackupSchedule, Branch, Frequency, Record, ScheduleItem};

const SHORTEST_RETENTION: i64 = 3_600;
const LONGEST_RETENTION: i64 = 100 * 366 * 86_400;

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct ScheduleBody {
    schedule: Vec<ScheduleItem>,
}

pub(super) async fn get(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path((project_id, branch_id)): Path<(String, String)>,
) -> Result<Json<ScheduleBody>, Failure> {
    shared.store.read(|state| {
        let branch = find_branch(state, &caller, &project_id, &branch_id)?;
        let schedule = branch.backup_schedule.as_ref();
        Ok(Json(ScheduleBody {
            schedule: schedule.map(|it| it.items.clone()).unwrap_or_default(),
        }))
    })
}

/// In place of the one before; an empty one takes no more snapshots.
pub(super) async fn set(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Path((project_id, branch_id)): Path<(String, String)>,
    JsonBody(ScheduleBody { schedule }): JsonBody<ScheduleBody>,
) -> Result<Json<EmptyBody>, Failure> {
    schedule.iter().try_for_each(check)?;
    let now = shared.now();
    commit(&shared, move |state| {
        let branch = find_branch(state, &caller, &project_id, &branch_id)?;
        if !schedule.is_empty() {
            must_be_root(branch)?;
        }
        let set = Branch {
            backup_schedule: (!schedule.is_empty()).then_some(BackupSchedule {
                items: schedule,
                since: now,
            }),
            updated_at: now,
            ..branch.clone()
        };
        Ok((vec![Record::Branch(set)], ()))
    })
    .await?;
    Ok(Json(EmptyBody {}))
}

fn check(item: &ScheduleItem) -> Result<(), Failure> {
    let last_day = match item.frequency {
        Frequency::Weekly => 7,
        _ => 31,
    };
    for (field, value, least, most) in [
        ("hour", item.hour, 0, 23),
        ("day", item.day, 1, last_day),
        ("month", item.month, 1, 12),
        (
            "retention_seconds",
            item.retention_seconds,
            SHORTEST_RETENTION,
            LONGEST_RETENTION,
        ),
    ] {
        if value.is_some_and(|it| !(least..=most).contains(&it)) {
            return Err(invalid(format!(
                "schedule.{field} must be between {least} and {most}"
            )));
        }
    }
    Ok(())
}
