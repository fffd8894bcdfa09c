//! Snapshots: frozen copies of branches, and branches made of them.

use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};

use super::computes::wake_steps;
use super::draft::{Draft, Step};
use super::effect::{Data, Effect, ready};
use crate::postgres::{blocking, tree};
use crate::shared::Shared;
use crate::state::hour::hour_of;
use crate::state::{
    Action, Branch, Deleted, DeletedBy, Hour, Past, PlatformState, Record, SnapshotOf, Task,
};

/// Two snapshots of 10 GB are read in a minute. One that takes longer counts whole.
const COMPARED_WITHIN: Duration = Duration::from_secs(120);

/// A snapshot as it is asked for.
#[derive(Debug)]
pub struct NewSnapshot {
    pub id: String,
    /// One is made up where none is given.
    pub name: Option<String>,
    /// What of the branch's past is kept; its present without.
    pub at: Option<Past>,
    pub expires_at: Option<DateTime<Utc>>,
    pub manual: bool,
    pub created_by: Option<String>,
    pub now: DateTime<Utc>,
}

impl NewSnapshot {
    /// Its record and contents, and the operations that make its data.
    pub fn step(self, state: &PlatformState, source: &Branch) -> Step<Branch> {
        let name = self.name.clone();
        let name = name.unwrap_or_else(|| unused_name(state, source, self.now, &self.id));
        let (lsn, timestamp) = match &self.at {
            None => (None, Some(self.now)),
            Some(Past::Lsn(lsn)) => (Some(lsn.clone()), None),
            Some(Past::Time(at)) => (None, Some(*at)),
        };
        let snapshot = Branch {
            parent_lsn: lsn,
            parent_timestamp: timestamp,
            expires_at: self.expires_at,
            created_by: self.created_by,
            snapshot: Some(SnapshotOf {
                source_branch_id: source.id.clone(),
                manual: self.manual,
                full_size: None,
                diff_size: None,
            }),
            ..Branch::new(self.id, source.project_id.clone(), name, self.now)
        };
        let mut records = vec![Record::Branch(snapshot.clone())];
        records.extend(state.inherited(&source.id, &snapshot.id, self.now));
        let mut operations = wake_steps(state, source);
        let copy = Task::CreateBranch {
            from: source.id.clone(),
            schema_only: false,
            at: self.at,
        };
        operations.push(Draft::on_branch(Action::CreateBranch, &snapshot.id, copy));
        operations.push(Draft::on_branch(
            Action::TimelineArchive,
            &snapshot.id,
            Task::RecordOnly,
        ));
        Step::new(records, operations, snapshot)
    }
}

/// The branch's name and the time; with the id where a snapshot of that name is there.
fn unused_name(state: &PlatformState, source: &Branch, now: DateTime<Utc>, id: &str) -> String {
    let base: String = source.name.chars().take(200).collect();
    let name = format!("{base} {}", now.format("%Y-%m-%d %H:%M:%S"));
    let mut others = state.snapshots_of(&source.project_id);
    match others.any(|it| it.name == name) {
        false => name,
        true => format!("{name} {id}"),
    }
}

/// A snapshot that has its data, with the size of that.
pub async fn taken(
    shared: &Shared,
    snapshot: &Branch,
    now: DateTime<Utc>,
    data: Data,
    lsn: String,
) -> Effect {
    let cluster = shared.folder.cluster(&snapshot.id);
    let earlier = shared.store.read(|state| scheduled_before(state, snapshot));
    let earlier = earlier.map(|id| shared.folder.cluster(&id));
    let (stop, end) = (shared.stop.clone(), Instant::now() + COMPARED_WITHIN);
    let measured = blocking(move || {
        let stops = || stop.is_cancelled() || Instant::now() > end;
        let diff = earlier.and_then(|it| tree::differing_bytes(&cluster, &it, stops).ok());
        Ok::<_, std::io::Error>((tree::user_bytes(&cluster), diff))
    });
    let measured = measured.await.ok().filter(|_| data == Data::Made);
    let of = snapshot.snapshot.clone().map(|it| SnapshotOf {
        full_size: measured.map(|(full, _)| full),
        diff_size: measured.and_then(|(_, diff)| diff),
        ..it
    });
    let charged = of.as_ref().map_or(0, SnapshotOf::charged);
    let (id, holds) = (snapshot.id.clone(), held(snapshot, charged, now));
    Box::new(move |state| {
        let mut records = ready(id, now, data, Some(lsn))(state);
        records.push(holds);
        for record in &mut records {
            if let Record::Branch(it) = record {
                it.snapshot.clone_from(&of);
            }
        }
        records
    })
}

/// Of one that a schedule took, the one of the same branch that a schedule took last before it.
fn scheduled_before(state: &PlatformState, snapshot: &Branch) -> Option<String> {
    let of = snapshot.snapshot.as_ref().filter(|it| !it.manual)?;
    let is_before = |it: &&Branch| {
        let other = it.snapshot.as_ref();
        it.created_at < snapshot.created_at
            && other.is_some_and(|other| {
                !other.manual
                    && other.full_size.is_some()
                    && other.source_branch_id == of.source_branch_id
            })
    };
    let before = state.snapshots_of(&snapshot.project_id).filter(is_before);
    let last = before.max_by_key(|it| it.created_at)?;
    Some(last.id.clone())
}

/// Takes a snapshot off the list and has its data removed.
pub fn snapshot_removal(snapshot: &Branch, now: DateTime<Utc>, by: DeletedBy) -> Step<()> {
    let gone = Branch {
        deleted: Some(Deleted {
            at: now,
            until: now,
            by,
        }),
        updated_at: now,
        ..snapshot.clone()
    };
    let task = Task::RemoveData {
        branch_ids: vec![snapshot.id.clone()],
    };
    let removes = Draft::on_branch(Action::DeleteTimeline, &snapshot.id, task);
    let charged = snapshot.snapshot.as_ref().map_or(0, SnapshotOf::charged);
    let records = vec![Record::Branch(gone), held(snapshot, charged, now)];
    Step::new(records, vec![removes], ())
}

/// What it takes in this hour, as in those until the next one that has a record.
fn held(snapshot: &Branch, bytes: u64, now: DateTime<Utc>) -> Record {
    Record::Hour(Hour::new(
        &snapshot.project_id,
        &snapshot.id,
        hour_of(now),
        bytes,
    ))
}
