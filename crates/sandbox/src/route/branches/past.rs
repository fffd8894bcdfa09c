//! A moment of a branch's past, as a request names it.

use std::sync::Arc;

use chrono::{DateTime, SecondsFormat, SubsecRound as _, Utc};

use super::rules::unprocessable;
use crate::history;
use crate::postgres::control_file::{lsn_text, parse_lsn};
use crate::reply::Failure;
use crate::route::body::invalid;
use crate::shared::Shared;
use crate::state::Past;

/// The fields of a request, by their names there.
#[derive(Debug, Clone, Copy)]
pub struct Named<'a> {
    pub lsn: (&'static str, Option<&'a str>),
    pub timestamp: (&'static str, Option<&'a str>),
}

impl Named<'_> {
    /// The moment that is meant; none where none is named.
    pub fn read(&self, now: DateTime<Utc>) -> Result<Option<Past>, Failure> {
        let given = |text: Option<&str>| text.filter(|text| !text.is_empty()).map(str::to_owned);
        let (lsn_field, time_field) = (self.lsn.0, self.timestamp.0);
        match (given(self.lsn.1), given(self.timestamp.1)) {
            (None, None) => Ok(None),
            (Some(_), Some(_)) => Err(invalid(format!(
                "only one of {lsn_field} and {time_field} can be given"
            ))),
            (Some(lsn), None) => {
                let lsn = parse_lsn(&lsn);
                let lsn = lsn.ok_or_else(|| {
                    invalid(format!("{lsn_field} must be an LSN, such as 0/1A2B3C8"))
                })?;
                Ok(Some(Past::Lsn(lsn_text(lsn))))
            }
            (None, Some(text)) => {
                let at = DateTime::parse_from_rfc3339(&text).map_err(|_| {
                    invalid(format!(
                        "{time_field} must be a time in RFC 3339, such as 2026-01-31T12:00:00Z"
                    ))
                })?;
                let at = at.with_timezone(&Utc);
                // The sandbox's clock has milliseconds.
                if at.trunc_subsecs(3) > now {
                    return Err(invalid(format!("{time_field} must not be in the future")));
                }
                Ok(Some(Past::Time(at)))
            }
        }
    }
}

/// Whether the branch was kept for that long, as far as can be told without waking its server.
pub async fn check(shared: &Arc<Shared>, branch_id: &str, past: &Past) -> Result<(), Failure> {
    if shared.servers.is_none() {
        return Err(unprocessable(
            "the sandbox runs without servers, and branches without data have no past",
        ));
    }
    let window = shared.store.read(|state| {
        let branch = state.branches.get(branch_id)?;
        state.restore_window(&branch.project_id)
    });
    let Some(window) = window else {
        return Err(unprocessable(
            "the project has no restore window: history_retention_seconds is 0, or it is a temporary database",
        ));
    };
    let Some((first, first_lsn)) = history::first(shared, branch_id).await else {
        let is_removed = history::of(shared, branch_id).is_some_and(|it| it.is_shortened);
        let why = match is_removed {
            true => {
                "the branch has no restore window: its data is larger than what the restore windows of a project may take (--max-history), or the disk is nearly full"
            }
            false => {
                "the branch has no restore window yet: it begins up to seven seconds after its compute started"
            }
        };
        let parent = of_parent(shared, branch_id, past).await;
        return Err(unprocessable(&format!("{why}{parent}")));
    };
    match past {
        Past::Time(at) => {
            let since = first.max(shared.now() - window);
            match *at < since {
                false => Ok(()),
                true => Err(unprocessable(&format!(
                    "the branch can be restored to any time since {}, and {} is before that{}",
                    shown(since),
                    shown(*at),
                    of_parent(shared, branch_id, past).await
                ))),
            }
        }
        Past::Lsn(text) => {
            let last = history::last_lsn(shared, branch_id).await;
            let (Some(lsn), Some(last)) = (parse_lsn(text), last) else {
                return Ok(());
            };
            match (first_lsn..=last).contains(&lsn) {
                true => Ok(()),
                false => Err(unprocessable(&format!(
                    "the branch can be restored to any LSN from {} to {}, and {text} is not one of them",
                    lsn_text(first_lsn),
                    lsn_text(last)
                ))),
            }
        }
    }
}

/// What a branch was before it was made or restored is in the past of its parent.
async fn of_parent(shared: &Shared, branch_id: &str, past: &Past) -> String {
    let parent = shared.store.read(|state| {
        let branch = state.branches.get(branch_id)?;
        let parent = state.branches.get(branch.parent_id.as_ref()?)?;
        Some((parent.id.clone(), parent.name.clone()))
    });
    let (Some((id, name)), Past::Time(at)) = (parent, past) else {
        return String::new();
    };
    match history::first(shared, &id).await {
        Some((since, _)) if since <= *at => {
            format!(
                "; its parent branch \"{name}\" goes back to {}",
                shown(since)
            )
        }
        _ => String::new(),
    }
}

fn shown(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::Millis, true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_of_now_with_microseconds_is_not_the_future() {
        let now = DateTime::parse_from_rfc3339("2026-11-27T09:00:00.123Z").unwrap();
        let read = |text| {
            let named = Named {
                lsn: ("parent_lsn", None),
                timestamp: ("parent_timestamp", Some(text)),
            };
            named.read(now.with_timezone(&Utc))
        };
        assert!(read("2026-11-27T09:00:00.123999Z").is_ok());
        assert!(read("2026-11-27T09:00:00.124Z").is_err());
    }
}
