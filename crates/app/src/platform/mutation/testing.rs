//! For the tests of each resource: how a mutation ends after a lost reply, by what is read.

use api::{Listed, Page};
use chrono::{DateTime, Utc};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::decide::ReconcileOutcome;
use super::describe::{Mutation, Record};
use super::observe::{Observation, decide};
use super::reader::Observed;

pub(crate) const BEFORE: &str = "2026-11-21T09:59:00Z";
pub(crate) const LEFT: &str = "2026-11-21T10:00:00Z";
pub(crate) const AFTER: &str = "2026-11-21T10:00:01Z";

pub(crate) fn one<T: DeserializeOwned>(value: Value) -> T {
    serde_json::from_value(value).unwrap()
}

pub(crate) fn all<T: Listed>(values: Value) -> Vec<T> {
    one::<Page<T>>(values).items
}

/// The end of a mutation after which this is read.
pub(crate) fn verdict<M: Mutation>(
    mutation: M,
    known: &[&str],
    seen: impl Into<Observed<M::Item>>,
) -> String {
    end(mutation, known, Observation::Seen(seen.into()))
}

/// The end of one whose target is answered with 404.
pub(crate) fn verdict_gone(mutation: impl Mutation) -> String {
    end(mutation, &[], Observation::Gone)
}

/// What to check after one that cannot be read.
pub(crate) fn verdict_unseen(mutation: impl Mutation) -> String {
    match outcome(mutation, &[], Observation::Nothing) {
        ReconcileOutcome::Unclear(check) => check,
        _ => "not unclear".to_owned(),
    }
}

fn end<M: Mutation>(mutation: M, known: &[&str], observation: Observation<M::Item>) -> String {
    match outcome(mutation, known, observation) {
        ReconcileOutcome::Done(found) => found
            .as_ref()
            .and_then(M::id)
            .map_or_else(|| "done".to_owned(), |id| format!("done {id}")),
        ReconcileOutcome::NotDone => "not done".to_owned(),
        ReconcileOutcome::Later => "later".to_owned(),
        ReconcileOutcome::Unclear(_) => "unclear".to_owned(),
    }
}

fn outcome<M: Mutation>(
    mutation: M,
    known: &[&str],
    observation: Observation<M::Item>,
) -> ReconcileOutcome<M::Item> {
    let record = Record {
        account: "account".to_owned(),
        mutation,
        known: known.iter().map(ToString::to_string).collect(),
        offset_ms: None,
    };
    let since: DateTime<Utc> = LEFT.parse().unwrap();
    decide(&record, since, observation)
}

pub(crate) fn operation(id: &str, action: &str, status: &str, at: &str) -> Value {
    json!({
        "id": id, "project_id": "p", "branch_id": "br-1", "endpoint_id": "ep-1",
        "action": action, "status": status, "created_at": at,
    })
}
