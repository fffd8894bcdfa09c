use serde::Serialize;

use crate::route::body::{OperationBody, Seconds};
use crate::state::Branch;

/// A snapshot as every reply shows it.
#[derive(Debug, Serialize)]
pub struct SnapshotBody {
    id: String,
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    lsn: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    timestamp: Option<Seconds>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source_branch_id: Option<String>,
    created_at: Seconds,
    #[serde(skip_serializing_if = "Option::is_none")]
    expires_at: Option<Seconds>,
    manual: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    full_size: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    diff_size: Option<u64>,
}

pub fn wire(it: &Branch) -> SnapshotBody {
    let of = it.snapshot.as_ref();
    SnapshotBody {
        id: it.id.clone(),
        name: it.name.clone(),
        lsn: it.parent_lsn.clone(),
        timestamp: it.parent_timestamp.map(Seconds),
        source_branch_id: of.map(|it| it.source_branch_id.clone()),
        created_at: Seconds(it.created_at),
        expires_at: it.expires_at.map(Seconds),
        manual: of.is_none_or(|it| it.manual),
        full_size: of.and_then(|it| it.full_size),
        diff_size: of.and_then(|it| it.diff_size),
    }
}

#[derive(Debug, Serialize)]
pub(super) struct OperationsBody {
    pub operations: Vec<OperationBody>,
}
